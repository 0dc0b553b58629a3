import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { createCountedQuota } from '../../limits/quota';
import { countWaiting } from '../system/queue';
import type { Work } from '../work-types';

const RETRY_SECONDS = 10;

const reserve = createCountedQuota({ name: 'queued messages', count: countWaiting, margin: 10_000 });

export async function reserveInQueue(
  { tx, instance: { id } }: Pick<Work, 'tx' | 'instance'>,
  more: number,
  limit: number = SEND_LIMITS.queued,
): Promise<void> {
  if ((await reserve(tx.store, id, { more, limit })) === more) return;
  throw new ApiError('rate_limited', {
    detail: `An instance can have at most ${limit} queued messages. Try again when some are sent.`,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
