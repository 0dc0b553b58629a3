import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../../../ui/filter/filter';
import { FilterBar } from '../../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { useCan } from '../../../../ui/shell/workspace';
import { Empty } from '../../../../ui/states/states';
import { ListBody } from '../../../../ui/table/list-body';
import { rowsOf } from '../../../../ui/table/load-more';
import { useOverlay } from '../../../../ui/use-overlay';
import { keyIn } from '../../publications/labels';
import { optionsOf, reasonName, REASONS, REQUEST_STATUSES, type Endpoint } from '../labels';
import { RequestTable } from './table';
import { t } from './texts';

const RequestSheet = lazyWhenIdle(async () => (await import('./sheet')).RequestSheet);
const ReplayManyDialog = lazyWhenIdle(async () => (await import('./replay-many-dialog')).ReplayManyDialog);

const route = getRouteApi('/w/$ws/automation/endpoints/$endpoint');
const PAGE = 50;
const filtersOf = () => [
  { name: 'status', label: t('status'), options: optionsOf(REQUEST_STATUSES) },
  { name: 'reason', label: t('reason'), options: REASONS.map((value) => ({ value, label: reasonName(value) })) },
];

export function RequestsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = keyIn(REQUEST_STATUSES, search.status);
  const reason = REASONS.find((one) => one === search.reason);
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
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true, resetScroll: false });
  const drawer = useOverlay('request');
  const ids = query.data ? rowsOf(query.data).map(({ id }) => id) : [];

  return (
    <>
      <FilterBar
        filters={filtersOf()}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && ids.length === 0}
      >
        <CopyAsCode operation="automation_inbound_requests_list" input={filters} />
        <ConnectionTag />
        {mayWrite && ids.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setIsReplaying(true)}>
            {t('replayThese')}
          </Button>
        )}
      </FilterBar>
      <ListBody
        query={query}
        skeleton={6}
        {...activeOf(filtersOf(), search, change)}
        empty={
          <Empty icon={IconInbox} title={t('noRequests')}>
            {t('noRequestsHelp')}
          </Empty>
        }
      >
        {(rows, footer) => <RequestTable rows={rows} openId={search.request} footer={footer} />}
      </ListBody>
      {search.request !== undefined && (
        <RequestSheet id={search.request} ids={ids} onOpen={(id) => drawer.open(id)} onClose={() => drawer.close()} />
      )}
      {isReplaying && <ReplayManyDialog filters={filters} onClose={() => setIsReplaying(false)} />}
    </>
  );
}
