import type { Outputs } from '../../../trpc';
import { formatRelative } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';
import { t } from './texts';

export type Delivery = Outputs['webhooks']['deliveries']['list']['data'][number];
export type Attempt = Outputs['webhooks']['deliveries']['list_attempts']['data'][number];
export type DeliveryStatus = Delivery['status'];
export type DeliveryTrigger = Delivery['trigger'];

export const STATUSES = ['pending', 'in_flight', 'succeeded', 'exhausted', 'canceled'] as const;
export const statusLabel = (status: DeliveryStatus): string => t(status);
export const STATUS_TONES = {
  pending: 'warning',
  in_flight: 'info',
  succeeded: 'success',
  exhausted: 'error',
  canceled: 'neutral',
} satisfies Record<DeliveryStatus, Tone>;

const TRIGGER_KEYS = {
  event: 'triggerEvent',
  resend: 'triggerResend',
  replay: 'triggerReplay',
  test: 'triggerTest',
} as const satisfies Record<DeliveryTrigger, string>;
export const TRIGGERS = Object.keys(TRIGGER_KEYS) as DeliveryTrigger[];
export const triggerLabel = (trigger: DeliveryTrigger): string => t(TRIGGER_KEYS[trigger]);

const CANCEL_KEYS = {
  user: 'canceledUser',
  webhook_deleted: 'canceledWebhook_deleted',
  webhook_disabled: 'canceledWebhook_disabled',
  expired: 'canceledExpired',
  interrupted: 'canceledInterrupted',
} as const satisfies Record<NonNullable<Delivery['cancel_reason']>, string>;
export const cancelText = (reason: NonNullable<Delivery['cancel_reason']>): string => t(CANCEL_KEYS[reason]);

const WAIT_KEYS = {
  circuit_breaker: 'waitBreaker',
  concurrency: 'waitConcurrency',
  rate: 'waitRate',
  paused: 'waitPaused',
  disabled: 'waitDisabled',
  suspended: 'waitSuspended',
} as const satisfies Record<Exclude<NonNullable<Delivery['wait_reason']>, 'schedule' | 'retry_after'>, string>;

/** `in 4 min (Retry-After)`, `paused after failures`; undefined for a delivery that is completed or being sent. */
export function nextAttemptLabel(
  { wait_reason: reason, next_attempt_at: at }: Delivery,
  now: number,
): string | undefined {
  if (reason === null) return undefined;
  if (reason !== 'schedule' && reason !== 'retry_after') return t(WAIT_KEYS[reason]);
  const when = timeUntil(at, now);
  return reason === 'schedule' ? when : t('retryAfter', { when });
}

/** `in 4 min`, without the full stop of `min.`: texts go on after it. */
export function timeUntil(at: string | null, now: number): string {
  const left = at === null ? 0 : Date.parse(at) - now;
  if (at === null || left < 1000) return t('dueNow');
  return left < 5000 ? t('inAMoment') : formatRelative(at, now);
}

/** Status of the response, or the code where there was none. */
export const resultLabel = ({ http_status: status, code }: NonNullable<Delivery['last_attempt']>): string =>
  status === null ? code : String(status);

/** The same rule as the server’s. */
export const mayRetry = ({ status, trigger }: Delivery): boolean =>
  (trigger === 'event' || trigger === 'replay') && ['pending', 'exhausted', 'canceled'].includes(status);
export const mayCancel = ({ status }: Delivery): boolean => status === 'pending';
/** The event of a test is not stored. */
export const mayResend = ({ sequence }: Delivery): boolean => sequence > 0;
