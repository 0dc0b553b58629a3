import type { Outputs } from '../../trpc';
import { formatNumber } from '../../ui/format';
import { t } from './texts';

export type Webhook = Outputs['webhooks']['list']['data'][number];
export type Health = Webhook['health'];

/** The built-in receiver. `shared/` has the same constant, with schemas that lists do without. */
export const INBOX = 'switchboard://inbox';
export const isInbox = (url: string): boolean => url === INBOX || url.startsWith(`${INBOX}?`);

export const STATUSES = ['active', 'paused', 'disabled'] as const satisfies readonly Webhook['status'][];

export const DISABLED_LABELS = {
  get user() {
    return t('disabledUser');
  },
  get gone() {
    return t('disabledGone');
  },
  get failing() {
    return t('disabledFailing');
  },
  get blocked_target() {
    return t('disabledBlocked_target');
  },
  get expired() {
    return t('disabledExpired');
  },
} satisfies Record<NonNullable<Webhook['disabled_reason']>, string>;

export const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name ?? hostOf(url);

export function hostOf(url: string): string {
  if (isInbox(url)) return t('inbox');
  return URL.canParse(url) ? new URL(url).host : url;
}

export const rateLabel = ({ success_rate_24h: rate }: Health): string => percentLabel(rate);

/** `95.6%` of a part of 1; a dash for none. */
export function percentLabel(rate: number | null): string {
  if (rate === null) return '–';
  // 99.96 % is not rounded to 100.
  const percent = rate === 1 ? 100 : Math.min(99.9, Math.round(rate * 1000) / 10);
  return t('percent', { percent: formatNumber(percent) });
}

export const lastDeliveryOf = ({ last_success_at: good, last_failure_at: bad }: Health): string | null =>
  [good, bad]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null;

export const pendingLabel = ({ pending_count: count }: Health): string =>
  count >= 10_000 ? `${formatNumber(10_000)}+` : formatNumber(count);
