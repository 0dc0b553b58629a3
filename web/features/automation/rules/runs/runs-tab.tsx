import { IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../../search';
import { byCursor, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { later } from '../../../../ui/later';
import { ConnectionTag } from '../../../../ui/live/connection-tag';
import { Loading } from '../../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../../ui/states/states';
import { Filters, FilterSelect } from '../../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../../ui/table/load-more';
import { RUN_STATUSES, type Rule } from '../words';
import { RunTable } from './table';

const RunSheet = later(async () => (await import('./run-sheet')).RunSheet);

const route = getRouteApi('/w/$ws/automation/rules/$rule');
const PAGE = 50;
type Status = keyof typeof RUN_STATUSES;
const isStatus = (value: string | undefined): value is Status =>
  value !== undefined && Object.hasOwn(RUN_STATUSES, value);
const STATES = (Object.keys(RUN_STATUSES) as Status[]).map((value) => ({ value, label: RUN_STATUSES[value].label }));

/** Every run of the rule, with what each step was given and what came of it. */
export function RunsTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const search = route.useSearch();
  const status = isStatus(search.status) ? search.status : undefined;
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
      <Content query={query} loading={<Loading rows={6} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return <RunTable rows={rows} ruleId={of.id} openId={search.run} footer={<LoadMore query={query} />} />;
          }
          if (status) {
            const remove = () => change({ status: undefined });
            return <NoMatch filters={[{ label: RUN_STATUSES[status].label, remove }]} onClear={remove} />;
          }
          return (
            <Empty icon={IconPlayerPlay} title="It has not run yet">
              A run shows here as soon as something sets the rule off.
            </Empty>
          );
        }}
      </Content>
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
