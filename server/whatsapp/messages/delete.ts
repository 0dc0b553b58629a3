import { and, desc, eq, ne } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import type { DeleteMessage } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { publishChat } from '../apply/chat';
import { revokeMessage } from '../apply/revoke';
import { requireCapability } from '../capability';
import { presentIn } from '../connections/move';
import type { WhatsAppContext } from '../context';
import { requireTag } from '../etag';
import type { ChatRow } from '../identity/chat';
import { ME, type MessageRow } from '../present/messages';
import { asking } from '../provider';
import { waMessages } from '../schema/messages';
import { waChats } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';
import { lockMessage, onInstance, requireMessage } from './find';
import { targetOf } from './target';
import { countInboundAfter } from './unread';

const REVOKE_DAYS = 2;
const WAITING: ReadonlySet<MessageRow['status']> = new Set(['scheduled', 'queued', 'sending']);

/** Deletes at the provider first; `me` only where the driver can. Throws 409 when the message cannot be deleted. */
export async function deleteMessage(ctx: WhatsAppContext, { for: whom, ...id }: DeleteMessage): Promise<void> {
  const { instance, row } = await requireMessage(ctx, id);
  requireCapability(instance, whom === 'me' ? 'message.delete_me' : 'message.delete_everyone');
  if (whom === 'me') {
    requireTag(ctx, row.version);
    requireNotWaiting(row);
    const isDone = await deleteAtProvider(ctx, instance, row);
    const remove = async (work: Work) => {
      const before = await lockMessage(work, row.id);
      if (!isDone) requireTag(ctx, before.version);
      await forget(work, before);
    };
    return onInstance(ctx, id.instance_id, remove, { lock: true });
  }
  requireTag(ctx, row.version);
  if (row.deletedAt !== null) return;
  requireRevocable(row, ctx.now());
  const target = await targetOf(ctx.db, row);
  await asking(ctx, instance, 'message.delete_everyone', (on) => on.driver.revoke?.(on.instance, target));
  const revoke = async (work: Work) => revokeMessage(work, await lockMessage(work, row.id), work.now);
  await onInstance(ctx, id.instance_id, revoke, { lock: true });
}

/** False when the driver was not asked: it lacks the call, or the provider does not know the message. */
async function deleteAtProvider(ctx: WhatsAppContext, instance: InstanceRow, row: MessageRow): Promise<boolean> {
  if (row.providerMessageId === null || ctx.whatsapp.driver(instance.driver)?.deleteForMe === undefined) return false;
  const target = await targetOf(ctx.db, row);
  const at = row.providerAt ?? row.sentAt ?? row.createdAt;
  await asking(ctx, instance, 'message.delete_me', (on) => on.driver.deleteForMe?.(on.instance, target, at));
  return true;
}

function requireNotWaiting({ status }: MessageRow): void {
  if (WAITING.has(status)) throw new ApiError('invalid_state', `The message is ${status}; cancel it first.`);
}

function requireRevocable(row: MessageRow, now: Date): void {
  // Group admins may delete messages of others; the network knows the admins.
  if (row.senderKey !== ME && row.groupId === null) {
    throw new ApiError('invalid_state', 'Only messages sent by the account can be deleted for everyone.');
  }
  const isOpen = WAITING.has(row.status) || row.status === 'failed' || row.status === 'canceled';
  if (isOpen) throw new ApiError('invalid_state', `The message is ${row.status}: it was not sent to anyone.`);
  const since = (row.sentAt ?? row.createdAt).getTime();
  if (now.getTime() - since > REVOKE_DAYS * DAY_MS) {
    throw new ApiError(
      'invalid_state',
      `Messages can only be deleted for everyone within ${REVOKE_DAYS} days after sending.`,
    );
  }
}

async function forget(work: Work, row: MessageRow): Promise<void> {
  requireNotWaiting(row);
  await work.tx.delete(waMessages, eq(waMessages.id, row.id));
  const [before] = await work.tx.select(waChats, { where: eq(waChats.id, row.chatId), lock: true });
  if (!before) return;
  const unreadCount = before.unreadCount - ((await isUnread(work, before, row)) ? 1 : 0);
  if (before.lastMessageId !== row.id && unreadCount === before.unreadCount) return;

  const [last] = await work.tx.select(waMessages, {
    where: and(eq(waMessages.chatId, row.chatId), ne(waMessages.type, 'reaction')),
    orderBy: [desc(waMessages.id)],
    limit: 1,
  });
  const [after] = await work.tx.update(waChats, eq(waChats.id, row.chatId), {
    unreadCount,
    lastMessageId: last?.id ?? null,
    updatedAt: work.now,
    version: before.version + 1,
  });
  if (after) await publishChat(work, before, after, last ? await presentIn(work, last) : null);
}

/** The newest received messages are the unread ones. */
async function isUnread(work: Work, { unreadCount }: ChatRow, row: MessageRow): Promise<boolean> {
  if (row.direction !== 'inbound' || unreadCount === 0) return false;
  return (await countInboundAfter(work, row.chatId, row.id)) < unreadCount;
}
