import type { DriverName } from '../../shared/whatsapp/drivers';
import type { DriverInstance, ReportEvents, WaDriver } from './drivers/driver';
import type { DriverEvent } from './drivers/driver-events';
import type { Ingress } from './ingress/types';
import type { MediaStore } from './media/types';
import type { InstanceRow, Work, WorkContext } from './work-types';

export interface Connections {
  /** Idempotent; resolves after the provider's answer is applied. */
  connect(of: InstanceRef): Promise<void>;
  /** Completes a connection that a transaction began with status `connecting`. */
  attempt(row: InstanceRow): Promise<void>;
  disconnect(of: InstanceRef): Promise<void>;
  restart(of: InstanceRef): Promise<void>;
  logout(of: InstanceRef): Promise<void>;
  pairing(row: InstanceRow): Pairing | undefined;
}

export interface InstanceRef {
  id: string;
  workspaceId: string;
}

/** Stored sealed. */
export interface Pairing {
  raw: string;
  attempt: number;
  maxAttempts: number;
  expiresAt: Date;
}

export interface SandboxControls {
  /** Simulates the scan. Throws 409 `invalid_state` outside `pairing`. */
  scan(of: InstanceRef): Promise<void>;
  /** Runs steps that become due. */
  advance(of: InstanceRef, seconds: number): Promise<void>;
  /** Deletes scheduled steps, clock offset, groups and profile. Messages stay. */
  reset(of: InstanceRef): Promise<void>;
}

export interface WhatsApp {
  /** Opened at the first use. Undefined for a driver that this server does not have. */
  driver(kind: DriverName): WaDriver | undefined;
  /** Applies driver events, each in its own transaction; a failure does not stop the others. */
  report: ReportEvents;
  /** The transaction must lock the instance. Throws on failure. */
  apply(work: Work, driverEvent: DriverEvent): Promise<void>;
  /** Throws `SealError`. */
  reveal(row: InstanceRow): DriverInstance;
  wake(instance: InstanceRef): void;
  connections: Connections;
  sandbox: SandboxControls;
  media: MediaStore;
  wakeBatches(instance: InstanceRef): void;
  ingress: Ingress;
  work: WorkContext;
  start(): Promise<void>;
  /** Claims nothing more, waits for calls in progress and writes their results. */
  stop(): Promise<void>;
  idle(instanceId?: string): Promise<void>;
}
