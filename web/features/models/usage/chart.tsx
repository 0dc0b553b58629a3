import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { sumOf } from '../../../ui/chart/scale';
import { TimeChart } from '../../../ui/chart/time-chart';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { REFRESH } from '../../usage/periods';
import type { Group, MeasureName, Range } from '../names';
import { t as models } from '../texts';
import { useKeyNames } from '../use-key-names';
import { DAYS, daysOf, FORMATS, measures, type ModelUsage, nameIn, periodOf, ranked, seriesOf } from './series';
import { t } from './texts';

/** Of one response. */
const MAX_POINTS = 1000;

interface UsageChartProps {
  totals: ModelUsage;
  before: ModelUsage | undefined;
  range: Range;
  group: Group;
  measure: MeasureName;
}

export function UsageChart({ totals, before, range, group, measure }: UsageChartProps) {
  const trpc = useTRPC();
  const { nameOf } = useKeyNames();
  const names = ranked(totals.data).map((point) => nameIn(point, group));
  const isSplit = totals.group_by[0] === group && names.length * DAYS[range] <= MAX_POINTS;
  const query = useQuery(
    trpc.ai.usage.get.queryOptions(
      { ...periodOf(range), group_by: isSplit ? ['day', group] : ['day'] },
      { ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  const labelOf = (name: string) => (group === 'model' ? name : name === '' ? models('withoutKey') : nameOf(name));
  return (
    <Content query={query} loading={<Loading shape="cards" rows={1} />}>
      {(usage) => {
        const hasGroups = usage.group_by.includes(group);
        const days = daysOf(usage);
        const earlier = before && seriesOf(before, measure)[0]?.values;
        return (
          <TimeChart
            label={t('overTime', { measure: measures()[measure] })}
            times={days}
            step="day"
            timeZone="UTC"
            kind="bars"
            none={t(`none_${measure}`)}
            series={seriesOf(usage, measure, hasGroups ? { names, labelOf, group } : undefined)}
            before={earlier?.length === days.length && sumOf(earlier) > 0 ? earlier : undefined}
            {...FORMATS[measure]}
          />
        );
      }}
    </Content>
  );
}
