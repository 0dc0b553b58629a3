import { DAY_MS } from '../../../../shared/durations';
import type { Outputs } from '../../../trpc';

type Key = Pick<Outputs['keys']['list']['data'][number], 'created_at' | 'expires_at'>;
type Webhook = Outputs['webhooks']['list']['data'][number];

const SOON_MS = 7 * DAY_MS;
const BRIEF_MS = 2 * DAY_MS;

/** Keys made for a day or two, such as those of the reference, expire as meant. */
const isBrief = ({ created_at: from, expires_at: at }: Key): boolean =>
  at !== null && Date.parse(at) - Date.parse(from) <= BRIEF_MS;

export function expiresSoon(key: Key, now: number): boolean {
  const left = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now;
  return left < SOON_MS && !isBrief(key);
}

/** Deliveries to it have stopped: because it keeps failing, or because the server disabled it. */
export const isCutOff = ({
  status,
  disabled_reason: reason,
  health,
}: Pick<Webhook, 'status' | 'disabled_reason'> & {
  health: Pick<Webhook['health'], 'status' | 'circuit_breaker'>;
}): boolean => {
  if (status === 'disabled') return reason !== 'user' && reason !== 'expired';
  return status === 'active' && (health.status === 'degraded' || health.circuit_breaker !== 'closed');
};
