import { eq } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import type { Chat } from '../../../shared/whatsapp/chat';
import type { Message } from '../../../shared/whatsapp/message';
import { traitsOf } from '../drivers/registry';
import type { ChatRow } from '../identity/chat';
import { presentChat } from '../present/chats';
import { readChatLabels } from '../present/labels';
import type { MessageRow } from '../present/messages';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work-types';

export const WINDOW_MS = DAY_MS;

/** End of the 24-hour window of a direct chat; unchanged for drivers without one. */
export function windowAfter(work: Work, chat: ChatRow, at: Date): Date | null {
  if (traitsOf(work.instance.driver).sendWindow === 'none' || chat.type !== 'direct') return chat.windowExpiresAt;
  // A fast clock of the other side must not extend the window.
  const until = new Date(Math.min(at.getTime(), work.now.getTime()) + WINDOW_MS);
  return chat.windowExpiresAt && chat.windowExpiresAt > until ? chat.windowExpiresAt : until;
}

export async function recordInChat(
  work: Work,
  chat: ChatRow,
  row: MessageRow,
  at: Date,
): Promise<{ row: ChatRow; publish: (last: Message) => Promise<void> }> {
  const isInbound = row.direction === 'inbound';
  const after = await work.tx.change(waChats, chat.id, {
    ...(isInbound && { unreadCount: chat.unreadCount + 1, windowExpiresAt: windowAfter(work, chat, at) }),
    lastMessageId: row.id,
    lastMessageAt: work.now,
    updatedAt: work.now,
  });
  if (!after) throw new Error(`Chat ${chat.id} is gone.`);
  return { row: after, publish: (last) => publishChat(work, chat, after, last) };
}

/** An imported message is the last one only of a chat without newer ones, and does not count as unread. */
export async function recordHistoryInChat(work: Work, chat: ChatRow, row: MessageRow): Promise<void> {
  const last = chat.lastMessageId === null ? undefined : await work.tx.get(waMessages, chat.lastMessageId);
  if (last !== undefined && last.createdAt >= row.createdAt) return;
  await work.tx.update(waChats, eq(waChats.id, chat.id), { lastMessageId: row.id, lastMessageAt: row.createdAt });
}

/** Raises `whatsapp.chat.updated` with the previous values; the message has its own event. */
export async function publishChat(work: Work, before: ChatRow, after: ChatRow, last: Message | null): Promise<void> {
  const labels = await readChatLabels(work.tx, [before, after]);
  const [was, is] = [presentChat(before, null, labels(before)), presentChat(after, last, labels(after))];
  const keys = (Object.keys(was) as (keyof Chat)[]).filter(
    (key) => key !== 'updated_at' && key !== 'last_message' && !Bun.deepEquals(was[key], is[key]),
  );
  work.raise('whatsapp.chat.updated', { ...is, previous: Object.fromEntries(keys.map((key) => [key, was[key]])) });
}
