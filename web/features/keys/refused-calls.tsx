import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC, type Outputs } from '../../trpc';
import { browserOf, formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Time } from '../../ui/time';

type Entry = Outputs['audit_entries']['list']['data'][number];

const ACTION = 'api_key.rejected';
const SHOWN = 10;

const REASONS = new Map<unknown, string>([
  ['revoked', 'The key is revoked'],
  ['replaced', 'The secret was replaced'],
  ['expired', 'The key has expired'],
  ['ip', 'From a network that is not allowed'],
  ['origin', 'From an origin that is not allowed'],
]);
const reasonOf = ({ changes }: Entry): string => REASONS.get(changes?.['reason']) ?? 'Refused';

const COLUMNS: Column<Entry>[] = [
  { title: 'Why', cell: reasonOf },
  { title: 'Times', align: 'right', cell: ({ changes }) => formatNumber(Number(changes?.['count'] ?? 1)) },
  {
    title: 'From',
    cell: ({ ip, user_agent: agent }) => (
      <span title={agent}>
        <span className="mono">{ip}</span> <span className="dimmed">{agent && browserOf(agent)}</span>
      </span>
    ),
  },
  { title: 'When', cell: ({ created_at: at }) => <Time at={at} />, fit: true },
];

export function RefusedCalls({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const query = useQuery(trpc.audit_entries.list.queryOptions({ action: ACTION, target_id: keyId, limit: SHOWN }));
  return (
    <Card
      title="Refusals"
      actions={
        <Link
          to="/w/$ws/settings/audit"
          params={{ ws }}
          search={{ action: ACTION, target_id: keyId }}
          className="copy-button"
        >
          In the audit log
        </Link>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="card-body dimmed">Nobody was refused with this key.</div>
          ) : (
            <DataTable bare label="Refusals" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Content>
    </Card>
  );
}
