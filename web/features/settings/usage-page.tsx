import { SegmentedControl } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty } from '../../ui/states/states';
import { UsageBars } from '../usage/bars';
import type { Group, Range } from '../usage/names';
import { GROUPS, RANGES, REFRESH, seriesOf, totalOf } from '../usage/periods';
import { Quotas } from '../usage/quotas';
import { statusSeries, surfaceSeries } from '../usage/series';
import { SplitTable } from '../usage/split';
import { summarise } from '../usage/sums';
import { UsageTotals } from '../usage/totals';
import { useNameOf } from '../usage/use-name-of';
import { SettingsFrame } from './frame';

const route = getRouteApi('/w/$ws/settings/usage');

export function UsagePage() {
  return (
    <SettingsFrame title="Usage" lead="Requests with keys, counted within 10 seconds.">
      <UsageView />
      <Quotas />
    </SettingsFrame>
  );
}

function UsageView() {
  const { range = '24h', group = 'operation' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/usage' });
  const choose = (next: { range?: Range; group?: Group }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  return (
    <>
      <div className="settings-line">
        <SegmentedControl
          className="usage-range"
          size="xs"
          aria-label="Range"
          data={optionsOf(RANGES)}
          value={range}
          onChange={(next) => choose({ range: next })}
        />
        <CopyAsCode operation="usage_get" input={{ ...totalOf(range), group_by: [group] }} />
      </div>
      <Requests range={range} bySurface={group === 'surface'} />
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
        <Card title={bySurface ? 'Requests by surface' : 'Requests'}>
          <div className="usage-stack">
            <UsageTotals of={usage} />
            {usage.data.length === 0 ? (
              <div className="usage-none dimmed">No request with a key in this time.</div>
            ) : (
              <UsageBars series={(bySurface ? surfaceSeries : statusSeries)(usage)} unit={usage.granularity} />
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
            title="No requests in this time"
            actions={
              <Link to="/w/$ws" params={{ ws }} className="copy-button">
                Make a call
              </Link>
            }
          >
            Requests with a key of this workspace are counted here.
          </Empty>
        ) : (
          <SplitTable label="Requests, split" title={GROUPS[group]} rows={summarise(data, group)} nameOf={nameOf} />
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
