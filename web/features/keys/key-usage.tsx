import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatDuration, formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import type { Key } from './words';

type Point = Outputs['keys']['usage']['data'][number];

const COLUMNS: Column<Point>[] = [
  { title: 'Operation', cell: ({ operation_id: id }) => <span className="mono">{id}</span> },
  { title: 'Requests', align: 'right', named: true, cell: ({ requests }) => formatNumber(requests) },
  { title: '4xx', align: 'right', named: true, cell: (point) => formatNumber(point.errors_4xx) },
  { title: '5xx', align: 'right', named: true, cell: (point) => formatNumber(point.errors_5xx) },
  {
    title: 'Average',
    align: 'right',
    wide: true,
    cell: (point) => formatDuration(point.duration_ms_sum / Math.max(1, point.requests)),
  },
];

/** What the key called in 30 days, by operation. */
export function KeyUsage({ of }: { of: Key }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const input = { key_id: of.id, granularity: 'day' as const, group_by: ['operation' as const] };
  const query = useQuery(trpc.keys.usage.queryOptions(input));
  return (
    <Card
      title="Usage"
      aside={<span className="dimmed">30 days</span>}
      actions={
        <>
          <CopyAsCode operation="keys_usage" input={input} />
          <Link to="/w/$ws/activity" params={{ ws }} search={{ key: of.id }} className="copy-button">
            Its requests
          </Link>
        </>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={2} />}>
        {({ data }) => {
          const rows = total(data);
          if (rows.length === 0) return <div className="card-body dimmed">No requests in the last 30 days.</div>;
          return (
            <DataTable bare label="Usage" columns={COLUMNS} rows={rows} rowKey={(row) => row.operation_id ?? ''} />
          );
        }}
      </Content>
    </Card>
  );
}

/** The days of each operation together, the busiest first. */
function total(points: readonly Point[]): Point[] {
  const sums = new Map<string, Point>();
  for (const point of points) {
    const id = point.operation_id ?? '';
    const sum = sums.get(id);
    sums.set(
      id,
      sum
        ? {
            ...sum,
            requests: sum.requests + point.requests,
            errors_4xx: sum.errors_4xx + point.errors_4xx,
            errors_5xx: sum.errors_5xx + point.errors_5xx,
            duration_ms_sum: sum.duration_ms_sum + point.duration_ms_sum,
          }
        : point,
    );
  }
  return [...sums.values()].toSorted((a, b) => b.requests - a.requests);
}
