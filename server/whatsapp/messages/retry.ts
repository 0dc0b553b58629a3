import type { MessageId, RetriedMessage } from '../../../shared/whatsapp/message-inputs';
import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { variablesIn } from '../../../shared/whatsapp/variables';
import { ApiError } from '../../errors';
import { requireConnected } from '../connections/connected';
import { moveMessage, presentIn } from '../connections/move';
import type { WhatsAppContext } from '../context';
import { resolveRecipient } from '../identity/recipient';
import { fetchAgain } from '../media/service';
import type { MessageRow } from '../present/messages';
import { waMedia } from '../schema/media';
import type { Work } from '../work-types';
import { requireSendable, refused } from './check-recipient';
import { lockMessage, onInstance } from './find';

const ARRIVED: ReadonlySet<MessageRow['status']> = new Set(['unconfirmed', 'sent', 'delivered', 'read', 'played']);

/** Throws 409 `invalid_state` unless the message has failed or is unconfirmed. */
export function retryMessage(ctx: WhatsAppContext, { instance_id, message_id }: MessageId): Promise<RetriedMessage> {
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      const row = await lockMessage(work, message_id);
      requireEnded(row);
      requireConnected(work.instance);
      const to = await resolveRecipient(work, row.chatId, '');
      const isBulk = row.batchId !== null;
      // A recipient without a value failed for it and must not get the placeholder.
      if (isBulk && variablesIn(row.content).length > 0) throw refused('invalid_parameter', '');
      await requireSendable(work, {
        to,
        content: row.content,
        pointer: '',
        contentPointer: null,
        scheduledAt: null,
        isBulk,
      });
      // A manual retry gets normal priority and leaves the paused batch.
      const after = await queueAgain(ctx, work, row, { priority: 0, lifetimeMs: lifetimeOf(row) });
      const mayDuplicate = row.statusHistory.some(({ status, applied }) => applied && ARRIVED.has(status));
      return { message: await presentIn(work, after), may_duplicate: mayDuplicate };
    },
    { lock: true },
  );
}

interface Again {
  priority: number;
  lifetimeMs: number;
}

/** Expects a locked, checked message. Throws 409 unless it has failed or is unconfirmed. */
export async function queueAgain(
  ctx: Pick<WhatsAppContext, 'now' | 'whatsapp'>,
  work: Work,
  row: MessageRow,
  { priority, lifetimeMs }: Again,
): Promise<MessageRow> {
  requireEnded(row);
  const isFetching = await isFileMissing(ctx, work, row);
  const report = { status: 'queued', at: work.now, source: 'api' } as const;
  const after = await moveMessage(work, row, report, {
    attempt: row.attempt + 1,
    waiting: isFetching ? { reason: 'media', until: null } : null,
    dueAt: work.now,
    expiresAt: new Date(work.now.getTime() + lifetimeMs),
    // The next attempt gets a new provider id; events of earlier ones still find the message.
    providerMessageId: null,
    acceptedAt: null,
    sentAt: null,
    dispatchedAt: null,
    leaseOwner: null,
    leaseUntil: null,
    retries: 0,
    priority,
  });
  if (!after) throw new ApiError('invalid_state', `The message is ${row.status}.`);
  work.tx.store.afterCommit(() => ctx.whatsapp.wake({ id: row.instanceId, workspaceId: row.workspaceId }));
  return after;
}

function requireEnded({ direction, status }: MessageRow): void {
  if (direction === 'outbound' && (status === 'failed' || status === 'unconfirmed')) return;
  throw new ApiError('invalid_state', `The message is ${status}. Only a failed or unconfirmed message can be retried.`);
}

const lifetimeOf = ({ expiresAt, scheduledAt, createdAt, attempt }: MessageRow): number =>
  expiresAt === null || attempt > 1
    ? SEND_LIMITS.expiresSeconds * 1000
    : expiresAt.getTime() - (scheduledAt ?? createdAt).getTime();

/** True while its file is fetched; fetching a failed file is retried. Throws 422 for a deleted file. */
async function isFileMissing(
  ctx: Pick<WhatsAppContext, 'now' | 'whatsapp'>,
  { tx }: Work,
  { mediaId }: MessageRow,
): Promise<boolean> {
  if (mediaId === null) return false;
  const media = await tx.get(waMedia, mediaId);
  if (!media || media.status === 'expired') throw refused('media_download_failed', '');
  if (media.status === 'failed') await fetchAgain(ctx, tx, media.id);
  return media.status !== 'ready';
}
