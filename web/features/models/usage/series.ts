import { DAY_MS } from '../../../../shared/durations';
import type { Outputs } from '../../../trpc';
import { formatCount, formatNumber, formatShort } from '../../../ui/format';
import type { Measure } from '../../usage/bars';
import type { Series } from '../../usage/series';
import { formatUsd } from '../money';
import type { Group, MeasureName, Range } from '../names';

export type ModelUsage = Outputs['ai']['usage']['get'];
export type UsagePoint = ModelUsage['data'][number];

export const RANGES: Record<Range, { label: string; days: number }> = {
  '7d': { label: '7 days', days: 7 },
  '30d': { label: '30 days', days: 30 },
  '90d': { label: '90 days', days: 90 },
  '1y': { label: '1 year', days: 365 },
};
export const GROUPS: Record<Group, string> = { model: 'Model', key: 'Key' };
export const MEASURES: Record<MeasureName, string> = { cost: 'Cost', tokens: 'Tokens', calls: 'Calls' };

/** Aligned to UTC days, so that the query stays the same while the page is open. */
export function periodOf(range: Range): { from: string } {
  const today = Math.floor(Date.now() / DAY_MS);
  return { from: new Date((today - RANGES[range].days + 1) * DAY_MS).toISOString() };
}

const VALUES: Record<MeasureName, (point: UsagePoint) => number> = {
  cost: ({ cost_micro_usd: cost }) => cost,
  tokens: ({ prompt_tokens: prompt, completion_tokens: completion }) => prompt + completion,
  calls: ({ requests }) => requests,
};

const MEASURED: Record<MeasureName, Measure> = {
  cost: { title: 'Cost', count: formatUsd, format: formatUsd },
  tokens: { title: 'Tokens', count: (value) => `${formatShort(value)} tokens`, format: formatShort },
  calls: { title: 'Calls', count: (value) => formatCount(value, 'call'), format: formatNumber },
};
export const measureOf = (name: MeasureName): Measure => MEASURED[name];

export const nameIn = ({ key_id: key, model_id: model }: UsagePoint, group: Group): string =>
  (group === 'model' ? model : key) ?? '';

/** Groups in order of what they cost, then of their calls. */
export const ranked = (points: readonly UsagePoint[]): UsagePoint[] =>
  points.toSorted((a, b) => b.cost_micro_usd - a.cost_micro_usd || b.requests - a.requests);

const FILLS = ['var(--primary)', 'var(--ink-link)', 'var(--ink-auto)', 'var(--code-type)', 'var(--ink-wa)'];
const REST = 'var(--control-border)';
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface Split {
  /** Names of groups, the largest first; those beyond the colours are put together. */
  names: readonly string[];
  labelOf: (name: string) => string;
  group: Group;
}

/** A bar for each UTC day of the period, including those without calls. */
export function seriesOf({ from, to, data }: ModelUsage, measure: MeasureName, split?: Split): Series {
  const valueOf = VALUES[measure];
  const shown = split ? split.names.slice(0, FILLS.length) : [];
  const hasRest = !split || split.names.length > shown.length;
  const parts = [
    ...shown.map((name, at) => ({ label: split?.labelOf(name) ?? name, fill: FILLS[at] ?? REST })),
    ...(hasRest ? [{ label: split ? 'Others' : MEASURES[measure], fill: split ? REST : 'var(--primary)' }] : []),
  ];
  const days = Map.groupBy(data, (point) => point.day ?? '');
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS);
  const bars = Array.from({ length: count }, (_, index) => {
    const at = first + index * DAY_MS;
    const values = parts.map(() => 0);
    for (const point of days.get(new Date(at).toISOString().slice(0, 10)) ?? []) {
      const place = split ? shown.indexOf(nameIn(point, split.group)) : -1;
      const part = place < 0 ? parts.length - 1 : place;
      values[part] = (values[part] ?? 0) + valueOf(point);
    }
    return { at, label: day.format(at), values };
  });
  return { parts, bars };
}
