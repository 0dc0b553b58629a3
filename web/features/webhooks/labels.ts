import type { Outputs } from '../../trpc';
import { formatNumber, formatRelative } from '../../ui/format';
import type { Tone } from '../../ui/tag';

export type Webhook = Outputs['webhooks']['list']['data'][number];
export type Health = Webhook['health'];

/** The built-in receiver. `shared/` has the same constant, with schemas that lists do without. */
export const INBOX = 'switchboard://inbox';
export const isInbox = (url: string): boolean => url === INBOX || url.startsWith(`${INBOX}?`);

export const STATUS_LABELS = { active: 'Active', paused: 'Paused', disabled: 'Disabled' } satisfies Record<
  Webhook['status'],
  string
>;

export const RECEIVERS = {
  n8n: 'n8n',
  zapier: 'Zapier',
  make: 'Make',
  pipedream: 'Pipedream',
  inbox: 'Inbox',
  custom: '',
} satisfies Record<Webhook['receiver']['kind'], string>;

export const RECEIVER_WARNINGS = {
  n8n_test_url: 'A test address of n8n: it listens only while the editor is open. Use the production URL.',
  plain_http: 'Plain http: events cross the network readable.',
} satisfies Record<Webhook['receiver']['warnings'][number], string>;

export const DISABLED_LABELS = {
  user: 'by a person',
  gone: 'the receiver answered 410',
  failing: 'it failed for too long',
  blocked_target: 'its host leads to a forbidden address',
  expired: 'it reached its end',
} satisfies Record<NonNullable<Webhook['disabled_reason']>, string>;

export const RETRY_PRESETS = [
  { value: 'standard', label: 'Standard: 12 attempts in three days' },
  { value: 'fast', label: 'Fast: 6 attempts in half an hour' },
  { value: 'none', label: 'None: one attempt' },
  { value: 'own', label: 'Own delays' },
] as const;
export type RetryChoice = (typeof RETRY_PRESETS)[number]['value'];

export const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name ?? hostOf(url);

export function hostOf(url: string): string {
  if (isInbox(url)) return 'Built-in inbox';
  return URL.canParse(url) ? new URL(url).host : url;
}

export function retryLabel(retry: Webhook['retry']): string {
  if ('preset' in retry) return RETRY_PRESETS.find(({ value }) => value === retry.preset)?.label ?? retry.preset;
  return `${retry.delays_seconds.length + 1} attempts, after ${retry.delays_seconds.map(secondsLabel).join(', ')}`;
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

/** `90 s`, `2 min`, `1 d`: the largest unit that leaves nothing over. */
function secondsLabel(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [1, 's'];
  return `${formatNumber(seconds / size)} ${unit}`;
}

interface State {
  tone: Tone;
  label: string;
  note?: string;
}

export function stateOf({ status, health, disabled_reason: reason }: Webhook, now: number): State {
  if (status === 'disabled') {
    return {
      tone: reason === 'user' ? 'neutral' : 'error',
      label: 'Disabled',
      ...(reason === null ? {} : { note: DISABLED_LABELS[reason] }),
    };
  }
  if (status === 'paused') return { tone: 'neutral', label: 'Paused', note: 'deliveries wait' };
  const since = health.failing_since_at;
  const note = since === null ? {} : { note: `since ${formatRelative(since, now)}` };
  if (health.status === 'degraded') return { tone: 'error', label: 'Degraded', ...note };
  if (health.status === 'failing') return { tone: 'warning', label: 'Failing', ...note };
  if (health.last_success_at === null) return { tone: 'neutral', label: 'Ready', note: 'waits for its first event' };
  return { tone: 'success', label: 'Healthy' };
}

export function breakerLabel({ circuit_breaker: breaker, resumes_at: at }: Health, now: number): string | undefined {
  if (breaker === 'half_open') return 'One delivery is tried; the others follow when it succeeds.';
  if (breaker !== 'open') return undefined;
  return `Nothing is sent for the moment; the next try is ${at === null ? 'soon' : formatRelative(at, now)}.`;
}

export const rateLabel = ({ success_rate_24h: rate }: Health): string => {
  if (rate === null) return '–';
  // 99.96 % is not rounded to 100.
  const percent = rate === 1 ? 100 : Math.min(99.9, Math.round(rate * 1000) / 10);
  return `${percent} %`;
};

export const lastDeliveryOf = ({ last_success_at: good, last_failure_at: bad }: Health): string | null =>
  [good, bad]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null;

export const pendingLabel = ({ pending_count: count }: Health): string =>
  count >= 10_000 ? `${formatNumber(10_000)}+` : formatNumber(count);

export const SECRET_LOST = 'Rotate the secret to get another one.';
