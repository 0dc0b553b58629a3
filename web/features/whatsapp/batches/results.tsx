import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { issueText } from '../../../i18n/labels';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { InlineCode } from '../../../ui/code/inline-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { WAIT_REASONS, STATUSES, type Message } from '../messages/labels';
import { SHARES, type Batch } from './labels';
import { t } from './texts';
import { pollInterval } from './use-batch-updates';

const MessageSheet = lazyWhenIdle(async () => (await import('./message-sheet')).MessageSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/batches/$batch');
const PATH = '/w/$ws/whatsapp/$instance/batches/$batch';
const PAGE = 100;

/** The recipient as it was entered, which may be no address. */
const givenOf = ({ metadata, to }: Message): string => metadata['recipient'] ?? to?.phone ?? '';

export function Results({ of }: { of: Batch }) {
  const trpc = useTRPC();
  const params = route.useParams();
  const { show, message } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const filters = {
    instance_id: of.instance_id,
    batch_id: of.id,
    ...(show === undefined ? {} : { status: SHARES[show].statuses }),
  };
  const query = useInfiniteQuery(
    trpc.whatsapp.batches.list_messages.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData, refetchInterval: pollInterval([of]) },
    ),
  );
  const rows = query.data ? rowsOf(query.data) : [];
  const change = (next: { show?: undefined; message?: string | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const columns: Column<Message>[] = [
    {
      title: t('recipient'),
      cell: (row) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to={PATH}
              params={params}
              search={{ ...compact({ show }), message: row.id }}
              resetScroll={false}
            >
              {row.to?.name ?? givenOf(row)}
            </Link>
          }
        >
          {row.to?.name && <span className="dimmed wa-small numbers">{givenOf(row)}</span>}
          {row.error && row.status === 'failed' && (
            <span className="batch-fault">
              <InlineCode text={issueText(row.error.message)} />
            </span>
          )}
          {row.waiting && <span className="dimmed wa-small">{WAIT_REASONS[row.waiting.reason]}</span>}
        </NameCell>
      ),
    },
    {
      title: t('status'),
      fit: true,
      cell: (row) => (
        <Status tone={STATUSES[row.status].tone} isUsual={!['warning', 'error'].includes(STATUSES[row.status].tone)}>
          {STATUSES[row.status].label}
        </Status>
      ),
    },
    { title: t('updated'), fit: true, named: true, cell: (row) => <Time at={row.updated_at} /> },
  ];

  return (
    <Card
      title={
        show === undefined ? t('recipients') : t('recipientsWith', { status: SHARES[show].label.toLocaleLowerCase() })
      }
      flush
      actions={<CopyAsCode operation="whatsapp_batches_list_messages" input={filters} />}
    >
      <ListBody
        query={query}
        skeleton={6}
        {...activeFilters({ show: show && SHARES[show].label }, () => change({ show: undefined }))}
        empty={
          <p className="card-body dimmed wa-text">{of.status === 'canceled' ? t('canceledBefore') : t('creating')}</p>
        }
      >
        {(shown, footer) => (
          <DataTable
            label={t('recipients')}
            bare
            columns={columns}
            rows={shown}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === message}
            footer={footer}
          />
        )}
      </ListBody>
      {message !== undefined && (
        <MessageSheet
          id={message}
          ids={rows.map(({ id }) => id)}
          known={rows.find(({ id }) => id === message)}
          onOpen={(id) => change({ message: id })}
          onClose={() => change({ message: undefined })}
        />
      )}
    </Card>
  );
}
