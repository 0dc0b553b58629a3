import { compact } from '../../../search';
import type { DefinedInput, Inputs, Outputs } from '../../../trpc';
import { formatNumber } from '../../../ui/format';
import { ownZone } from '../form/rule-draft';

export type Analytics = Outputs['links']['analytics']['query'];
export type Row = Analytics['rows'][number];
export type AnalyticsQuery = DefinedInput<Inputs['links']['analytics']['query']>;
export type Group = NonNullable<AnalyticsQuery['group_by']>;
export type Counts = Pick<Row, 'clicks' | 'unique_clicks' | 'bot_clicks'>;

/** Facts that rows are clicked for, by the names that the address gives them. */
export const FILTERS = {
  link: 'Link',
  domain: 'Domain',
  tag: 'Tag',
  country: 'Country',
  region: 'Region',
  city: 'City',
  language: 'Language',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  referrer_host: 'Referrer',
  destination: 'Destination',
  target_key: 'Rule',
  trigger: 'Came by',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  bot_reason: 'Bot',
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const INTERVALS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '1y', label: '1 year' },
  { value: 'all', label: 'All time' },
] as const;
export type Interval = (typeof INTERVALS)[number]['value'];

export const BOTS = [
  { value: 'include', label: 'With bots' },
  { value: 'only', label: 'Bots alone' },
] as const;

export type AnalyticsSearch = { [K in FilterName]?: string } & {
  interval?: Interval;
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
  const { interval = '30d', bots, link, domain } = search;
  const lists = Object.fromEntries(
    FILTER_NAMES.filter((name) => name !== 'link' && name !== 'domain').map((name) => [
      name,
      search[name] === undefined ? undefined : valuesOf(search[name]),
    ]),
  );
  return compact({
    interval,
    timezone: ownZone(),
    bots,
    link_ids: linkId === undefined ? (link ? valuesOf(link) : undefined) : [linkId],
    domain_id: domain ? valuesOf(domain) : undefined,
    ...lists,
  }) as AnalyticsQuery;
}

/** Rows are ranked by this. */
export const rankOf = ({ clicks, bot_clicks: bots }: Counts, mode: AnalyticsSearch['bots']): number =>
  mode === 'only' ? bots : mode === 'include' ? clicks + bots : clicks;

export const percentOf = (share: number): string => {
  if (share > 0 && share < 0.01) return '< 1 %';
  return `${formatNumber(Math.round(share * 100))} %`;
};
