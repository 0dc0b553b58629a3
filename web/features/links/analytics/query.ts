import { compact } from '../../../search';
import type { DefinedInput, Inputs, Outputs } from '../../../trpc';
import { BETWEEN } from '../../../ui/filter/filter';
import { ownZone } from '../form/rule-draft';
import { t } from './texts';

export type Analytics = Outputs['links']['analytics']['query'];
export type Row = Analytics['rows'][number];
export type AnalyticsQuery = DefinedInput<Inputs['links']['analytics']['query']>;
export type Group = NonNullable<AnalyticsQuery['group_by']>;
export type Counts = Pick<Row, 'clicks' | 'unique_clicks' | 'bot_clicks'>;

/** Facts that rows are clicked for, by the names that the address gives them. */
export const FILTERS = {
  link: () => t('link'),
  domain: () => t('domain'),
  tag: () => t('tag'),
  country: () => t('country'),
  region: () => t('region'),
  city: () => t('city'),
  language: () => t('language'),
  device: () => t('device'),
  os: () => t('system'),
  browser: () => t('browser'),
  referrer_host: () => t('referrer'),
  destination: () => t('destination'),
  target_key: () => t('rule'),
  trigger: () => t('trigger'),
  utm_source: () => t('utmSource'),
  utm_medium: () => t('utmMedium'),
  utm_campaign: () => t('utmCampaign'),
  bot_reason: () => t('bot'),
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const intervals = () =>
  [
    { value: '24h', label: t('hours24') },
    { value: '7d', label: t('days7') },
    { value: '30d', label: t('days30') },
    { value: '90d', label: t('days90') },
    { value: '1y', label: t('year') },
    { value: 'all', label: t('allTime') },
    { value: BETWEEN, label: t('between') },
  ] as const;
type Interval = ReturnType<typeof intervals>[number]['value'];

export type AnalyticsSearch = { [K in FilterName]?: string } & {
  time?: Interval;
  /** Of the time `between`: its first moment, and the first one after it. */
  after?: string;
  before?: string;
  bots?: 'include' | 'only';
  /** Groups that boards show in place of their first one. */
  by?: string;
};
export type Change = (next: { [K in keyof AnalyticsSearch]?: AnalyticsSearch[K] | undefined }) => void;

/** Values are separated by commas; a comma within a value is `%2C`. */
export const valuesOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
const textOf = (values: readonly string[]): string | undefined =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',') || undefined;

/** The filter with this value in or out. */
export function toggled(text: string | undefined, value: string): string | undefined {
  const values = valuesOf(text);
  return textOf(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
}

/** The query without its grouping. */
export function queryOf(search: AnalyticsSearch, linkId?: string): AnalyticsQuery {
  const { bots, link, domain } = search;
  const lists = Object.fromEntries(
    FILTER_NAMES.filter((name) => name !== 'link' && name !== 'domain').map((name) => [
      name,
      search[name] === undefined ? undefined : valuesOf(search[name]),
    ]),
  );
  return compact({
    ...periodOf(search),
    timezone: ownZone(),
    bots,
    link_ids: linkId === undefined ? (link ? valuesOf(link) : undefined) : [linkId],
    domain_id: domain ? valuesOf(domain) : undefined,
    ...lists,
  }) as AnalyticsQuery;
}

function periodOf({ time = '30d', after, before }: AnalyticsSearch): Partial<AnalyticsQuery> {
  if (time !== BETWEEN) return { interval: time };
  if (after === undefined) return { interval: before === undefined ? '30d' : 'all' };
  // A period ends at most now.
  return before === undefined || Date.parse(before) > Date.now() ? { from: after } : { from: after, to: before };
}

/** Rows are ranked by this. */
export const rankOf = ({ clicks, bot_clicks: bots }: Counts, mode: AnalyticsSearch['bots']): number =>
  mode === 'only' ? bots : mode === 'include' ? clicks + bots : clicks;
