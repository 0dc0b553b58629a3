import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatNumber } from '../../../ui/format';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty, Forbidden } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { summaryOfContent, TYPES } from '../messages/labels';
import { BATCH_STATUSES, type Batch } from './labels';
import { Progress } from './progress';
import { pollInterval, useBatchUpdates } from './use-batch-updates';

import './batches.css';

const route = getRouteApi('/w/$ws/whatsapp/$instance/batches');
const STATUSES = (Object.keys(BATCH_STATUSES) as Batch['status'][]).map((value) => ({
  value,
  label: BATCH_STATUSES[value].label,
}));

export function BatchesPage() {
  const { instance } = route.useParams();
  const { role } = useWorkspace();
  const can = useCan();
  return (
    <InstanceFrame
      instanceId={instance}
      tab="batches"
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
      Send to many
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
  const setStatus = (next: Batch['status'] | undefined) =>
    void navigate({ search: compact({ status: next }), replace: true });
  const columns: Column<Batch>[] = [
    {
      title: 'Message',
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
      title: 'Status',
      fit: true,
      cell: (row) => (
        <Tag tone={BATCH_STATUSES[row.status].tone} dot>
          {BATCH_STATUSES[row.status].label}
        </Tag>
      ),
    },
    {
      title: 'Progress',
      cell: ({ counts }) => (
        <span className="batch-progress-cell">
          <Progress of={counts} />
          <span className="wa-small dimmed numbers" aria-hidden>
            {formatNumber(counts.total - counts.queued)} of {formatNumber(counts.total)}
            {counts.failed > 0 && <span className="batch-fault"> · {formatNumber(counts.failed)} failed</span>}
          </span>
        </span>
      ),
    },
    { title: 'Made', fit: true, named: true, cell: (row) => <Time at={row.created_at} /> },
  ];

  return (
    <>
      <Filters>
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={setStatus} />
        <CopyAsCode operation="whatsapp_batches_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...activeFilters({ status: status && BATCH_STATUSES[status].label }, () => setStatus(undefined))}
        empty={
          <Empty
            icon={IconUsers}
            title="No batches yet"
            actions={
              maySend && (
                <>
                  <NewBatch instanceId={of.id} />
                  <CopyAsCode
                    operation="whatsapp_batches_create"
                    input={{
                      instance_id: of.id,
                      content: { type: 'text', text: 'Hello {{name}}' },
                      recipients: [{ to: '+15550100000', variables: { name: 'Sheena' } }],
                    }}
                  />
                </>
              )
            }
          >
            A batch sends one message to many people, each with their own name or number in it, and shows what became of
            every one.
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable label="Batches" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />
        )}
      </ListBody>
    </>
  );
}
