import { SegmentedControl } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatCount, formatNumber, formatShort } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { UsageBars } from '../../usage/bars';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import { formatUsd } from '../money';
import type { Group, MeasureName, Range } from '../names';
import { useKeyNames } from '../use-key-names';
import { GROUPS, measureOf, MEASURES, type ModelUsage, nameIn, periodOf, ranked, RANGES, seriesOf } from './series';
import { GroupTable } from './table';

const route = getRouteApi('/w/$ws/models/usage');
/** Of one response. */
const MAX_POINTS = 1000;

export function ModelUsagePage() {
  const { range = '30d', group = 'model' } = route.useSearch();
  const may = useCan()('usage:read');
  return (
    <ModelsFrame
      title="Model usage"
      lead="Calls of AI models, their tokens and their cost, by UTC day."
      actions={<CopyAsCode operation="ai_usage_get" input={{ ...periodOf(range), group_by: ['day', group] }} />}
    >
      {may ? <UsageView /> : <Forbidden need="usage:read" />}
    </ModelsFrame>
  );
}

function UsageView() {
  const { range = '30d', group = 'model', measure = 'cost' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models/usage' });
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.ai.usage.get.queryOptions(
      { ...periodOf(range), group_by: [group] },
      { ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  const choose = (next: { range?: Range; group?: Group; measure?: MeasureName }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });

  return (
    <div className="models-stack">
      <div className="models-line">
        <SegmentedControl
          className="usage-range"
          size="xs"
          aria-label="Range"
          data={optionsOf(RANGES)}
          value={range}
          onChange={(next) => choose({ range: next })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Measure"
          data={optionsOf(MEASURES)}
          value={measure}
          onChange={(next) => choose({ measure: next })}
        />
      </div>
      <Content query={query} loading={<Loading shape="cards" rows={2} />}>
        {(usage) =>
          usage.data.length === 0 ? (
            <Empty
              icon={IconChartBar}
              title="No calls of models in this time"
              actions={
                <Link to="/w/$ws/models/playground" params={{ ws }} className="copy-button">
                  Open playground
                </Link>
              }
            >
              Calls with a key, from the console and from rules are counted here.
            </Empty>
          ) : (
            <>
              <Card title={MEASURES[measure]}>
                <div className="usage-stack">
                  <Totals of={usage} />
                  <Chart totals={usage} range={range} group={group} measure={measure} />
                </div>
              </Card>
              <Card
                title="Split"
                flush
                actions={
                  <SegmentedControl
                    size="xs"
                    aria-label="Split by"
                    data={optionsOf(GROUPS)}
                    value={group}
                    onChange={(next) => choose({ group: next })}
                  />
                }
              >
                <GroupTable points={usage.data} group={group} />
              </Card>
            </>
          )
        }
      </Content>
    </div>
  );
}

function Totals({ of: { totals } }: { of: ModelUsage }) {
  const figures = [
    { label: 'Cost', value: formatUsd(totals.cost_micro_usd) },
    { label: 'Calls', value: formatNumber(totals.requests) },
    { label: 'Failed calls', value: formatNumber(totals.failures) },
    { label: 'Input tokens', value: formatShort(totals.prompt_tokens) },
    { label: 'Output tokens', value: formatShort(totals.completion_tokens) },
  ];
  return (
    <>
      <dl className="usage-totals">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {totals.unpriced_requests > 0 && (
        <Note tone="warning">
          {formatCount(totals.unpriced_requests, 'call')} had no known price. Calls without a known price cost 0, and no
          budget limits them.
        </Note>
      )}
      {totals.estimated_requests > 0 && (
        <Note>
          The tokens of {formatCount(totals.estimated_requests, 'call')} are an estimate, because no provider reported
          them.
        </Note>
      )}
    </>
  );
}

interface ChartProps {
  totals: ModelUsage;
  range: Range;
  group: Group;
  measure: MeasureName;
}

function Chart({ totals, range, group, measure }: ChartProps) {
  const trpc = useTRPC();
  const { nameOf } = useKeyNames();
  const names = ranked(totals.data).map((point) => nameIn(point, group));
  const isSplit = totals.group_by[0] === group && names.length * RANGES[range].days <= MAX_POINTS;
  const query = useQuery(
    trpc.ai.usage.get.queryOptions(
      { ...periodOf(range), group_by: isSplit ? ['day', group] : ['day'] },
      { ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  const labelOf = (name: string) => (group === 'model' ? name : name === '' ? 'Without a key' : nameOf(name));
  return (
    <Content query={query} loading={<Loading shape="cards" rows={1} />}>
      {(usage) => {
        const hasGroups = usage.group_by.includes(group);
        return (
          <UsageBars
            series={seriesOf(usage, measure, hasGroups ? { names, labelOf, group } : undefined)}
            unit="day"
            measure={measureOf(measure)}
          />
        );
      }}
    </Content>
  );
}

const optionsOf = <T extends string>(choices: Record<T, string | { label: string }>) =>
  (Object.keys(choices) as T[]).map((value) => {
    const choice = choices[value];
    return { value, label: typeof choice === 'string' ? choice : choice.label };
  });
