import { eq, sql } from 'drizzle-orm';

import type { Chat } from '../../../shared/whatsapp/chat';
import type { Message } from '../../../shared/whatsapp/message';
import type { ChatRow } from '../identity/chat';
import { presentChat } from '../present/chats';
import type { MessageRow } from '../present/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work';

/** How long the other side’s word keeps a chat open. */
export const WINDOW_MS = 24 * 3_600_000;

/** Until when the other side’s word keeps the window of a direct chat open; null where the driver has none. */
export function windowAfter(work: Work, chat: ChatRow, at: Date): Date | null {
  if (work.instance.driver === 'web' || chat.type !== 'direct') return chat.windowExpiresAt;
  // A clock of theirs that is fast opens nothing.
  const until = new Date(Math.min(at.getTime(), work.now.getTime()) + WINDOW_MS);
  return chat.windowExpiresAt && chat.windowExpiresAt > until ? chat.windowExpiresAt : until;
}

/** A message is the newest of its chat; returns how to tell of the chat, once the message can be shown. */
export async function noteInChat(
  work: Work,
  chat: ChatRow,
  row: MessageRow,
  at: Date,
): Promise<{ row: ChatRow; tell: (last: Message) => void }> {
  const isInbound = row.direction === 'inbound';
  const [after] = await work.tx.update(waChats, eq(waChats.id, chat.id), {
    unreadCount: isInbound ? sql`${waChats.unreadCount} + 1` : chat.unreadCount,
    lastMessageId: row.id,
    lastMessageAt: work.now,
    windowExpiresAt: isInbound ? windowAfter(work, chat, at) : chat.windowExpiresAt,
    updatedAt: work.now,
    version: sql`${waChats.version} + 1`,
  });
  if (!after) throw new Error(`Chat ${chat.id} is gone.`);
  return { row: after, tell: (last) => tellChat(work, chat, after, last) };
}

/** Raises `whatsapp.chat.updated` with what the chat was before; the message itself is told of on its own. */
export function tellChat(work: Work, before: ChatRow, after: ChatRow, last: Message | null): void {
  const [was, is] = [presentChat(before, null), presentChat(after, last)];
  const keys = (Object.keys(was) as (keyof Chat)[]).filter(
    (key) => key !== 'updated_at' && key !== 'last_message' && was[key] !== is[key] && !Array.isArray(is[key]),
  );
  work.raise('whatsapp.chat.updated', { ...is, previous: Object.fromEntries(keys.map((key) => [key, was[key]])) });
}
