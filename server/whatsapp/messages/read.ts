import { eq } from 'drizzle-orm';

import type { ReadMessage } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { publishChat } from '../apply/chat';
import { requireCapability } from '../capability';
import { presentIn } from '../connections/move';
import type { WhatsAppContext } from '../context';
import type { MessageRow } from '../present/messages';
import { asking } from '../provider';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';
import { onInstance, requireMessage } from './find';
import { targetOf } from './target';
import { countInboundAfter } from './unread';

/** Throws 409 for a message that is not incoming. */
export async function readMessage(ctx: WhatsAppContext, { typing, ...id }: ReadMessage): Promise<void> {
  const { instance, row } = await requireMessage(ctx, id);
  if (row.direction !== 'inbound') throw new ApiError('invalid_state', 'Only received messages can be marked as read.');
  await markRead(ctx, instance, row, typing);
}

/** Marks at the provider first, then in the unread counter. */
export async function markRead(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  row: MessageRow,
  typing: boolean,
): Promise<void> {
  if (typing) requireCapability(instance, 'message.typing');
  const target = await targetOf(ctx.db, row);
  await asking(ctx, instance, 'message.read', (on) => on.driver.markRead?.(on.instance, target, typing));
  await onInstance(ctx, instance.id, (work) => countUnread(work, row.chatId, row.id), { lock: true });
}

async function countUnread(work: Work, chatId: string, messageId: string): Promise<void> {
  const [before] = await work.tx.select(waChats, { where: eq(waChats.id, chatId), lock: true });
  if (!before || before.unreadCount === 0) return;
  const unreadCount = Math.min(before.unreadCount, await countInboundAfter(work, chatId, messageId));
  if (unreadCount === before.unreadCount) return;

  const [after] = await work.tx.update(waChats, eq(waChats.id, chatId), {
    unreadCount,
    updatedAt: work.now,
    version: before.version + 1,
  });
  const last = before.lastMessageId === null ? undefined : await work.tx.get(waMessages, before.lastMessageId);
  if (after) await publishChat(work, before, after, last ? await presentIn(work, last) : null);
}
