import { IconMessageChatbot } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC, type Inputs } from '../../../trpc';
import { activeOf, timeFilter, type Filter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty, Forbidden } from '../../../ui/states/states';
import { DataTable } from '../../../ui/table/data-table';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useTimeFilter } from '../../activity/time-filter';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import { OUTCOME_NAMES } from '../names';
import { periodOf } from '../usage/series';
import { useKeyNames } from '../use-key-names';
import { columnsOf } from './columns';
import { t } from './texts';

const route = getRouteApi('/w/$ws/models/calls');
const PAGE = 50;

export function ModelCallsPage() {
  const may = useCan()('usage:read');
  const search = route.useSearch();
  const time = useTimeFilter(search);
  const filters: Inputs['ai']['requests']['list'] = {
    ...compact({
      model: search.model,
      key_id: search.key,
      provider: search.provider,
      outcome: search.outcome && [search.outcome],
    }),
    ...time,
  };
  return (
    <ModelsFrame title={t('title')} lead={t('lead')} code={{ operation: 'ai_requests_list', input: { ...filters } }}>
      {may ? <CallList filters={filters} /> : <Forbidden need="usage:read" />}
    </ModelsFrame>
  );
}

function CallList({ filters }: { filters: Inputs['ai']['requests']['list'] }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models/calls' });
  const { nameOf } = useKeyNames();
  const query = useInfiniteQuery(
    trpc.ai.requests.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  const choices = useFilters(search);
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });

  return (
    <section aria-label={t('calls')}>
      <FilterBar
        filters={choices}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={6}
        {...activeOf(choices, search, change)}
        empty={
          <Empty
            icon={IconMessageChatbot}
            title={t('noCalls')}
            actions={
              <Link to="/w/$ws/models/playground" params={{ ws }} className="copy-button">
                {t('openPlayground')}
              </Link>
            }
          >
            {t('noCallsHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label={t('calls')}
            columns={columnsOf(ws, nameOf)}
            rows={rows}
            rowKey={({ id }) => id}
            footer={footer}
          />
        )}
      </ListBody>
    </section>
  );
}

/** Models and providers are those that were used in the last 90 days. */
function useFilters({ model, provider }: { model?: string; provider?: string }): Filter[] {
  const trpc = useTRPC();
  const { names } = useKeyNames();
  const used = useQuery(trpc.ai.usage.get.queryOptions({ ...periodOf('90d'), group_by: ['model'] }));
  const models = (used.data?.data ?? []).flatMap(({ model_id: id }) => (id === null ? [] : [id]));
  const providers = [...new Set(models.filter((id) => id.includes('/')).map((id) => id.slice(0, id.indexOf('/'))))];
  return [
    { name: 'model', label: t('model'), options: optionsWith(models, model) },
    { name: 'provider', label: t('provider'), options: optionsWith(providers, provider) },
    { name: 'outcome', label: t('outcome'), options: OUTCOME_NAMES.map((value) => ({ value, label: t(value) })) },
    ...(names.size > 0
      ? [{ name: 'key', label: t('key'), options: [...names].map(([value, label]) => ({ value, label })) }]
      : []),
    timeFilter(),
  ];
}

const optionsWith = (values: readonly string[], current: string | undefined) =>
  [...new Set([...values, ...(current === undefined ? [] : [current])])].map((value) => ({ value, label: value }));
