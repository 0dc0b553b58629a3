import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { AnsweredTraits } from '../../../shared/whatsapp/instance-answers';

export interface SendRate {
  intervalMs: number;
  burst: number;
}

/** Null for no limit. */
export interface SendLimits {
  send: SendRate | null;
  jitterMs: readonly [number, number];
  newHour: SendRate | null;
  newDay: SendRate | null;
  pair: SendRate | null;
}

export const NO_LIMITS: SendLimits = { send: null, jitterMs: [0, 0], newHour: null, newDay: null, pair: null };

const perPeriod = (count: number | null, periodMs: number): SendRate | null =>
  count === null ? null : { intervalMs: periodMs / Math.max(1, count), burst: Math.max(1, count) };
export const perHour = (count: number | null): SendRate | null => perPeriod(count, HOUR_MS);
export const perDay = (count: number | null): SendRate | null => perPeriod(count, DAY_MS);

/** Faster sending needs an administrator, and excludes batches. */
export interface PacingBounds {
  perMinute: number;
  newChatsPerDay: number;
}

export interface DriverTraits {
  title: string;
  description: string;
  answered: AnsweredTraits;
  isSimulated: boolean;
  /** Whether messages need a received message within 24 hours; `noted` only shows it. */
  sendWindow: 'required' | 'noted' | 'none';
  limits: (messagingLimit: string | null) => SendLimits;
  pacingBounds: PacingBounds | null;
  burst: (perMinute: number) => number;
  parallelSends: number;
  recipientIds: readonly ('phone' | 'bsuid' | 'lid')[];
  typingNeedsInbound: boolean;
  typingEndsItself: boolean;
  /** Without webhook calls of the provider, messages may stay unconfirmed. */
  hasWebhook: boolean;
  checksTemplates: boolean;
  lockedProfile: Partial<Record<'name' | 'picture', string>>;
  /** One process at a time has the connection of an instance, and sends and calls go through it. */
  hasSocket: boolean;
  readsGroups: boolean;
}
