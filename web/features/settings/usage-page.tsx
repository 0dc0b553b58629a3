import { SegmentedControl } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatDuration, formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useCan } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { SettingsFrame } from './frame';
import { UsageBars } from './usage-bars';
import { UsageLimit } from './usage-limit';
import { sumOf, summarise, type Summary } from './usage-sums';

const route = getRouteApi('/w/$ws/settings/usage');
const DAY = 86_400_000;

const GROUPS = [
  { value: 'operation', label: 'Operation' },
  { value: 'key', label: 'Key' },
  { value: 'status', label: 'Status' },
] as const;
const RANGES = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

/** From the start of a day in UTC, so that the question stays the same while the page is open. */
function windowOf(range: '24h' | '7d' | '30d') {
  if (range === '24h') return { granularity: 'hour' as const };
  if (range === '30d') return { granularity: 'day' as const };
  const from = Math.floor(Date.now() / DAY) * DAY - 6 * DAY;
  return { granularity: 'day' as const, from: new Date(from).toISOString() };
}

export function UsagePage() {
  return (
    <SettingsFrame title="Usage" lead="Requests with keys, counted within 10 seconds.">
      <UsageView />
    </SettingsFrame>
  );
}

function UsageView() {
  const trpc = useTRPC();
  const can = useCan();
  const { range = '24h', group = 'operation' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/usage' });
  const asked = windowOf(range);
  const total = useQuery(trpc.usage.get.queryOptions(asked, { placeholderData: keepPreviousData }));
  const split = useQuery(trpc.usage.get.queryOptions({ ...asked, group_by: [group] }));
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: group === 'key' && can('keys:read') }));
  const nameOf = (id: string) => keys.data?.data.find((key) => key.id === id)?.name ?? id;

  return (
    <>
      <div className="settings-line">
        <SegmentedControl
          size="xs"
          aria-label="Range"
          data={[...RANGES]}
          value={range}
          onChange={(next) => void navigate({ search: (old) => compact({ ...old, range: next }), replace: true })}
        />
        <CopyAsCode operation="usage_get" input={{ ...asked, group_by: [group] }} />
      </div>
      <Content query={total} loading={<Loading shape="cards" rows={1} />}>
        {(usage) => <Requests usage={usage} />}
      </Content>
      <UsageLimit />
      <Card
        title="Split"
        flush
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Split by"
            data={[...GROUPS]}
            value={group}
            onChange={(next) => void navigate({ search: (old) => compact({ ...old, group: next }), replace: true })}
          />
        }
      >
        <Content query={split} loading={<Loading rows={3} />}>
          {(usage) => <Split rows={summarise(usage.data, group)} nameOf={nameOf} />}
        </Content>
      </Card>
    </>
  );
}

function Requests({ usage }: { usage: Outputs['usage']['get'] }) {
  const sum = sumOf('', usage.data);
  return (
    <Card title="Requests">
      <div className="settings-totals">
        <span>
          <strong>{formatNumber(sum.requests)}</strong> requests
        </span>
        <span>
          <strong>{formatNumber(sum.refused)}</strong> refused (4xx)
        </span>
        <span>
          <strong>{formatNumber(sum.failed)}</strong> failed (5xx)
        </span>
        <span>
          <strong>{formatNumber(sum.limited)}</strong> over a quota
        </span>
      </div>
      {sum.requests === 0 ? (
        <div className="settings-no-bars dimmed">No request with a key in this time.</div>
      ) : (
        <UsageBars usage={usage} />
      )}
    </Card>
  );
}

function Split({ rows, nameOf }: { rows: Summary[]; nameOf: (id: string) => string }) {
  if (rows.length === 0) {
    return (
      <Empty icon={IconActivity} title="No requests in this time">
        Requests with a key of this workspace are counted here.
      </Empty>
    );
  }
  const columns: Column<Summary>[] = [
    { title: 'Name', cell: ({ name }) => <span className="mono truncate">{nameOf(name)}</span> },
    { title: 'Requests', align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
    { title: 'Refused', align: 'right', named: true, cell: ({ refused }) => formatNumber(refused) },
    { title: 'Failed', align: 'right', named: true, cell: ({ failed }) => formatNumber(failed) },
    { title: 'Limited', align: 'right', cell: ({ limited }) => formatNumber(limited), wide: true },
    { title: 'Mean', align: 'right', cell: ({ mean }) => formatDuration(mean), wide: true },
    { title: 'Slowest', align: 'right', cell: ({ slowest }) => formatDuration(slowest), wide: true },
  ];
  return <DataTable bare label="Requests, split" columns={columns} rows={rows} rowKey={({ name }) => name} />;
}
