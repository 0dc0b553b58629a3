import { DAY_MS } from '../../../../shared/durations';
import type { Outputs } from '../../../trpc';
import type { ChartTone, Series } from '../../../ui/chart/scale';
import { formatNumber, formatShort } from '../../../ui/format';
import { formatUsd, formatUsdShort } from '../money';
import type { Group, MeasureName, Range } from '../names';
import { t } from './texts';

export type ModelUsage = Outputs['ai']['usage']['get'];
export type UsagePoint = ModelUsage['data'][number];

export const DAYS: Record<Range, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };
export const ranges = (): Record<Range, string> => ({
  '7d': t('days7'),
  '30d': t('days30'),
  '90d': t('days90'),
  '1y': t('year'),
});
export const groups = (): Record<Group, string> => ({ model: t('model'), key: t('key') });
export const measures = (): Record<MeasureName, string> => ({
  cost: t('cost'),
  tokens: t('tokens'),
  calls: t('calls'),
});

/** Aligned to UTC days, so that the query stays the same while the page is open. */
export function periodOf(range: Range): { from: string } {
  return { from: startOf(DAYS[range] - 1) };
}

/** As many days, before the period. */
export const periodBefore = (range: Range): { from: string; to: string } => ({
  from: startOf(2 * DAYS[range] - 1),
  to: startOf(DAYS[range] - 1),
});

const startOf = (daysAgo: number): string =>
  new Date((Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS).toISOString();

const VALUES: Record<MeasureName, (point: UsagePoint) => number> = {
  cost: ({ cost_micro_usd: cost }) => cost,
  tokens: ({ prompt_tokens: prompt, completion_tokens: completion }) => prompt + completion,
  calls: ({ requests }) => requests,
};

/** How the chart writes its values, and whether its axis may have fractions. */
export const FORMATS = {
  cost: { format: formatUsd, formatAxis: formatUsdShort, isFractional: true },
  tokens: { format: (value: number) => t('tokenCount', { tokens: formatShort(value) }), formatAxis: formatShort },
  calls: { format: formatNumber, formatAxis: formatShort },
} as const satisfies Record<MeasureName, object>;

export const nameIn = ({ key_id: key, model_id: model }: UsagePoint, group: Group): string =>
  (group === 'model' ? model : key) ?? '';

/** Groups in order of what they cost, then of their calls. */
export const ranked = (points: readonly UsagePoint[]): UsagePoint[] =>
  points.toSorted((a, b) => b.cost_micro_usd - a.cost_micro_usd || b.requests - a.requests);

const TONES: readonly ChartTone[] = ['core', 'link', 'auto', 'wa', 'warning'];

interface Split {
  /** Names of groups, the largest first; those beyond the colours are put together. */
  names: readonly string[];
  labelOf: (name: string) => string;
  group: Group;
}

/** The start of each UTC day of the period, including those without calls. */
export function daysOf({ from, to }: Pick<ModelUsage, 'from' | 'to'>): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS);
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString());
}

/** The values of each day, in a series for each group. */
export function seriesOf(usage: ModelUsage, measure: MeasureName, split?: Split): Series[] {
  const shown = split ? split.names.slice(0, TONES.length) : [];
  const hasRest = !split || split.names.length > shown.length;
  const days = Map.groupBy(usage.data, (point) => point.day ?? '');
  const dates = daysOf(usage).map((day) => day.slice(0, 10));
  const sum = (day: string, isMeant: (name: string) => boolean) =>
    (days.get(day) ?? [])
      .filter((point) => isMeant(split ? nameIn(point, split.group) : ''))
      .reduce((all, point) => all + VALUES[measure](point), 0);
  return [
    ...shown.map((name, at) => ({
      name: split?.labelOf(name) ?? name,
      tone: TONES[at] ?? 'neutral',
      values: dates.map((day) => sum(day, (other) => other === name)),
    })),
    ...(hasRest
      ? [
          {
            name: split ? t('others') : measures()[measure],
            tone: split ? ('neutral' as const) : ('core' as const),
            values: dates.map((day) => sum(day, (name) => !split || !shown.includes(name))),
          },
        ]
      : []),
  ];
}
