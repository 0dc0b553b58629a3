import { IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { Empty } from '../../../../ui/states/states';
import { Filters, FilterSelect } from '../../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../../ui/table/list-body';
import { rowsOf } from '../../../../ui/table/load-more';
import { keyIn } from '../../publications/labels';
import { RUN_STATUSES, type Rule } from '../labels';
import { RunTable } from './table';

const RunSheet = lazyWhenIdle(async () => (await import('./run-sheet')).RunSheet);

const route = getRouteApi('/w/$ws/automation/rules/$rule');
const PAGE = 50;
type Status = keyof typeof RUN_STATUSES;
const STATES = (Object.keys(RUN_STATUSES) as Status[]).map((value) => ({ value, label: RUN_STATUSES[value].label }));

export function RunsTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = keyIn(RUN_STATUSES, search.status);
  const navigate = useNavigate({ from: '/w/$ws/automation/rules/$rule' });
  const filters = { rule_id: of.id, ...compact({ status: status && [status] }) };
  const query = useInfiniteQuery(
    trpc.automation.rule_runs.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const change = (next: { status?: string | undefined; run?: string | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const ids = query.data ? rowsOf(query.data).map(({ id }) => id) : [];

  return (
    <>
      <Filters>
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <CopyAsCode operation="automation_rule_runs_list" input={filters} />
        <ConnectionTag />
      </Filters>
      <ListBody
        query={query}
        skeleton={6}
        {...activeFilters({ status: status && RUN_STATUSES[status].label }, change)}
        empty={
          <Empty icon={IconPlayerPlay} title="It has not run yet">
            A run shows here as soon as something sets the rule off.
          </Empty>
        }
      >
        {(rows, footer) => <RunTable rows={rows} openId={search.run} footer={footer} />}
      </ListBody>
      {search.run !== undefined && (
        <RunSheet
          id={search.run}
          ids={ids}
          onOpen={(id) => change({ run: id })}
          onClose={() => change({ run: undefined })}
        />
      )}
    </>
  );
}
