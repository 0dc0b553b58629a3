import { inArray, type InferSelectModel } from 'drizzle-orm';

import type { Chat } from '../../../shared/whatsapp/chat';
import type { Message } from '../../../shared/whatsapp/message';
import type { ScopedDb } from '../../db/scoped';
import { waMessages } from '../schema/messages';
import { type waChats } from '../schema/people';
import type { InstanceRow } from '../work-types';
import { type PresentContext, timeText } from './context';
import { presentMessages } from './messages';

type ChatRow = InferSelectModel<typeof waChats>;

export async function presentChats(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly ChatRow[],
  instances: readonly InstanceRow[] = [],
): Promise<Chat[]> {
  const ids = rows.flatMap(({ lastMessageId }) => (lastMessageId === null ? [] : [lastMessageId]));
  const last = ids.length === 0 ? [] : await db.select(waMessages, { where: inArray(waMessages.id, ids) });
  const messages = new Map((await presentMessages(ctx, db, last, instances)).map((message) => [message.id, message]));
  return rows.map((row) => presentChat(row, messages.get(row.lastMessageId ?? '') ?? null));
}

export const presentChat = (row: ChatRow, lastMessage: Message | null): Chat => ({
  id: row.id,
  object: 'whatsapp.chat',
  instance_id: row.instanceId,
  type: row.type,
  provider_chat_id: row.providerChatId,
  title: row.title,
  contact_id: row.contactId,
  group_id: row.groupId,
  unread_count: row.unreadCount,
  archived: row.archived,
  pinned: row.pinned,
  muted_until: timeText(row.mutedUntil),
  labels: [],
  last_message: lastMessage,
  window_expires_at: timeText(row.windowExpiresAt),
  typing: null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
