import type { BaileysEventMap, Chat, WAMessage } from 'baileys';

import type { DriverEvent } from '../../driver-events';
import { isGroupJid, placeOf } from './addresses';
import { chatStateOf } from './chats';
import { contactEvents } from './contact-events';
import { errorFields } from './failures';
import { messageEnvelope } from './messages/envelope';
import { messageEvents } from './messages/incoming';
import type { Feature, WebSession } from './session-types';
import { runUnawaited } from './unawaited';

type HistoryPart = BaileysEventMap['messaging-history.set'];

/** One report is one row of the inbox. */
const MAX_REPORTED = 100;
/** The phone sends the parts one after the other. Without another for so long, the rest does not come. */
const MAX_PAUSE_MS = 120_000;
const WHOLE = 100;

/** What the phone sends after it was linked: chats, contacts and earlier messages. */
export const historyFeature: Feature = {
  listen(session) {
    if (session.options.syncHistory === 'none') return;
    const counts = { chats: 0, contacts: 0, messages: 0 };
    let pause: ReturnType<typeof setTimeout> | undefined;
    let work = Promise.resolve();

    const finish = (): void => {
      clearTimeout(pause);
      session.report({ kind: 'sync', isDone: true, progress: WHOLE, counts: { ...counts } });
    };
    const { ev } = session.socket;
    ev.on('messaging-history.set', (part) => {
      clearTimeout(pause);
      work = work.then(() =>
        runUnawaited(session, 'history not reported', async () => {
          await reportPart(session, part);
          counts.chats += part.chats.length;
          counts.contacts += part.contacts.length;
          counts.messages += part.messages.length;
          if (isLast(session, part)) return finish();
          pause = setTimeout(finish, MAX_PAUSE_MS);
          const progress = part.progress ?? null;
          return session.report({ kind: 'sync', isDone: false, progress, counts: { ...counts } });
        }),
      );
    });
    ev.on('connection.update', ({ connection }) => {
      if (connection === 'close') clearTimeout(pause);
    });
  },
};

/** The names of contacts come after the messages and have no progress of their own. */
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
  for (let from = 0; from < events.length; from += MAX_REPORTED) {
    session.report(...events.slice(from, from + MAX_REPORTED));
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

/** The details of a group are read when somebody opens it. */
function groupEvent({ id, name }: Chat): DriverEvent | undefined {
  if (!isGroupJid(id) || !name) return undefined;
  const change = { action: 'listed', facts: { subject: name } } as const;
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
