import * as library from 'baileys';
import type { UserFacingSocketConfig } from 'baileys';

import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';
import type { SessionOptions, WorkerSettings } from '../../../server/whatsapp/drivers/web/protocol';
import type { Feature, WebSession, SessionStore } from '../../../server/whatsapp/drivers/web/worker/session-types';
import type { WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient } from '../../support/whatsapp-web/real-client';

const OPTIONS: SessionOptions = {
  instanceId: 'wai_test',
  workspaceId: 'ws_test',
  generation: 1,
  fence: 1,
  clientName: 'Ubuntu',
  proxyUrl: null,
  alwaysOnline: false,
  rejectCalls: false,
  rejectCallMessage: null,
  ignoreGroups: false,
  ignoreStatus: false,
  syncHistory: 'none',
};

const SETTINGS: WorkerSettings = {
  store: { engine: 'sqlite', path: ':memory:' },
  inboxPath: ':memory:',
  secretKey: '',
  version: null,
  passkeys: false,
  testPeer: null,
};

interface LinkOptions {
  features: readonly Feature[];
  options?: Partial<SessionOptions>;
  socket?: Partial<UserFacingSocketConfig>;
}

/** A phone with a linked client on which some features of the driver run, without the process around them. */
export class LinkedSession {
  readonly events: DriverEvent[] = [];
  readonly warnings: string[] = [];
  readonly client: RealClient;
  /** Called with each report, before its events can be waited for. */
  onReport: (events: readonly DriverEvent[]) => void = () => {};
  private readonly peer: WhatsAppWebPeer;
  private readonly features: readonly Feature[];
  private readonly options: SessionOptions;
  private readonly store = memoryStore();
  private current: WebSession | null = null;

  constructor(peer: WhatsAppWebPeer, phone: string, { features, options, socket }: LinkOptions) {
    this.peer = peer;
    this.features = features;
    this.options = { ...OPTIONS, ...options };
    this.client = new RealClient(peer, phone, { defaultQueryTimeoutMs: 4000, ...socket });
    this.client.onSocket((opened) => this.listen(opened));
  }

  get session(): WebSession {
    if (this.current === null) throw new Error('Not connected.');
    return this.current;
  }

  async connect(): Promise<this> {
    await this.client.connect();
    return this;
  }

  /** Waits for the key with which the phone shares chats and settings. */
  async hasKey(): Promise<this> {
    const { creds } = this.session.socket.authState;
    await this.peer.world.until(() => creds.myAppStateKeyId, 'the phone shares its key');
    return this;
  }

  call(name: string, input: object): Promise<unknown> {
    const call = this.features.flatMap(({ calls }) => calls?.[name] ?? [])[0];
    if (!call) throw new Error(`No feature answers ${name}.`);
    // What arrives from the server has no type either.
    return call(this.session, input as never);
  }

  /** Waits for an event of this kind that matches. */
  reports<Kind extends DriverEvent['kind']>(
    kind: Kind,
    matches: (event: Extract<DriverEvent, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<DriverEvent, { kind: Kind }>> {
    const isIt = (event: DriverEvent): event is Extract<DriverEvent, { kind: Kind }> => event.kind === kind;
    return this.peer.world.until(() => this.events.filter(isIt).find(matches), `an event "${kind}" is reported`);
  }

  /** The server sends this to the client, and again after each login until it is acknowledged. */
  deliver(node: library.BinaryNode): void {
    for (const companion of this.peer.person(this.client.phone).companions.values()) companion.deliver(node);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private listen(socket: library.WASocket): void {
    const log = (_fields: Record<string, unknown>, message: string): void => void this.warnings.push(message);
    const session: WebSession = {
      library,
      socket,
      options: this.options,
      settings: SETTINGS,
      store: this.store,
      log: { debug: () => {}, info: () => {}, warn: log, error: log },
      report: (...events) => {
        this.onReport(events);
        this.events.push(...events);
        this.peer.world.changed();
      },
      fail: (reason) => log({}, `failed: ${reason}`),
      extendPairing: () => new Date(),
    };
    this.current = session;
    for (const { listen } of this.features) listen?.(session);
  }
}

function memoryStore(): SessionStore {
  const values = new Map<string, Uint8Array>();
  return {
    get: async (kind, id) => values.get(`${kind} ${id}`),
    put: async (kind, id, value) => void values.set(`${kind} ${id}`, value),
    delete: async (kind, id) => void values.delete(`${kind} ${id}`),
    async deleteOlder() {},
  };
}
