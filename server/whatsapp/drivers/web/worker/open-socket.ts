import type { BinaryNode, UserFacingSocketConfig, WASocket } from 'baileys';

import { delayWrites, type WritableConnection } from './delayed-writes';
import { guardListeners } from './guard';
import type { Library } from './session-types';

/** The library delays these for up to 30 seconds after a login, when WhatsApp already has their receipt. */
const AT_ONCE = new Set([
  'messages.upsert',
  'messages.update',
  'messages.delete',
  'messages.reaction',
  'message-receipt.update',
]);

interface SocketErrors {
  /** An unreadable frame: the connection is useless, though it stays open. */
  frame: (error: unknown) => void;
  listener: (error: unknown) => void;
}

/** Listeners must be added before this turn of the event loop ends, since messages may arrive at once. */
export function openSocket(library: Library, config: UserFacingSocketConfig, onError: SocketErrors): WASocket {
  const socket = library.makeWASocket(config);
  const connection = connectionOf(socket);
  if (connection) delayWrites(connection);
  catchFrameErrors(socket, onError.frame);
  handleInOrder(socket);
  guardListeners(socket.ws, onError.listener);
  guardListeners(socket.ev, onError.listener);
  emitAtOnce(socket.ev);
  return socket;
}

/** The library reads frames in an async listener, whose errors would be unhandled rejections. */
function catchFrameErrors({ ws }: WASocket, onError: (error: unknown) => void): void {
  const listeners = ws.listeners('message');
  ws.removeAllListeners('message');
  for (const listener of listeners) {
    ws.on('message', (...input: unknown[]) => {
      Promise.resolve(Reflect.apply(listener, ws, input)).catch(onError);
    });
  }
}

/** The library queues only messages from before the login, which live ones could overtake. Here all are queued. */
function handleInOrder({ ws }: WASocket): void {
  const listeners = ws.listeners('CB:message');
  ws.removeAllListeners('CB:message');
  for (const listener of listeners) {
    ws.on('CB:message', (stanza: BinaryNode) => {
      const { offline = '0' } = stanza.attrs;
      Reflect.apply(listener, ws, [{ ...stanza, attrs: { ...stanza.attrs, offline } }]);
    });
  }
}

function emitAtOnce(events: WASocket['ev']): void {
  const emit = events.emit.bind(events);
  events.emit = (event, data) => {
    const wasEmitted = emit(event, data);
    if (AT_ONCE.has(event) && events.isBuffering()) events.flush();
    return wasEmitted;
  };
}

/** Closes the connection without the closing handshake, which takes 30 seconds with a dead server. */
export const terminate = (socket: WASocket): void => connectionOf(socket)?.terminate();

interface Connection extends WritableConnection {
  terminate(): void;
}

/** A protected field of the library. Undefined once it is closed. */
function connectionOf({ ws }: WASocket): Connection | undefined {
  const connection: unknown = Reflect.get(ws, 'socket');
  return isConnection(connection) ? connection : undefined;
}

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' && value !== null && 'terminate' in value && 'send' in value && 'close' in value;
