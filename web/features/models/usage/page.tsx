import { SegmentedControl } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { Change, Figure, Figures } from '../../../ui/figure/figure';
import { formatShort } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import { formatUsd } from '../money';
import type { Group, MeasureName, Range } from '../names';
import { UsageChart } from './chart';
import { groups, measures, type ModelUsage, periodBefore, periodOf, ranges } from './series';
import { GroupTable } from './table';
import { t } from './texts';

const route = getRouteApi('/w/$ws/models/usage');

export function ModelUsagePage() {
  const { range = '30d', group = 'model' } = route.useSearch();
  const may = useCan()('usage:read');
  return (
    <ModelsFrame
      title={t('title')}
      lead={t('lead')}
      code={{ operation: 'ai_usage_get', input: { ...periodOf(range), group_by: ['day', group] } }}
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
  const before = useQuery(trpc.ai.usage.get.queryOptions({ ...periodBefore(range), group_by: ['day'] }));
  const choose = (next: { range?: Range; group?: Group; measure?: MeasureName }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });

  return (
    <div className="models-stack">
      <SegmentedControl
        className="models-range"
        size="xs"
        aria-label={t('period')}
        data={optionsOf(ranges())}
        value={range}
        onChange={(next) => choose({ range: next })}
      />
      <Content query={query} loading={<Loading shape="cards" rows={2} />}>
        {(usage) =>
          usage.data.length === 0 ? (
            <Empty
              icon={IconChartBar}
              title={t('noCalls')}
              actions={
                <Link to="/w/$ws/models/playground" params={{ ws }} className="copy-button">
                  {t('openPlayground')}
                </Link>
              }
            >
              {t('noCallsHelp')}
            </Empty>
          ) : (
            <>
              <Totals of={usage} before={before.data} />
              <Card
                title={t('overTime', { measure: measures()[measure] })}
                actions={
                  <SegmentedControl
                    size="xs"
                    aria-label={t('measure')}
                    data={optionsOf(measures())}
                    value={measure}
                    onChange={(next) => choose({ measure: next })}
                  />
                }
              >
                <UsageChart totals={usage} before={before.data} range={range} group={group} measure={measure} />
              </Card>
              <Card
                title={t('breakdown')}
                flush
                actions={
                  <SegmentedControl
                    size="xs"
                    aria-label={t('groupBy')}
                    data={optionsOf(groups())}
                    value={group}
                    onChange={(next) => choose({ group: next })}
                  />
                }
              >
                {/* Until the other groups are read, those before them stay. */}
                <GroupTable points={usage.data} group={usage.group_by.includes('key') ? 'key' : 'model'} />
              </Card>
            </>
          )
        }
      </Content>
    </div>
  );
}

function Totals({ of: { totals }, before }: { of: ModelUsage; before: ModelUsage | undefined }) {
  const old = before && before.totals.requests > 0 ? before.totals : undefined;
  return (
    <>
      <Figures>
        <Figure
          label={t('cost')}
          value={formatUsd(totals.cost_micro_usd)}
          note={old && <Change now={totals.cost_micro_usd} before={old.cost_micro_usd} isLessBetter />}
        />
        <Figure label={t('calls')} value={totals.requests} before={old?.requests} />
        <Figure label={t('failedCalls')} value={totals.failures} before={old?.failures} isLessBetter />
        <Figure label={t('inputTokens')} value={formatShort(totals.prompt_tokens)} />
        <Figure label={t('outputTokens')} value={formatShort(totals.completion_tokens)} />
      </Figures>
      {totals.unpriced_requests > 0 && <Note tone="warning">{t('unpriced', { count: totals.unpriced_requests })}</Note>}
      {totals.estimated_requests > 0 && <Note>{t('estimated', { count: totals.estimated_requests })}</Note>}
    </>
  );
}

const optionsOf = <T extends string>(choices: Record<T, string>) =>
  (Object.keys(choices) as T[]).map((value) => ({ value, label: choices[value] }));
