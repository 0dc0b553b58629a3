import { DAY_SECONDS, MINUTE_MS, WEEK_SECONDS } from '../../../../shared/durations';
import type { Inputs } from '../../../trpc';
import { withScheme } from '../../../ui/form/address';
import type { Webhook } from '../labels';
import type { RetryChoice } from './retry';
import { selectorLists, selectorsOf, type SelectorLists } from './selectors';
import { t } from './texts';

export interface Pair {
  name: string;
  value: string;
}

/** Field names are those of the API, so that its errors find their fields. */
export interface WebhookDraft {
  url: string;
  name: string;
  description: string;
  events: string[];
  /** Ids, one a line. */
  selectors: SelectorLists;
  retry: {
    preset: RetryChoice;
    /** Seconds, as a person lists them. */
    delays_seconds: string;
  };
  headers: Pair[];
  metadata: Pair[];
  timeout_seconds: number | '';
  max_in_flight: number | '';
  /** Empty for no limit. */
  rate_limit_per_second: number | '';
  /** As `datetime-local` fields write it; empty for never. */
  expires_at: string;
}

/** The API returns a stored header value masked like this. */
export const MASKED = '••••';
const TIMEOUT = 15;
const IN_FLIGHT = 8;

export const NEW_DRAFT: WebhookDraft = {
  url: '',
  name: '',
  description: '',
  events: [],
  selectors: selectorLists(null),
  retry: { preset: 'standard', delays_seconds: '' },
  headers: [],
  metadata: [],
  timeout_seconds: TIMEOUT,
  max_in_flight: IN_FLIGHT,
  rate_limit_per_second: '',
  expires_at: '',
};

export function draftOf(webhook: Webhook): WebhookDraft {
  const { retry } = webhook;
  return {
    url: webhook.url,
    name: webhook.name ?? '',
    description: webhook.description ?? '',
    events: webhook.events,
    selectors: selectorLists(webhook.selectors),
    retry:
      'preset' in retry
        ? { preset: retry.preset, delays_seconds: '' }
        : { preset: 'own', delays_seconds: retry.delays_seconds.join(', ') },
    headers: pairsOf(webhook.headers),
    metadata: pairsOf(webhook.metadata),
    timeout_seconds: webhook.timeout_seconds,
    max_in_flight: webhook.max_in_flight,
    rate_limit_per_second: webhook.rate_limit_per_second ?? '',
    expires_at: webhook.expires_at === null ? '' : localTime(webhook.expires_at),
  };
}

/** `2026-11-21T09:30` here, as date fields have it. */
const localTime = (at: string): string => {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};

export const pairsOf = (record: Record<string, string>): Pair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

export const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

const READERS = {
  url: ({ url }) => withScheme(url),
  name: ({ name }) => name.trim() || null,
  description: ({ description }) => description.trim() || null,
  events: ({ events }) => events,
  selectors: ({ selectors }) => selectorsOf(selectors),
  retry: ({ retry }) =>
    retry.preset === 'own' ? { delays_seconds: numbersIn(retry.delays_seconds) } : { preset: retry.preset },
  headers: ({ headers }) => recordOf(headers),
  metadata: ({ metadata }) => recordOf(metadata),
  timeout_seconds: ({ timeout_seconds: seconds }) => (seconds === '' ? TIMEOUT : seconds),
  max_in_flight: ({ max_in_flight: max }) => (max === '' ? IN_FLIGHT : max),
  rate_limit_per_second: ({ rate_limit_per_second: max }) => (max === '' ? null : max),
  expires_at: ({ expires_at: at }) => (at === '' ? null : new Date(at).toISOString()),
} satisfies Record<keyof WebhookDraft, (draft: WebhookDraft) => unknown>;

const DRAFT_FIELDS = Object.keys(READERS) as (keyof WebhookDraft)[];

/** The draft as the API takes it, without defaults. */
export function inputOf(draft: WebhookDraft): Inputs['webhooks']['create'] {
  const given = changeOf(NEW_DRAFT, draft);
  return { ...given, url: withScheme(draft.url), events: draft.events, source: 'console' };
}

export function changeOf(base: WebhookDraft, draft: WebhookDraft): Partial<Inputs['webhooks']['update']> {
  const differing = DRAFT_FIELDS.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(draft[name]));
  return Object.fromEntries(differing.map((name) => [name, READERS[name](draft)]));
}

const DELAYS = 15;

/** Checks that need no server. The server validates URLs and event types. */
export function checkDraft(draft: WebhookDraft, isNew = true): Record<string, string> {
  const url = faultInUrl(withScheme(draft.url));
  const delays = draft.retry.preset === 'own' ? faultInDelays(draft.retry.delays_seconds) : undefined;
  return {
    ...(url === undefined ? {} : { url }),
    ...(isNew && draft.events.length === 0 ? { events: t('chooseEvents') } : {}),
    ...(delays === undefined ? {} : { 'retry.delays_seconds': delays }),
    ...(hasTwice(draft.headers) ? { headers: t('headerTwice') } : {}),
    ...(hasNameless(draft.headers) ? { headers: t('headerNameless') } : {}),
    ...(hasNameless(draft.metadata) ? { metadata: t('pairNameless') } : {}),
    ...(draft.expires_at !== '' && new Date(draft.expires_at).getTime() < Date.now()
      ? { expires_at: t('expiresInPast') }
      : {}),
  };
}

/** Errors that the URL’s text shows; undefined when only the server can tell. */
export function faultInUrl(url: string): string | undefined {
  if (url === '') return t('enterUrl');
  if (url.startsWith('switchboard:')) return undefined;
  if (/[\s\\]/.test(url)) return t('urlSpaces');
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) {
    return t('urlAbsolute');
  }
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') return t('urlCredentials');
  return url.includes('#') ? t('urlFragment') : undefined;
}

function faultInDelays(text: string): string | undefined {
  const delays = numbersIn(text);
  if (delays.length === 0 || delays.length > DELAYS) return t('delayCount', { max: DELAYS });
  if (delays.some((delay) => !Number.isInteger(delay) || delay < 1 || delay > DAY_SECONDS)) {
    return t('delayRange');
  }
  return delays.reduce((sum, delay) => sum + delay, 0) > WEEK_SECONDS ? t('delaySum') : undefined;
}

export const hasNameless = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ name, value }) => name.trim() === '' && value !== '');

function hasTwice(pairs: readonly Pair[]): boolean {
  const names = pairs.map(({ name }) => name.trim().toLowerCase()).filter(Boolean);
  return new Set(names).size < names.length;
}
