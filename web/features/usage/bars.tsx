import { TimeChart } from '../../ui/chart/time-chart';
import { limitedSeries, statusSeries, surfaceSeries, timesOf } from './series';
import type { Usage } from './sums';
import { t } from './texts';

export function UsageBars({ of: usage, bySurface = false }: { of: Usage; bySurface?: boolean }) {
  const { granularity } = usage;
  if (granularity === 'total') return null;
  return (
    <TimeChart
      label={t('overTime')}
      times={timesOf(usage)}
      step={granularity}
      // Days are counted in UTC; in another zone their name would be that of the day before.
      {...(granularity === 'day' ? { timeZone: 'UTC' } : {})}
      kind="bars"
      series={(bySurface ? surfaceSeries : statusSeries)(usage)}
      tableOnly={bySurface ? [] : [limitedSeries(usage)]}
    />
  );
}
