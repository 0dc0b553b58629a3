import type { Chat, ChatModification, ChatUpdate, LastMessageList, WAMessageKey } from 'baileys';

import type { ChatChange, LastMessage, MessageTarget } from '../../driver';
import type { DriverEvent, Place } from '../../driver-events';
import { completed, jidOf, placeOf, reachableJid } from './addresses';
import { changeAppState } from './app-state';
import type { Feature, WebSession } from './session-types';

export const FOREVER = new Date('9999-12-31T00:00:00.000Z');
const MUTED_FOREVER = -1;
/** The last year that the API accepts. */
const FIRST_ENDLESS = Date.UTC(2100, 0);
/** Times below it are in seconds: those of the history, while changes have milliseconds. */
const FIRST_MILLISECOND = 100_000_000_000;

type StateName = 'archived' | 'pinned' | 'muteEndTime' | 'unreadCount';
type ChatState = { [Name in StateName]?: Chat[Name] | undefined };

export const chatsFeature: Feature = {
  listen: listenToChats,
  calls: { 'chats.update': updateChat, 'chats.delete': deleteChat, 'chats.deleteMessage': deleteMessage },
};

async function updateChat(
  session: WebSession,
  { place, change, last }: { place: Place; change: ChatChange; last: LastMessage | null },
): Promise<void> {
  const jid = await chatJid(session, place);
  const lastMessages = messageList(jid, last);
  const { archived, pinned, mutedUntil, unread } = change;
  const changes: ChatModification[] = [
    ...(archived === undefined ? [] : [{ archive: archived, lastMessages }]),
    ...(pinned === undefined ? [] : [{ pin: pinned }]),
    ...(mutedUntil === undefined ? [] : [{ mute: muteEnd(mutedUntil) }]),
    ...(unread === undefined ? [] : [{ markRead: !unread, lastMessages }]),
  ];
  for (const one of changes) await changeAppState(session, one, jid);
}

async function deleteChat(session: WebSession, { place, last }: { place: Place; last: LastMessage | null }) {
  const jid = await chatJid(session, place);
  await changeAppState(session, { delete: true, lastMessages: messageList(jid, last) }, jid);
}

/** For this account alone: its other devices hide the message, and delete its file. */
async function deleteMessage(session: WebSession, { target, at }: { target: MessageTarget; at: Date }): Promise<void> {
  const jid = await chatJid(session, target.place);
  const key = keyIn(jid, target);
  const change = { deleteForMe: { deleteMedia: true, key, timestamp: secondsOf(at) } };
  // The library leaves out the sender, without which other devices do not find a message of a group.
  const index = [
    'deleteMessageForMe',
    jid,
    target.providerMessageId,
    target.isOurs ? '1' : '0',
    key.participant ?? '0',
  ];
  await changeAppState(session, change, jid, index);
}

const muteEnd = (until: Date | null): number | null => {
  if (until === null) return null;
  return until.getTime() >= FIRST_ENDLESS ? MUTED_FOREVER : until.getTime();
};

/** Chats with people have the LID as their address, also when only the phone number is known here. */
export async function chatJid(session: WebSession, place: Place): Promise<string> {
  if (place.type === 'group') return place.providerGroupId;
  return reachableJid(await completed(session, place.person));
}

function messageList(jid: string, last: LastMessage | null): LastMessageList {
  if (last === null) return [];
  return [{ key: keyIn(jid, last), messageTimestamp: secondsOf(last.at) }];
}

type SentOrReceived = Pick<LastMessage, 'providerMessageId' | 'isOurs' | 'sender'>;

function keyIn(jid: string, { providerMessageId, isOurs, sender }: SentOrReceived): WAMessageKey {
  const participant = jid.endsWith('@g.us') && !isOurs ? jidOf(sender) : undefined;
  const key = { remoteJid: jid, id: providerMessageId, fromMe: isOurs };
  return participant === undefined ? key : { ...key, participant };
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

function listenToChats(session: WebSession): void {
  const { ev } = session.socket;
  ev.on('chats.update', (updates) => session.report(...updates.flatMap(eventOf)));
  ev.on('chats.delete', (jids) => {
    const events = jids.flatMap((jid): DriverEvent[] => {
      const place = placeOf(jid);
      return place ? [{ kind: 'chat', place, deleted: true }] : [];
    });
    session.report(...events);
  });
}

function eventOf(update: ChatUpdate): DriverEvent[] {
  const place = placeOf(update.id);
  // A message has its own count and time, which the server derives from the message itself.
  const { unreadCount: _unreadCount, ...others } = update;
  const state = chatStateOf(update.messages || update.conversationTimestamp ? others : update);
  return place && Object.keys(state).length > 0 ? [{ kind: 'chat', place, ...state }] : [];
}

export function chatStateOf(chat: ChatState): Pick<ChatStateEvent, 'archived' | 'pinned' | 'mutedUntil' | 'unread'> {
  const { archived, pinned, muteEndTime, unreadCount } = chat;
  return {
    ...(archived === undefined || archived === null ? {} : { archived }),
    ...(pinned === undefined ? {} : { pinned: pinned !== null && pinned > 0 }),
    ...(muteEndTime === undefined ? {} : { mutedUntil: mutedUntilOf(muteEndTime) }),
    ...(unreadCount === undefined || unreadCount === null ? {} : { unread: unreadCount < 0 ? true : unreadCount }),
  };
}

type ChatStateEvent = Extract<DriverEvent, { kind: 'chat' }>;

function mutedUntilOf(end: ChatState['muteEndTime']): Date | null {
  const time = Number(end ?? 0);
  if (time < 0) return FOREVER;
  if (!Number.isFinite(time) || time === 0) return null;
  const at = new Date(time < FIRST_MILLISECOND ? time * 1000 : time);
  return Number.isNaN(at.getTime()) || at > FOREVER ? FOREVER : at;
}
