import { inArray, type InferSelectModel } from 'drizzle-orm';

import { Chat, type ChatLabel } from '../../../shared/whatsapp/chat';
import type { Message } from '../../../shared/whatsapp/message';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { waMessages } from '../schema/messages';
import { type waChats } from '../schema/people';
import type { InstanceRow } from '../work-types';
import type { PresentContext } from './context';
import { readChatLabels } from './labels';
import { presentMessages } from './messages';

type ChatRow = InferSelectModel<typeof waChats>;

export async function presentChats(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly ChatRow[],
  instance: InstanceRow,
): Promise<Chat[]> {
  const ids = rows.flatMap(({ lastMessageId }) => (lastMessageId === null ? [] : [lastMessageId]));
  const last = ids.length === 0 ? [] : await db.select(waMessages, { where: inArray(waMessages.id, ids) });
  const messages = new Map((await presentMessages(ctx, db, last, [instance])).map((message) => [message.id, message]));
  const labels = await readChatLabels(db, rows);
  return rows.map((row) => presentChat(row, messages.get(row.lastMessageId ?? '') ?? null, labels(row)));
}

export const presentChat = (row: ChatRow, lastMessage: Message | null, labels: ChatLabel[]): Chat =>
  presentAs(Chat, row, {
    object: 'whatsapp.chat',
    labels,
    last_message: lastMessage,
    typing: null,
  });
