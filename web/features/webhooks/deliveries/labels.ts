import type { Outputs } from '../../../trpc';
import { formatRelative } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';

export type Delivery = Outputs['webhooks']['deliveries']['list']['data'][number];
export type Attempt = Outputs['webhooks']['deliveries']['list_attempts']['data'][number];
export type DeliveryStatus = Delivery['status'];
export type DeliveryTrigger = Delivery['trigger'];

export const STATUSES = {
  pending: { label: 'Pending', tone: 'warning' },
  in_flight: { label: 'In flight', tone: 'info' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  exhausted: { label: 'Exhausted', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
} satisfies Record<DeliveryStatus, { label: string; tone: Tone }>;

export const TRIGGERS = {
  event: 'Event',
  resend: 'Resend',
  replay: 'Replay',
  test: 'Test',
} satisfies Record<DeliveryTrigger, string>;

export const CANCEL_REASONS = {
  user: 'by a person',
  webhook_deleted: 'the webhook was deleted',
  webhook_disabled: 'the webhook was disabled',
  expired: 'it waited for too long',
  interrupted: 'the service stopped meanwhile',
} satisfies Record<NonNullable<Delivery['cancel_reason']>, string>;

const WAITS = {
  circuit_breaker: 'breaker',
  concurrency: 'its turn',
  rate: 'rate limit',
  paused: 'webhook paused',
  disabled: 'webhook disabled',
  suspended: 'workspace suspended',
} satisfies Record<Exclude<NonNullable<Delivery['wait_reason']>, 'schedule' | 'retry_after'>, string>;

/** `in 4 min: Retry-After`, `waits: breaker`; undefined for a delivery that has ended or is being sent. */
export function nextAttemptLabel(
  { wait_reason: reason, next_attempt_at: at }: Delivery,
  now: number,
): string | undefined {
  if (reason === null) return undefined;
  const when = at === null || Date.parse(at) - now < 1000 ? 'due now' : formatRelative(at, now).replace(/\.$/, '');
  const time = when === 'now' ? 'in a moment' : when;
  if (reason === 'schedule') return time;
  if (reason === 'retry_after') return `${time}: Retry-After`;
  return `waits: ${WAITS[reason]}`;
}

/** Status of the last answer, or the code where there was none. */
export const resultLabel = ({ http_status: status, code }: NonNullable<Delivery['last_attempt']>): string =>
  status === null ? code : String(status);

/** The same rule as the server’s. */
export const mayRetry = ({ status, trigger }: Delivery): boolean =>
  (trigger === 'event' || trigger === 'replay') && ['pending', 'exhausted', 'canceled'].includes(status);
export const mayCancel = ({ status }: Delivery): boolean => status === 'pending';
/** The event of a test is not stored. */
export const mayResend = ({ sequence }: Delivery): boolean => sequence > 0;
