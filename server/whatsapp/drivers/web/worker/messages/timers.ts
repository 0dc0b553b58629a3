import { DAY_SECONDS } from '../../../../../../shared/durations';
import { encodeText } from '../nodes';
import type { WebSession } from '../session-types';
import type { MessageDestination } from './destination';
import { messageState } from './state';

const TIMER = 'message_timer';
const MAX_SECONDS = 365 * DAY_SECONDS;

/** Seconds after which messages of a chat disappear; 0 for never. */
export async function timerOf(session: WebSession, { jids, person }: MessageDestination): Promise<number> {
  for (const jid of jids) {
    const known = await session.store.get(TIMER, jid);
    if (known) return secondsIn(known);
  }
  const [jid] = jids;
  if (person !== null || jid === undefined) return 0;
  const { ephemeralDuration } = await session.socket.groupMetadata(jid);
  const seconds = ephemeralDuration ?? 0;
  await saveTimer(session, jid, seconds);
  return seconds;
}

export async function saveTimer(session: WebSession, jid: string, seconds: number): Promise<void> {
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS) return;
  const { timers } = messageState(session);
  if (timers.get(jid) === seconds) return;
  await session.store.put(TIMER, jid, encodeText(String(seconds)));
  timers.set(jid, seconds);
}

export async function forgetTimer(session: WebSession, jid: string): Promise<void> {
  messageState(session).timers.delete(jid);
  await session.store.delete(TIMER, jid);
}

function secondsIn(bytes: Uint8Array): number {
  const seconds = Number(new TextDecoder().decode(bytes));
  return Number.isSafeInteger(seconds) ? seconds : 0;
}
