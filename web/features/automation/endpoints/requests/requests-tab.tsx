import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { later } from '../../../../ui/later';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { useCan } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../../ui/states/states';
import { Filters, FilterSelect } from '../../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../../ui/table/load-more';
import { REASONS, REQUEST_STATUSES, type Endpoint, type InboundRequestRow, type InboundStatus } from '../words';
import { RequestTable } from './table';

const RequestSheet = later(async () => (await import('./sheet')).RequestSheet);
const ReplayManyDialog = later(async () => (await import('./replay-many-dialog')).ReplayManyDialog);

const route = getRouteApi('/w/$ws/automation/endpoints/$endpoint');
const PAGE = 50;
type Reason = NonNullable<InboundRequestRow['reason']>;
const isStatus = (value: string | undefined): value is InboundStatus =>
  value !== undefined && Object.hasOwn(REQUEST_STATUSES, value);
const isReason = (value: string | undefined): value is Reason => value !== undefined && Object.hasOwn(REASONS, value);
const STATES = Object.entries(REQUEST_STATUSES).map(([value, { label }]) => ({ value, label }));
const WHYS = (Object.keys(REASONS) as Reason[]).map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** Every call to the endpoint, and why it was or was not taken. */
export function RequestsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = isStatus(search.status) ? search.status : undefined;
  const reason = isReason(search.reason) ? search.reason : undefined;
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
  const active = [
    ...(status ? [{ label: REQUEST_STATUSES[status].label, remove: () => change({ status: undefined }) }] : []),
    ...(reason ? [{ label: reason.replaceAll('_', ' '), remove: () => change({ reason: undefined }) }] : []),
  ];

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
      <Content query={query} loading={<Loading rows={6} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <RequestTable
                rows={rows}
                endpointId={of.id}
                openId={search.request}
                footer={<LoadMore query={query} />}
              />
            );
          }
          if (active.length > 0) {
            return <NoMatch filters={active} onClear={() => change({ status: undefined, reason: undefined })} />;
          }
          return (
            <Empty icon={IconInbox} title="Nothing came yet">
              Let the sender send one; it shows here by itself.
            </Empty>
          );
        }}
      </Content>
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
