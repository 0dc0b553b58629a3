import { randomBytes } from 'node:crypto';

import * as library from 'baileys';
import {
  DisconnectReason,
  initAuthCreds,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type UserFacingSocketConfig,
  type WASocket,
} from 'baileys';

import type { LocalMedia, SendJob } from '../../../server/whatsapp/drivers/driver';
import type { DriverEvent, DriverMessageEvent, Place } from '../../../server/whatsapp/drivers/driver-events';
import type { CallFailure } from '../../../server/whatsapp/drivers/web/protocol';
import { CallError } from '../../../server/whatsapp/drivers/web/worker/call-error';
import { mediaFeature } from '../../../server/whatsapp/drivers/web/worker/media/media';
import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { sendWebMessage } from '../../../server/whatsapp/drivers/web/worker/messages/send';
import { storedMessage } from '../../../server/whatsapp/drivers/web/worker/messages/stored-messages';
import { openSocket } from '../../../server/whatsapp/drivers/web/worker/open-socket';
import type { WebSession, SessionStore } from '../../../server/whatsapp/drivers/web/worker/session-types';
import { statusCodeOf } from '../../../server/whatsapp/drivers/web/worker/thrown-errors';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { MessageContent } from '../../../shared/whatsapp/content';
import { memoryKeys } from '../../support/whatsapp-web/memory-keys';
import type { WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { silentLogger } from '../../support/whatsapp-web/silent-logger';

/** The sockets of one account with the parts of the driver that carry messages, and a store in memory. */
export class MessageSession {
  readonly events: DriverEvent[] = [];
  readonly logged: string[] = [];
  readonly stored = new Map<string, Uint8Array>();
  /** Of the files, not of the socket. */
  proxyUrl: string | null = null;
  private readonly auth: AuthenticationState = { creds: initAuthCreds(), keys: memoryKeys() };
  private readonly peer: WhatsAppWebPeer;
  private readonly phone: string;
  private readonly config: Partial<UserFacingSocketConfig>;
  private current: WebSession | null = null;

  constructor(peer: WhatsAppWebPeer, phone: string, config: Partial<UserFacingSocketConfig> = {}) {
    this.peer = peer;
    this.phone = phone;
    this.config = config;
  }

  get session(): WebSession {
    if (this.current === null) throw new Error('The session has no socket.');
    return this.current;
  }

  /** Opens a socket, scans its QR code if it is not linked, and resolves when it is open. */
  connect(): Promise<this> {
    const { promise, resolve, reject } = Promise.withResolvers<this>();
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(this.peer.root, 'base64');
    const socket = openSocket(library, this.socketConfig(), { frame: reject, listener: reject });
    this.listen(socket);
    socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
      if (qr !== undefined) this.peer.scan(qr, this.phone).catch(reject);
      if (connection === 'open') resolve(this);
      if (connection !== 'close') return;
      if (statusCodeOf(lastDisconnect?.error) === DisconnectReason.restartRequired)
        this.connect().then(resolve, reject);
      else reject(lastDisconnect?.error ?? new Error('closed'));
    });
    return promise;
  }

  async close(): Promise<void> {
    await this.current?.socket.end(undefined);
  }

  send(job: SendJob, ackMs?: number) {
    return sendWebMessage(this.session, job, { ackMs });
  }

  call(name: string, input: object): Promise<unknown> {
    const run = { ...messagesFeature.calls, ...mediaFeature.calls }[name];
    if (!run) throw new Error(`There is no call ${name}.`);
    return run(this.session, input as never);
  }

  /** Why a call is not performed. */
  async failure(name: string, input: object): Promise<CallFailure> {
    try {
      await this.call(name, input);
    } catch (error) {
      if (error instanceof CallError) return error.failure;
      throw error;
    }
    throw new Error(`${name} was performed.`);
  }

  ofKind<K extends DriverEvent['kind']>(kind: K): Extract<DriverEvent, { kind: K }>[] {
    return this.events.filter((event): event is Extract<DriverEvent, { kind: K }> => event.kind === kind);
  }

  reports<K extends DriverEvent['kind']>(
    kind: K,
    isMeant: (event: Extract<DriverEvent, { kind: K }>) => boolean = () => true,
  ) {
    return this.peer.world.until(() => this.ofKind(kind).find(isMeant), `${kind} is reported`);
  }

  message(id: string, isMeant: (event: DriverMessageEvent) => boolean = () => true): Promise<DriverMessageEvent> {
    return this.reports('message', (event) => event.providerMessageId === id && isMeant(event));
  }

  /** Whether the library has written a message. */
  written(jid: string, id: string): boolean {
    return this.session.socket.messageRetryManager?.getRecentMessage(jid, id) !== undefined;
  }

  private socketConfig(): UserFacingSocketConfig {
    return {
      auth: this.auth,
      waWebSocketUrl: this.peer.url,
      logger: silentLogger,
      emitOwnEvents: false,
      getMessage: (key) => storedMessage(this.session, key),
      ...this.config,
    };
  }

  private listen(socket: WASocket): void {
    const say = (_fields: Record<string, unknown>, text: string): void => void this.logged.push(text);
    const proxyUrl = (): string | null => this.proxyUrl;
    const session: WebSession = {
      library,
      socket,
      options: {
        ...OPTIONS,
        get proxyUrl() {
          return proxyUrl();
        },
      },
      settings: {
        store: { engine: 'sqlite', path: '' },
        inboxPath: '',
        secretKey: SECRET_KEY,
        version: null,
        passkeys: false,
        testPeer: { url: this.peer.url, root: this.peer.root, mediaUrl: this.peer.mediaUrl },
      },
      store: storeIn(this.stored),
      log: { debug: say, info: say, warn: say, error: say },
      report: (...events) => {
        this.events.push(...events);
        this.peer.world.changed();
      },
      fail() {},
      extendPairing: () => new Date(),
    };
    this.current = session;
    messagesFeature.listen?.(session);
    mediaFeature.listen?.(session);
  }
}

const SECRET_KEY = randomBytes(32).toString('base64');
const OPTIONS: WebSession['options'] = {
  instanceId: newId(ID_PREFIXES.instance),
  workspaceId: newId(ID_PREFIXES.workspace),
  generation: 1,
  fence: 1,
  clientName: 'Ubuntu',
  proxyUrl: null,
  alwaysOnline: false,
  rejectCalls: false,
  rejectCallMessage: null,
  ignoreGroups: false,
  ignoreStatus: true,
  syncHistory: 'none',
};

const storeIn = (stored: Map<string, Uint8Array>): SessionStore => ({
  get: async (kind, id) => stored.get(`${kind} ${id}`),
  put: async (kind, id, value) => void stored.set(`${kind} ${id}`, value),
  delete: async (kind, id) => void stored.delete(`${kind} ${id}`),
  async deleteOlder() {},
});

export const direct = (phone: string): Place => ({ type: 'direct', person: { phone } });
export const inGroup = (providerGroupId: string): Place => ({ type: 'group', providerGroupId });

export const jobFor = (to: Place, content: MessageContent, more: Partial<SendJob> = {}): SendJob => ({
  messageId: newId(ID_PREFIXES.message),
  attempt: 1,
  to,
  content,
  media: null,
  replyTo: null,
  target: null,
  mentions: [],
  forwarded: false,
  simulateTypingMs: 0,
  retries: 0,
  ...more,
});

export const textJob = (to: Place, text: string, more: Partial<SendJob> = {}): SendJob =>
  jobFor(to, { type: 'text', text }, more);

export async function fileIn(folder: string, bytes: Uint8Array, mimeType: string): Promise<LocalMedia> {
  const path = `${folder}/${newId(ID_PREFIXES.media)}`;
  await Bun.write(path, bytes);
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  return {
    id: newId(ID_PREFIXES.media),
    path,
    mimeType,
    size: bytes.length,
    sha256,
    filename: null,
    providerMediaId: null,
  };
}
