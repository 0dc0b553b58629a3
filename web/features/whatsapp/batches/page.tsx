import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty, Forbidden } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { summaryOfContent, TYPES } from '../messages/labels';
import { BATCH_STATUSES, type Batch } from './labels';
import { Progress } from './progress';
import { t } from './texts';
import { pollInterval, useBatchUpdates } from './use-batch-updates';

import './batches.css';

const route = getRouteApi('/w/$ws/whatsapp/$instance/batches');
const choices = (): ChoiceFilter[] => [
  {
    name: 'status',
    label: t('status'),
    options: (Object.keys(BATCH_STATUSES) as Batch['status'][]).map((value) => ({
      value,
      label: BATCH_STATUSES[value].label,
    })),
  },
];

export function BatchesPage() {
  const { instance } = route.useParams();
  const { role } = useWorkspace();
  const can = useCan();
  return (
    <InstanceFrame
      instanceId={instance}
      tab="batches"
      code={{ operation: 'whatsapp_batches_list', input: { instance_id: instance } }}
      actions={can('whatsapp.messages:send') && <NewBatch instanceId={instance} />}
    >
      {(of) => (can('whatsapp.messages:read') ? <Batches of={of} /> : <Forbidden role={role} />)}
    </InstanceFrame>
  );
}

function NewBatch({ instanceId }: { instanceId: string }) {
  const { id: ws } = useWorkspace();
  return (
    <Button
      size="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      component={Link}
      to="/w/$ws/whatsapp/$instance/batches/new"
      params={{ ws, instance: instanceId } as never}
    >
      {t('create')}
    </Button>
  );
}

function Batches({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { status } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/$instance/batches' });
  const maySend = useCan()('whatsapp.messages:send');
  const filters = { instance_id: of.id, ...compact({ status }) };
  const query = useInfiniteQuery(
    trpc.whatsapp.batches.list.infiniteQueryOptions(filters, {
      ...byCursor,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => pollInterval(state.data ? rowsOf(state.data) : []),
    }),
  );
  useBatchUpdates(of.id);
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const choice = choices();
  const columns: Column<Batch>[] = [
    {
      title: t('message'),
      cell: (row) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to="/w/$ws/whatsapp/$instance/batches/$batch"
              params={{ ws, instance: of.id, batch: row.id }}
            >
              {summaryOfContent(row.content)}
            </Link>
          }
        >
          <span className="dimmed wa-small">{TYPES[row.content.type]}</span>
        </NameCell>
      ),
    },
    {
      title: t('status'),
      fit: true,
      cell: (row) => (
        <Status tone={BATCH_STATUSES[row.status].tone} isUsual={row.status === 'completed'}>
          {BATCH_STATUSES[row.status].label}
        </Status>
      ),
    },
    {
      title: t('progress'),
      cell: ({ counts }) => (
        <span className="batch-progress-cell">
          <Progress of={counts} />
          <span className="wa-small dimmed numbers" aria-hidden>
            {t('ofTotal', { done: counts.total - counts.queued, total: counts.total })}
            {counts.failed > 0 && <span className="batch-fault"> · {t('failedCount', { count: counts.failed })}</span>}
          </span>
        </span>
      ),
    },
    { title: t('created'), fit: true, named: true, cell: (row) => <Time at={row.created_at} /> },
  ];

  return (
    <>
      <FilterBar
        filters={choice}
        values={{ status }}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(choice, { status }, change)}
        empty={
          <Empty
            icon={IconUsers}
            title={t('empty')}
            actions={
              maySend && (
                <>
                  <NewBatch instanceId={of.id} />
                  <CopyAsCode
                    operation="whatsapp_batches_create"
                    input={{
                      instance_id: of.id,
                      content: { type: 'text', text: t('exampleText', { variable: '{{name}}' }) },
                      recipients: [{ to: '+15550100000', variables: { name: t('exampleName') } }],
                    }}
                  />
                </>
              )
            }
          >
            {t('emptyHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable label={t('batches')} columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />
        )}
      </ListBody>
    </>
  );
}
