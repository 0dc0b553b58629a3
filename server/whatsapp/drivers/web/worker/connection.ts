import type { BinaryNode, ConnectionState, SocketConfig, WASocket, WAVersion } from 'baileys';

import type { DriverEvent } from '../../driver-events';
import type { SessionOptions, WorkerSettings } from '../protocol';
import type { Liveness } from './liveness';
import { openSocket, terminate } from './open-socket';
import { createPairing, type SocketPairing } from './pairing';
import type { Feature, Library, WebSession, SessionLog, SessionStore } from './session-types';
import { socketOptions } from './socket-options';
import type { AuthState } from './store/auth-state';
import { errorFields, statusCodeOf } from './thrown-errors';
import type { SocketTimings } from './timings';
import { watchSocket } from './watchdog';

/** As if the server had closed it, or never let us in. */
const DROPPED = 428;
const NOT_CONNECTED = 408;
const SAVE_RETRY_MS = 1000;

interface ConnectionOptions {
  library: Library;
  features: readonly Feature[];
  options: SessionOptions;
  settings: WorkerSettings;
  store: SessionStore;
  auth: AuthState;
  version: WAVersion;
  timings: SocketTimings;
  liveness: { current: Liveness };
  log: SessionLog;
  report: (events: DriverEvent[]) => void;
  fail: WebSession['fail'];
  onUpdate: (connection: WebConnection, update: Partial<ConnectionState>) => void;
  /** `code` is undefined when we closed it ourselves. */
  onClosed: (connection: WebConnection, code: number | undefined) => void;
}

export interface WebConnection {
  readonly session: WebSession;
  readonly version: WAVersion;
  readonly pairing: SocketPairing;
  isOpen: boolean;
  opened(): void;
  unacknowledgedSend(): void;
  /** Ends at once, so that WhatsApp resends what could not be decrypted: the library would acknowledge it. */
  keysFailed(error: unknown): void;
  end(): Promise<void>;
}

export function openConnection(input: ConnectionOptions): WebConnection {
  const { library, features, options, settings, store, auth, log, timings } = input;
  const storedMessage: SocketConfig['getMessage'] = async (key) =>
    features.find((one) => one.storedMessage)?.storedMessage?.(session, key);
  const groupMetadata: SocketConfig['cachedGroupMetadata'] = async (jid) =>
    features.find((one) => one.groupMetadata)?.groupMetadata?.(session, jid);
  const undelivered = auth.undelivered.onSocket();
  const config = socketOptions({ ...input, undelivered, testPeer: settings.testPeer, storedMessage, groupMetadata });

  const drop = (why: string, error?: unknown): void => {
    log.warn({ why, ...(error === undefined ? {} : errorFields(error)) }, 'whatsapp web connection dropped');
    terminate(socket);
    const statusCode = connection.isOpen || pairing.hadQr ? DROPPED : NOT_CONNECTED;
    void socket.end(Object.assign(new Error(why), { output: { statusCode } }));
  };
  const socket: WASocket = openSocket(library, config, {
    frame: (error) => drop('unreadable frame', error),
    listener: (error) => log.error(errorFields(error), 'whatsapp web listener failed'),
  });
  const session: WebSession = {
    library,
    socket,
    options,
    settings,
    store,
    log,
    report: (...events) => input.report(events),
    fail: input.fail,
    extendPairing: () => pairing.extend(),
  };
  const pairing = createPairing(library, socket, options, timings);
  const watchdog = watchSocket({
    socket,
    timings,
    liveness: input.liveness,
    terminate: (why) => drop(why),
    giveUp: () => input.fail('no_traffic'),
  });
  const connection: WebConnection = {
    session,
    version: input.version,
    pairing,
    isOpen: false,
    opened() {
      connection.isOpen = true;
      watchdog.opened();
    },
    unacknowledgedSend: () => watchdog.unacknowledgedSend(),
    keysFailed(error) {
      if (!isClosed) drop('keys not read or written', error);
    },
    async end() {
      const ended = socket.end(undefined);
      const timer = setTimeout(() => terminate(socket), timings.closing);
      await ended;
      clearTimeout(timer);
    },
  };

  let retry: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(retry);
    auth.save().catch((error: unknown) => {
      log.error(errorFields(error), 'whatsapp web credentials not saved');
      if (!isClosed) retry = setTimeout(save, SAVE_RETRY_MS);
    });
  };

  let isClosed = false;
  // The library would wait forever for the end of the handshake.
  socket.ws.on('unexpected-response', () => drop('connection refused'));
  socket.ev.on('creds.update', save);
  socket.ev.on('connection.update', (update) => {
    if (update.connection !== 'close') return input.onUpdate(connection, update);
    isClosed = true;
    connection.isOpen = false;
    watchdog.stop();
    pairing.closed();
    // Events that the library still buffers would be lost after this.
    socket.ev.flush();
    const { error } = update.lastDisconnect ?? {};
    input.onClosed(connection, error && (statusCodeOf(error) ?? 500));
  });
  for (const feature of features) feature.listen?.(session);
  socket.ws.on('CB:message', (stanza: BinaryNode) => undelivered.arrived(stanza));
  // Registered after the features, which have reported the messages by then.
  socket.ev.on('messages.upsert', ({ messages }) => undelivered.delivered(messages.map(({ key }) => key.id)));
  return connection;
}
