import { IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../../../ui/filter/filter';
import { FilterBar } from '../../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { Empty } from '../../../../ui/states/states';
import { ListBody } from '../../../../ui/table/list-body';
import { rowsOf } from '../../../../ui/table/load-more';
import { useOverlay } from '../../../../ui/use-overlay';
import { keyIn } from '../../publications/labels';
import { optionsOf, RUN_STATUSES, type Rule } from '../labels';
import { t } from '../texts';
import { RunTable } from './table';

const RunSheet = lazyWhenIdle(async () => (await import('./run-sheet')).RunSheet);

const route = getRouteApi('/w/$ws/automation/rules/$rule');
const PAGE = 50;
const filtersOf = () => [{ name: 'status', label: t('status'), options: optionsOf(RUN_STATUSES) }];

export function RunsTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = keyIn(RUN_STATUSES, search.status);
  const navigate = useNavigate({ from: '/w/$ws/automation/rules/$rule' });
  const input = { rule_id: of.id, ...compact({ status: status && [status] }) };
  const query = useInfiniteQuery(
    trpc.automation.rule_runs.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true, resetScroll: false });
  const drawer = useOverlay('run');
  const ids = query.data ? rowsOf(query.data).map(({ id }) => id) : [];

  return (
    <>
      <FilterBar
        filters={filtersOf()}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && ids.length === 0}
      >
        <CopyAsCode operation="automation_rule_runs_list" input={input} />
        <ConnectionTag />
      </FilterBar>
      <ListBody
        query={query}
        skeleton={6}
        {...activeOf(filtersOf(), search, change)}
        empty={
          <Empty icon={IconPlayerPlay} title={t('noRuns')}>
            {t('noRunsHelp')}
          </Empty>
        }
      >
        {(rows, footer) => <RunTable rows={rows} openId={search.run} footer={footer} />}
      </ListBody>
      {search.run !== undefined && (
        <RunSheet id={search.run} ids={ids} onOpen={(id) => drawer.open(id)} onClose={() => drawer.close()} />
      )}
    </>
  );
}
