import type { MessageHold } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { MessageRow } from './types';

/** Of what certainly did not leave. */
const DELAYS_S = [1, 4, 16, 60, 120] as const;
const SPREAD = 0.2;

/** When a message that did not leave is tried again; undefined when it ends here. Milliseconds since 1970. */
export function retryAt(
  { retries, expiresAt }: Pick<MessageRow, 'retries' | 'expiresAt'>,
  error: SendError | undefined,
  { now, random }: { now: number; random: () => number },
): number | undefined {
  const plain = DELAYS_S[retries];
  if (plain === undefined || error?.retryable === false) return undefined;

  const seconds = error?.code === 'pair_rate_limited' ? 4 ** retries : plain;
  const spread = seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random());
  const at = Math.ceil(now + Math.max(spread, error?.retry_after_ms ?? 0));
  return expiresAt !== null && at >= expiresAt.getTime() ? undefined : at;
}

const REASONS: Partial<Record<SendError['code'], MessageHold['reason']>> = {
  pair_rate_limited: 'pair_limit',
  provider_rate_limited: 'provider_rate_limited',
  group_rate_limited: 'provider_rate_limited',
};

export function holdOf(error: SendError | undefined, at: number): MessageHold | null {
  const reason = error && REASONS[error.code];
  return reason === undefined ? null : { reason, until: new Date(at).toISOString() };
}
