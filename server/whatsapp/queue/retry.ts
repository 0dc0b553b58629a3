import { HOUR_MS } from '../../../shared/durations';
import type { MessageWait } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { MessageRow } from '../present/messages';

/** After attempts that certainly sent nothing. */
const DELAYS_S = [1, 4, 16, 60, 120] as const;
const SPREAD = 0.2;
/** A longer `Retry-After` is ignored, so that a wrong value cannot delay a message for years. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

/** Undefined when the message has no attempts left. Milliseconds since 1970. */
export function retryAt(
  { retries, expiresAt }: Pick<MessageRow, 'retries' | 'expiresAt'>,
  error: SendError | undefined,
  { now, random }: { now: number; random: () => number },
): number | undefined {
  const plain = DELAYS_S[retries];
  if (plain === undefined || error?.retryable === false) return undefined;

  const seconds = error?.code === 'pair_rate_limited' ? 4 ** retries : plain;
  const spread = seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random());
  const at = Math.ceil(now + Math.max(spread, Math.min(error?.retry_after_ms ?? 0, MAX_RETRY_AFTER_MS)));
  return expiresAt !== null && at >= expiresAt.getTime() ? undefined : at;
}

const REASONS: Partial<Record<SendError['code'], MessageWait['reason']>> = {
  pair_rate_limited: 'pair_limit',
  provider_rate_limited: 'provider_rate_limited',
  group_rate_limited: 'provider_rate_limited',
};

export function waitOf(error: SendError | undefined, at: number): MessageWait | null {
  const reason = error && REASONS[error.code];
  return reason === undefined ? null : { reason, until: new Date(at).toISOString() };
}
