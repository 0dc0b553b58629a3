import type { DriverName } from '../../shared/whatsapp/capabilities';
import type { DriverInstance, Tell, WaDriver } from './drivers/driver';
import type { News } from './drivers/news';
import type { Ingress } from './ingress/types';
import type { MediaStore } from './media/types';
import type { InstanceRow, Work, WorkContext } from './work';

/** What a person or a program asks of a connection. Each throws 404 for an instance that is gone. */
export interface Connections {
  /** Idempotent while it connects or is connected; the provider’s answer is applied before it resolves. */
  connect(of: InstanceRef): Promise<void>;
  /** Brings to its end what began in a transaction of the caller’s, by the status `connecting`. */
  attempt(row: InstanceRow): Promise<void>;
  disconnect(of: InstanceRef): Promise<void>;
  restart(of: InstanceRef): Promise<void>;
  logout(of: InstanceRef): Promise<void>;
  /** The QR code or pairing code that waits; undefined outside `pairing`. */
  pairing(row: InstanceRow): Pairing | undefined;
}

/** Which instance; the workspace is known to whoever asks. */
export interface InstanceRef {
  id: string;
  workspaceId: string;
}

/** What waits to be scanned; it is kept sealed. */
export interface Pairing {
  raw: string;
  attempt: number;
  maxAttempts: number;
  expiresAt: Date;
}

/** Controls of the simulated network. Each throws 404 for an instance that is gone. */
export interface SandboxControls {
  /** The QR code is scanned. Throws 409 `invalid_state` outside `pairing`. */
  scan(of: InstanceRef): Promise<void>;
  /** Brings nearer all that is still to come, and does it; resolves when it is done. */
  advance(of: InstanceRef, seconds: number): Promise<void>;
  /** Forgets what was to come, the offset of the clock, groups and profile of the network. Messages stay. */
  reset(of: InstanceRef): Promise<void>;
}

/** The engine of WhatsApp: drivers, queue, connections and media, as long as the process lives. */
export interface WhatsApp {
  /** Opened at the first use. Undefined for one that this server does not have. */
  driver(kind: DriverName): WaDriver | undefined;
  /** Applies what a driver says, each piece in a transaction with its event. Pieces that fail do not hold up others. */
  tell: Tell;
  /** Applies one piece in a transaction that holds the instance (`lock: true`). Throws what goes wrong. */
  apply(work: Work, news: News): Promise<void>;
  /** The instance with its secrets in clear. Throws `SealError` when they do not open. */
  reveal(row: InstanceRow): DriverInstance;
  /** Says, after the commit, that messages of the instance may be due. Harmless when none is. */
  wake(instanceId: string): void;
  connections: Connections;
  sandbox: SandboxControls;
  media: MediaStore;
  /** Says, after the commit, that a batch has messages to be written. Harmless when none has. */
  batches: { wake(): void };
  /** What Meta calls. */
  ingress: Ingress;
  /** What the engine’s own transactions run with. */
  work: WorkContext;
  start(): Promise<void>;
  /** Claims nothing more, waits for what is at a provider, and writes every result. */
  stop(): Promise<void>;
  /** Resolves when nothing is due; of one instance, or of all. Nothing that is still to come is waited for. */
  idle(instanceId?: string): Promise<void>;
}
