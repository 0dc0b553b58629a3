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
import { t } from './texts';

type Entry = Outputs['audit_entries']['list']['data'][number];

const ACTION = 'api_key.rejected';
const SHOWN = 10;

const reasons = () =>
  new Map<unknown, string>([
    ['revoked', t('reasonRevoked')],
    ['replaced', t('reasonReplaced')],
    ['expired', t('reasonExpired')],
    ['ip', t('reasonIp')],
    ['origin', t('reasonOrigin')],
  ]);
const reasonOf = ({ changes }: Entry): string => reasons().get(changes?.['reason']) ?? t('refused');

const columns = (): Column<Entry>[] => [
  { title: t('reason'), cell: reasonOf },
  { title: t('times'), align: 'right', cell: ({ changes }) => formatNumber(Number(changes?.['count'] ?? 1)) },
  {
    title: t('client'),
    cell: ({ ip, user_agent: agent }) => (
      <span title={agent}>
        <span className="mono">{ip}</span> <span className="dimmed">{agent && browserOf(agent)}</span>
      </span>
    ),
  },
  { title: t('when'), cell: ({ created_at: at }) => <Time at={at} />, fit: true },
];

export function RefusedCalls({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const query = useQuery(trpc.audit_entries.list.queryOptions({ action: ACTION, target_id: keyId, limit: SHOWN }));
  return (
    <Card
      title={t('refusals')}
      actions={
        <Link
          to="/w/$ws/settings/audit"
          params={{ ws }}
          search={{ action: ACTION, target_id: keyId }}
          className="copy-button"
        >
          {t('openAuditLog')}
        </Link>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="card-body dimmed">{t('noRefusals')}</div>
          ) : (
            <DataTable bare label={t('refusals')} columns={columns()} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Content>
    </Card>
  );
}
