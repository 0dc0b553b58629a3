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
import type { Work } from '../work';
import { holdMessage, onInstance } from './find';
import { judge, refused } from './judge';

/** What a try may have brought to the recipient. */
const ARRIVED: ReadonlySet<MessageRow['status']> = new Set(['unconfirmed', 'sent', 'delivered', 'read', 'played']);

/** Queues a message again that failed, or of which nobody knows. Throws 409 `invalid_state` for any other. */
export function retryMessage(ctx: WhatsAppContext, { instance_id, message_id }: MessageId): Promise<RetriedMessage> {
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      const row = await holdMessage(work, message_id);
      requireEnded(row);
      requireConnected(work.instance);
      const to = await resolveRecipient(work, row.chatId, '');
      const isBulk = row.batchId !== null;
      // A recipient without a value of it failed for that; nobody shall get the bare name.
      if (isBulk && variablesIn(row.content).length > 0) throw refused('invalid_parameter', '');
      await judge(work, { to, content: row.content, pointer: '', contentPointer: null, scheduledAt: null, isBulk });
      // Somebody asks for this one: it no longer stands behind others, nor is held with its batch.
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

/** The same message once more, which the work holds and has judged. Throws 409 where it neither failed nor is unconfirmed. */
export async function queueAgain(
  ctx: Pick<WhatsAppContext, 'now' | 'whatsapp'>,
  work: Work,
  row: MessageRow,
  { priority, lifetimeMs }: Again,
): Promise<MessageRow> {
  requireEnded(row);
  const isFetching = await isFileMissing(ctx, work, row);
  const told = { status: 'queued', at: work.now, source: 'api' } as const;
  const after = await moveMessage(work, row, told, {
    attempt: row.attempt + 1,
    hold: isFetching ? { reason: 'media', until: null } : null,
    dueAt: work.now,
    expiresAt: new Date(work.now.getTime() + lifetimeMs),
    // The next try is another message to the provider; word of the earlier ones still finds this one.
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
  work.tx.store.afterCommit(() => ctx.whatsapp.wake(row.instanceId));
  return after;
}

function requireEnded({ direction, status }: MessageRow): void {
  if (direction === 'outbound' && (status === 'failed' || status === 'unconfirmed')) return;
  throw new ApiError('invalid_state', `The message is ${status}. Only a failed or unconfirmed message can be retried.`);
}

/** As long as it had at first. */
const lifetimeOf = ({ expiresAt, scheduledAt, createdAt, attempt }: MessageRow): number =>
  expiresAt === null || attempt > 1
    ? SEND_LIMITS.expiresSeconds * 1000
    : expiresAt.getTime() - (scheduledAt ?? createdAt).getTime();

/** True while its file is on its way: one that could not be fetched is tried again. Throws 422 where it is gone. */
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
