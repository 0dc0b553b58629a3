import type { MessageId, RetriedMessage } from '../../../../shared/whatsapp/message-inputs';
import { SEND_LIMITS } from '../../../../shared/whatsapp/message-inputs';
import type { WorkspaceContext } from '../../../context';
import { waMedia } from '../../../db/schema';
import { ApiError } from '../../../errors';
import { resolveRecipient } from '../../../whatsapp/identity/recipient';
import { moveMessage, presentIn } from '../../../whatsapp/move';
import type { MessageRow } from '../../../whatsapp/present/messages';
import type { Work } from '../../../whatsapp/work';
import { requireConnected } from '../connected';
import { retryMedia } from '../media/service';
import { holdMessage, onInstance } from './find';
import { judge, refused } from './judge';

/** What a try may have brought to the recipient. */
const ARRIVED: ReadonlySet<MessageRow['status']> = new Set(['unconfirmed', 'sent', 'delivered', 'read', 'played']);

/** Queues a message again that failed, or of which nobody knows. Throws 409 `invalid_state` for any other. */
export function retryMessage(ctx: WorkspaceContext, { instance_id, message_id }: MessageId): Promise<RetriedMessage> {
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      const row = await holdMessage(work, message_id);
      if (row.direction !== 'outbound' || (row.status !== 'failed' && row.status !== 'unconfirmed')) {
        const detail = `The message is ${row.status}; only one that failed or is unconfirmed is sent again.`;
        throw new ApiError('invalid_state', detail);
      }
      requireConnected(work.instance);
      const to = await resolveRecipient(work, row.chatId, '');
      await judge(work, { to, content: row.content, pointer: '', scheduledAt: null });
      const isFetching = await fetchAgain(ctx, work, row);

      const told = { status: 'queued', at: work.now, source: 'api' } as const;
      const after = await moveMessage(work, row, told, {
        attempt: row.attempt + 1,
        hold: isFetching ? { reason: 'media', until: null } : null,
        dueAt: work.now,
        expiresAt: new Date(work.now.getTime() + lifetimeOf(row)),
        // The next try is another message to the provider; word of the earlier ones still finds this one.
        providerMessageId: null,
        acceptedAt: null,
        sentAt: null,
        dispatchedAt: null,
        leaseOwner: null,
        leaseUntil: null,
        retries: 0,
        // Somebody asks for this one: it no longer stands behind others, nor is held with its batch.
        priority: 0,
      });
      if (!after) throw new ApiError('invalid_state', `The message is ${row.status}.`);
      work.tx.store.afterCommit(() => ctx.whatsapp.wake(instance_id));
      const mayDuplicate = row.statusHistory.some(({ status, applied }) => applied && ARRIVED.has(status));
      return { message: await presentIn(work, after), may_duplicate: mayDuplicate };
    },
    { lock: true },
  );
}

/** As long as it had at first. */
const lifetimeOf = ({ expiresAt, scheduledAt, createdAt, attempt }: MessageRow): number =>
  expiresAt === null || attempt > 1
    ? SEND_LIMITS.expiresSeconds * 1000
    : expiresAt.getTime() - (scheduledAt ?? createdAt).getTime();

/** True while its file is on its way: one that could not be fetched is tried again. Throws 422 where it is gone. */
async function fetchAgain(ctx: WorkspaceContext, { tx }: Work, { mediaId, instanceId }: MessageRow): Promise<boolean> {
  if (mediaId === null) return false;
  const media = await tx.get(waMedia, mediaId);
  if (!media || media.status === 'expired') throw refused('media_download_failed', '');
  if (media.status === 'failed') {
    await retryMedia({ ...ctx, db: tx, store: tx.store }, { instance_id: instanceId, media_id: mediaId });
  }
  return media.status !== 'ready';
}
