import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { useCan } from '../../../../ui/shell/workspace';
import { Empty } from '../../../../ui/states/states';
import { Filters, FilterSelect } from '../../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../../ui/table/list-body';
import { rowsOf } from '../../../../ui/table/load-more';
import { keyIn } from '../../publications/labels';
import { REASONS, REQUEST_STATUSES, type Endpoint, type InboundRequestRow } from '../labels';
import { RequestTable } from './table';

const RequestSheet = lazyWhenIdle(async () => (await import('./sheet')).RequestSheet);
const ReplayManyDialog = lazyWhenIdle(async () => (await import('./replay-many-dialog')).ReplayManyDialog);

const route = getRouteApi('/w/$ws/automation/endpoints/$endpoint');
const PAGE = 50;
type Reason = NonNullable<InboundRequestRow['reason']>;
const STATES = Object.entries(REQUEST_STATUSES).map(([value, { label }]) => ({ value, label }));
const WHYS = (Object.keys(REASONS) as Reason[]).map((value) => ({ value, label: value.replaceAll('_', ' ') }));

export function RequestsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = keyIn(REQUEST_STATUSES, search.status);
  const reason = keyIn(REASONS, search.reason);
  const navigate = useNavigate({ from: '/w/$ws/automation/endpoints/$endpoint' });
  const mayWrite = useCan()('automation.endpoints:write');
  const [isReplaying, setIsReplaying] = useState(false);
  const filters = { endpoint_id: of.id, ...compact({ status: status && [status], reason: reason && [reason] }) };
  const query = useInfiniteQuery(
    trpc.automation.inbound_requests.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const ids = query.data ? rowsOf(query.data).map(({ id }) => id) : [];

  return (
    <>
      <Filters>
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="Reason" value={reason} options={WHYS} onChange={(next) => change({ reason: next })} />
        <CopyAsCode operation="automation_inbound_requests_list" input={filters} />
        <ConnectionTag />
        {mayWrite && ids.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setIsReplaying(true)}>
            Replay these
          </Button>
        )}
      </Filters>
      <ListBody
        query={query}
        skeleton={6}
        {...activeFilters(
          { status: status && REQUEST_STATUSES[status].label, reason: reason?.replaceAll('_', ' ') },
          change,
        )}
        empty={
          <Empty icon={IconInbox} title="Nothing came yet">
            Let the sender send one; it shows here by itself.
          </Empty>
        }
      >
        {(rows, footer) => <RequestTable rows={rows} openId={search.request} footer={footer} />}
      </ListBody>
      {search.request !== undefined && (
        <RequestSheet
          id={search.request}
          ids={ids}
          onOpen={(id) => change({ request: id })}
          onClose={() => change({ request: undefined })}
        />
      )}
      {isReplaying && <ReplayManyDialog filters={filters} onClose={() => setIsReplaying(false)} />}
    </>
  );
}
