import './quiet';
import {
  DEFAULT_CONNECTION_CONFIG,
  DisconnectReason,
  WA_CERT_DETAILS,
  initAuthCreds,
  makeWASocket,
  type AnyMessageContent,
  type AuthenticationState,
  type MiscMessageGenerationOptions,
  type SocketConfig,
  type UserFacingSocketConfig,
  type WAMediaUploadFunction,
  type WAMessage,
  type WASocket,
} from 'baileys';

import { inSignalTurn } from '../../../server/whatsapp/drivers/web/worker/signal-turns';
import { textIn } from './content';
import { memoryKeys } from './memory-keys';
import type { WhatsAppWebPeer } from './peer';
import { silentLogger } from './silent-logger';

/** A real baileys client at a peer: the other side of a test, or the subject of the peer's own tests. */
export class RealClient {
  readonly phone: string;
  readonly messages: WAMessage[] = [];
  readonly auth: AuthenticationState = { creds: initAuthCreds(), keys: memoryKeys() };
  private readonly peer: WhatsAppWebPeer;
  private readonly options: Partial<UserFacingSocketConfig>;
  private current: WASocket | null = null;
  private readonly listeners = new Set<(socket: WASocket) => void>();

  constructor(peer: WhatsAppWebPeer, phone: string, options: Partial<UserFacingSocketConfig> = {}) {
    this.peer = peer;
    this.phone = phone;
    this.options = options;
  }

  get socket(): WASocket {
    if (this.current === null) throw new Error(`${this.phone} is not connected`);
    return this.current;
  }

  /** Runs for the socket of each connection, before anything arrives. */
  onSocket(listen: (socket: WASocket) => void): this {
    this.listeners.add(listen);
    return this;
  }

  /** Opens a socket, lets the phone scan its QR code if it is not linked, and resolves when it is open. */
  connect(): Promise<this> {
    const { promise, resolve, reject } = Promise.withResolvers<this>();
    const socket = this.open();
    socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
      if (qr !== undefined) this.peer.scan(qr, this.phone).catch(reject);
      if (connection === 'open') resolve(this);
      if (connection !== 'close') return;
      if (codeOf(lastDisconnect?.error) === DisconnectReason.restartRequired) this.connect().then(resolve, reject);
      else reject(lastDisconnect?.error ?? new Error('closed'));
    });
    return promise;
  }

  /** A socket whose connection the caller watches. */
  open(): WASocket {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(this.peer.root, 'base64');
    const socket = makeWASocket({
      auth: this.auth,
      waWebSocketUrl: this.peer.url,
      logger: silentLogger,
      emitOwnEvents: false,
      makeSignalRepository: inTurns,
      ...this.options,
    });
    this.current = socket;
    socket.ev.on('messages.upsert', ({ messages }) => {
      this.messages.push(...messages);
      this.peer.world.changed();
    });
    for (const listen of this.listeners) listen(socket);
    return socket;
  }

  /** Waits for a message with this text. */
  receives(text: string): Promise<WAMessage> {
    return this.peer.world.until(
      () => this.messages.find(({ message }) => message && textIn(message) === text),
      `the client of ${this.phone} receives "${text}"`,
    );
  }

  /** Sends a file through the media store of the peer. */
  sendFile(jid: string, content: AnyMessageContent): Promise<WAMessage | undefined> {
    const options: MiscMessageGenerationOptions & { upload: WAMediaUploadFunction } = { upload: this.upload };
    return this.socket.sendMessage(jid, content, options);
  }

  /** The one of the library requires TLS, which the peer has not. */
  private get upload(): WAMediaUploadFunction {
    return async (path, { fileEncSha256B64, mediaType }) => {
      const { auth } = await this.socket.refreshMediaConn();
      const token = Buffer.from(fileEncSha256B64, 'base64').toString('base64url');
      const url = `${this.peer.mediaUrl}/mms/${mediaType}/${token}?auth=${auth}&token=${token}`;
      const response = await fetch(url, {
        method: 'POST',
        body: Bun.file(path),
        headers: { origin: 'https://web.whatsapp.com' },
      });
      const answer: { url: string; direct_path: string } = JSON.parse(await response.text());
      return { mediaUrl: answer.url, directPath: answer.direct_path };
    };
  }

  async close(): Promise<void> {
    await this.current?.end(undefined);
  }
}

/** Several clients in a process disturb each other's sessions with one device. */
const inTurns: SocketConfig['makeSignalRepository'] = (...input) => {
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...input);
  const at = <T>(jid: string, run: () => Promise<T>): Promise<T> =>
    inSignalTurn(run, repository.jidToSignalProtocolAddress(jid));
  return {
    ...repository,
    encryptMessage: (message) => at(message.jid, () => repository.encryptMessage(message)),
    decryptMessage: (message) => at(message.jid, () => repository.decryptMessage(message)),
    injectE2ESession: (bundle) => at(bundle.jid, () => repository.injectE2ESession(bundle)),
  };
};

/**
 * The error that a promise ends with. Bun's `expect(…).rejects` runs the loop of events inside the call, and a client
 * in the same process then gets its frames out of order.
 */
export const errorOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => String(error),
  );

export function codeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('output' in error)) return undefined;
  const { output } = error;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined;
  return typeof output.statusCode === 'number' ? output.statusCode : undefined;
}
