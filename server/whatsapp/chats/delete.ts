import { and, asc, eq, inArray } from 'drizzle-orm';

import type { ChatId } from '../../../shared/whatsapp/chat';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { nextTurn } from '../../next-turn';
import type { WhatsAppContext } from '../context';
import { requireTag } from '../etag';
import { onInstance } from '../messages/find';
import { presentChat } from '../present/chats';
import { readChatLabels } from '../present/labels';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { Work } from '../work-types';
import { askForChat } from './at-provider';
import { lockChat, requireChat } from './find';

/** Each slice is a transaction, so that a long chat does not block other writes. */
const SLICE = 500;

/** At the provider first, where the driver can. Throws 409 while messages of the chat wait to be sent. */
export async function deleteChat(ctx: WhatsAppContext, input: ChatId): Promise<void> {
  const { instance, row } = await requireChat(ctx, input);
  requireTag(ctx, row.version);
  await requireNothingWaiting(ctx.db, row.id);
  let isBegun = await askForChat(ctx, instance, row, (chats, at) => chats.delete(at.instance, at.place, at.last));

  const deleteSome = async (work: Work): Promise<boolean> => {
    const before = await lockChat(work, row.id);
    if (!isBegun) requireTag(ctx, before.version);
    isBegun = true;
    await requireNothingWaiting(work.tx, row.id);
    if ((await deleteSlice(work, row.id)) === SLICE) return true;
    await work.tx.delete(waChats, eq(waChats.id, row.id));
    work.raise('whatsapp.chat.deleted', presentChat(before, null, (await readChatLabels(work.tx, [before]))(before)));
    return false;
  };
  while (await onInstance(ctx, instance.id, deleteSome, { lock: true })) await nextTurn();
}

async function deleteSlice({ tx }: Work, chatId: string): Promise<number> {
  const where = eq(waMessages.chatId, chatId);
  const rows = await tx.select(waMessages, { where, orderBy: [asc(waMessages.id)], limit: SLICE });
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? 0 : tx.delete(waMessages, inArray(waMessages.id, ids));
}

async function requireNothingWaiting(db: ScopedDb, chatId: string): Promise<void> {
  const isWaiting = and(eq(waMessages.chatId, chatId), inArray(waMessages.status, ['scheduled', 'queued', 'sending']));
  const waiting = await db.select(waMessages, { where: isWaiting, limit: 1 });
  if (waiting.length > 0) throw new ApiError('invalid_state', 'The chat has unsent messages; cancel them first.');
}
