import type { BaileysEventMap, Chat, WAMessage } from 'baileys';

import { chunked } from '../../../../chunked';
import type { DriverEvent } from '../../driver-events';
import { isGroupJid, placeOf } from './addresses';
import { chatStateOf } from './chats';
import { contactEvents } from './contact-events';
import { messageEnvelope } from './messages/envelope';
import { messageEvents } from './messages/incoming';
import type { Feature, WebSession } from './session-types';
import { storedJson } from './stored-json';
import { errorFields } from './thrown-errors';
import { runUnawaited } from './unawaited';

type HistoryPart = BaileysEventMap['messaging-history.set'];

/** One report is one row of the inbox. */
const MAX_REPORTED = 100;
/** The phone sends the parts one after the other; after a longer pause the rest does not come. */
const MAX_PAUSE_MS = 120_000;
const WHOLE = 100;

/** What the phone sends after it was linked: chats, contacts and earlier messages. */
export const createHistoryFeature = (maxPauseMs: number): Feature => ({
  listen(session) {
    if (session.options.syncHistory === 'none') return;
    const counts = { chats: 0, contacts: 0, messages: 0 };
    const isImporting = storedJson<boolean>(session, 'history-import', false);
    let state: 'unknown' | 'importing' | 'done' = 'unknown';
    let isClosed = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    let work = Promise.resolve();

    const inTurn = (run: () => Promise<void>): void => {
      work = work.then(() => runUnawaited(session, 'history not reported', run));
    };
    const finish = async (): Promise<void> => {
      clearTimeout(pause);
      state = 'done';
      session.report({ kind: 'sync', isDone: true, progress: WHOLE, counts: { ...counts } });
      await isImporting.change(() => false);
    };
    const waitForMore = async (progress: number | null): Promise<void> => {
      if (!isClosed) pause = setTimeout(() => inTurn(finish), maxPauseMs);
      session.report({ kind: 'sync', isDone: false, progress, counts: { ...counts } });
      if (state === 'unknown') await isImporting.change(() => true);
      state = 'importing';
    };
    const { ev, authState } = session.socket;
    ev.on('messaging-history.set', (part) => {
      clearTimeout(pause);
      inTurn(async () => {
        await reportPart(session, part);
        counts.chats += part.chats.length;
        counts.contacts += part.contacts.length;
        counts.messages += part.messages.length;
        await (isLast(session, part) ? finish() : waitForMore(part.progress ?? null));
      });
    });
    ev.on('connection.update', ({ connection }) => {
      if (connection === 'close') {
        isClosed = true;
        clearTimeout(pause);
      }
      if (connection !== 'open') return;
      // Until the first part comes, or when the last connection ended within an import.
      const isFirst = authState.creds.accountSyncCounter === 0;
      inTurn(async () => {
        if (state === 'unknown' && (isFirst || (await isImporting.read()))) await waitForMore(null);
      });
    });
  },
});

export const historyFeature = createHistoryFeature(MAX_PAUSE_MS);

/** Names of contacts come after the messages, without a progress of their own. */
function isLast({ library, options }: WebSession, { syncType, progress }: HistoryPart): boolean {
  const { RECENT, FULL } = library.proto.HistorySync.HistorySyncType;
  return progress === WHOLE && syncType === (options.syncHistory === 'full' ? FULL : RECENT);
}

async function reportPart(session: WebSession, { contacts, chats, messages }: HistoryPart): Promise<void> {
  const oldestFirst = messages.toSorted((one, other) => secondsOf(one) - secondsOf(other));
  const events = [
    ...contacts.flatMap(contactEvents),
    ...chats.flatMap(chatEvents),
    ...oldestFirst.flatMap((message) => earlierMessage(session, message)),
  ];
  for (const some of chunked(events, MAX_REPORTED)) {
    session.report(...some);
    // Other sockets share the thread.
    await Bun.sleep(0);
  }
}

const secondsOf = ({ messageTimestamp }: WAMessage): number => Number(messageTimestamp ?? 0);

function chatEvents(chat: Chat): DriverEvent[] {
  const place = placeOf(chat.id, chat.pnJid, chat.lidJid);
  if (!place) return [];
  const { markedAsUnread, unreadCount, ...others } = chat;
  const state = chatStateOf({ ...others, unreadCount: markedAsUnread === true ? -1 : unreadCount });
  const group = groupEvent(chat);
  return [...(group ? [group] : []), { kind: 'chat', place, ...state }];
}

/** The details of a group are read when a user opens it. */
function groupEvent({ id, name }: Chat): DriverEvent | undefined {
  if (!isGroupJid(id) || !name) return undefined;
  const change = { action: 'listed', details: { subject: name } } as const;
  return { kind: 'group', providerGroupId: id, change, at: new Date() };
}

function earlierMessage(session: WebSession, message: WAMessage): DriverEvent[] {
  try {
    const envelope = messageEnvelope(session, message);
    const events = envelope ? messageEvents(session, message, envelope) : [];
    return events.map((event) => (event.kind === 'message' ? { ...event, isHistory: true } : event));
  } catch (error) {
    session.log.warn(errorFields(error), 'message of the history not readable');
    return [];
  }
}
