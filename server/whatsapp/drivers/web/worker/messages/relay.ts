import type { MessageRelayOptions, proto } from 'baileys';

import type { WebSession } from '../session-types';
import { errorFields, statusCodeOf } from '../thrown-errors';
import { awaitAck } from './acks';
import type { MessageDestination } from './destination';
import type { Acknowledgement } from './state';
import { saveSent } from './stored-messages';

const MAX_ACK_MS = 20_000;

/** `unwritten`: the server certainly did not get the message. `unknown`: it may have got it. */
export type RelayResult =
  | { outcome: 'answered'; ack: Acknowledgement }
  | { outcome: 'unknown' }
  | { outcome: 'unwritten'; error: unknown };

interface RelayedMessage {
  id: string;
  message: proto.IMessage;
  additionalAttributes?: { [name: string]: string };
  ackMs?: number | undefined;
}

/** Stores the message first, for recipients who ask for it again. */
export async function relay(session: WebSession, to: MessageDestination, sent: RelayedMessage): Promise<RelayResult> {
  const { id, message, additionalAttributes = {}, ackMs = MAX_ACK_MS } = sent;
  try {
    await saveSent(session, to.jid, id, message);
    await requireDevices(session, to);
  } catch (error) {
    return { outcome: 'unwritten', error };
  }
  const awaited = awaitAck(session, id);
  const options: MessageRelayOptions = { messageId: id, additionalAttributes, additionalNodes: nodesOf(message) };
  try {
    await session.socket.relayMessage(to.jid, message, options);
  } catch (error) {
    if (isUnwritten(session, to, id, error)) {
      awaited.cancel();
      return { outcome: 'unwritten', error };
    }
    session.log.warn(errorFields(error), 'writing a message failed');
  }
  const ack = await awaited.within(ackMs);
  return ack ? { outcome: 'answered', ack } : { outcome: 'unknown' };
}

/** Without the list of devices, the library writes a message that nobody can decrypt. It caches the list. */
async function requireDevices({ socket }: WebSession, { jid, person }: MessageDestination): Promise<void> {
  if (person === null) return;
  const devices = await socket.getUSyncDevices([jid], true, false);
  if (devices.length === 0) throw new Error('WhatsApp did not name the devices of the recipient.');
}

const TIMED_OUT = 408;

/** The library records what it wrote, and swallows timeouts of its queries: a timeout is one of the write. */
function isUnwritten({ socket }: WebSession, { jid }: MessageDestination, id: string, error: unknown): boolean {
  const { messageRetryManager: written } = socket;
  if (!written || written.getRecentMessage(jid, id)) return false;
  return statusCodeOf(error) !== TIMED_OUT && !isSocketError(error);
}

/** Errors of the operating system have a code, such as `ECONNRESET`. */
const isSocketError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const nodesOf = ({ pollCreationMessage, pollCreationMessageV3 }: proto.IMessage) =>
  pollCreationMessage || pollCreationMessageV3 ? [{ tag: 'meta', attrs: { polltype: 'creation' } }] : [];
