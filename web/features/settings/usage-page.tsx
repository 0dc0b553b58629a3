import { SegmentedControl } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC } from '../../trpc';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty } from '../../ui/states/states';
import { UsageBars } from '../usage/bars';
import type { Group, Range } from '../usage/names';
import { GROUPS, RANGES, REFRESH, seriesOf, totalOf } from '../usage/periods';
import { Quotas } from '../usage/quotas';
import { SplitTable } from '../usage/split';
import { summarise } from '../usage/sums';
import { UsageTotals } from '../usage/totals';
import { useNameOf } from '../usage/use-name-of';
import { SettingsFrame } from './frame';
import { t } from './texts';

const route = getRouteApi('/w/$ws/settings/usage');

export function UsagePage() {
  const { range = '24h', group = 'operation' } = route.useSearch();
  return (
    <SettingsFrame
      title={t('usage')}
      lead={t('usageLead')}
      code={{ operation: 'usage_get', input: { ...totalOf(range), group_by: [group] } }}
    >
      <UsageView range={range} group={group} />
      <Quotas />
    </SettingsFrame>
  );
}

function UsageView({ range, group }: { range: Range; group: Group }) {
  const navigate = useNavigate({ from: '/w/$ws/settings/usage' });
  const choose = (next: { range?: Range; group?: Group }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  return (
    <>
      <SegmentedControl
        className="usage-range"
        size="xs"
        aria-label={t('period')}
        data={optionsOf(RANGES)}
        value={range}
        onChange={(next) => choose({ range: next })}
      />
      <Requests range={range} bySurface={group === 'surface'} />
      <Card
        title={t('breakdown')}
        flush
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t('breakdownBy')}
            data={optionsOf(GROUPS)}
            value={group}
            onChange={(next) => choose({ group: next })}
          />
        }
      >
        <Split range={range} group={group} />
      </Card>
    </>
  );
}

function Requests({ range, bySurface }: { range: Range; bySurface: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.usage.get.queryOptions(
      { ...seriesOf(range), group_by: bySurface ? ['surface'] : [] },
      { ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Content
      query={query}
      loading={
        <div className="usage-wait">
          <Loading shape="cards" rows={1} />
        </div>
      }
    >
      {(usage) => (
        <Card title={t(bySurface ? 'requestsByApi' : 'requests')}>
          <div className="usage-stack">
            <UsageTotals of={usage} />
            {usage.data.length === 0 ? (
              <div className="usage-none dimmed">{t('noRequests')}</div>
            ) : (
              <UsageBars of={usage} bySurface={bySurface} />
            )}
          </div>
        </Card>
      )}
    </Content>
  );
}

function Split({ range, group }: { range: Range; group: Group }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(trpc.usage.get.queryOptions({ ...totalOf(range), group_by: [group] }, REFRESH));
  const nameOf = useNameOf(group);
  return (
    <Content query={query} loading={<Loading rows={3} />}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty
            icon={IconActivity}
            title={t('noRequests')}
            actions={
              <Link to="/w/$ws" params={{ ws }} className="copy-button">
                {t('makeRequest')}
              </Link>
            }
          >
            {t('noRequestsHelp')}
          </Empty>
        ) : (
          <SplitTable
            label={t('requestBreakdown')}
            title={GROUPS[group]}
            rows={summarise(data, group)}
            nameOf={nameOf}
          />
        )
      }
    </Content>
  );
}

const optionsOf = <T extends string>(choices: Record<T, string | { label: string }>) =>
  (Object.keys(choices) as T[]).map((value) => {
    const choice = choices[value];
    return { value, label: typeof choice === 'string' ? choice : choice.label };
  });
