import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { compact, type Search } from '../../search';
import { useTRPC, useTRPCClient, type Inputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import { liveQuery } from '../../ui/live/live-query';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { ExportButton } from './export-button';
import { LiveList } from './live-list';
import { useRequestFilters, type RequestsSearch } from './request-filters';
import { requestColumns } from './request-rows';
import { t } from './texts';
import { useTimeFilter } from './time-filter';

const PAGE = 50;
const LIMIT = 100;

interface RequestsListProps {
  search: RequestsSearch;
  isPaused: boolean;
  onChange: (search: RequestsSearch) => void;
}

export function RequestsList({ search, isPaused, onChange }: RequestsListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: ws } = useWorkspace();
  const can = useCan();
  const { status, method, surface, code, key, route: operation, q } = search;
  const filters: Inputs['request_logs']['list'] = {
    ...compact({
      status_class: status && [status],
      method: method && [method],
      operation_id: operation,
      surface,
      code: code !== undefined && code in ERRORS ? (code as ErrorCode) : undefined,
      key_id: key,
      q,
    }),
    ...useTimeFilter(search),
  };
  const list = trpc.request_logs.list.infiniteQueryOptions(
    { ...filters, limit: PAGE },
    { ...liveQuery, placeholderData: keepPreviousData },
  );
  const query = useInfiniteQuery(list);
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: can('keys:read') }));
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));

  const change = (next: FilterChange) => onChange(compact<Search>({ ...search, ...next }));
  const choices = useRequestFilters(names);
  const isEmpty = query.data?.pages.every(({ data }) => data.length === 0) ?? false;

  return (
    <>
      <FilterBar
        search={t('findRequests')}
        filters={choices}
        values={{ ...search }}
        onChange={change}
        isEmpty={isEmpty}
      >
        <CopyAsCode operation="request_logs_list" input={{ ...filters }} />
        <ExportButton
          name="requests"
          readPage={(cursor) =>
            client.request_logs.list.query({ ...filters, limit: LIMIT, ...(cursor ? { cursor } : {}) })
          }
        />
      </FilterBar>
      <LiveList
        label={t('requests')}
        columns={requestColumns({ ws, nameOf: (id) => names.get(id) })}
        query={query}
        queryKey={list.queryKey}
        readHead={() => client.request_logs.list.query({ ...filters, limit: LIMIT })}
        accepts={(update) => update.kind === 'resumed' || (update.kind === 'signal' && update.topic === 'request')}
        isPaused={isPaused}
        {...activeOf(choices, { ...search }, change)}
        empty={
          <Empty
            icon={IconActivity}
            title={t('noRequests')}
            actions={
              <Link to="/w/$ws/keys" params={{ ws }} search={{ create: true }} className="copy-button">
                {t('createKey')}
              </Link>
            }
          >
            {t('noRequestsHelp')}
          </Empty>
        }
      />
    </>
  );
}
