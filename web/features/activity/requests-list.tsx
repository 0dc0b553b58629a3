import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { compact } from '../../search';
import { byCursor, useTRPC, useTRPCClient, type Inputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { ExportButton } from './export-button';
import { LiveList } from './live-list';
import { RequestFilters, type RequestsSearch } from './request-filters';
import { requestColumns } from './request-rows';
import { labelOfTime, useTimeFilter } from './time-filter';

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
    { ...byCursor, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const query = useInfiniteQuery(list);
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: can('keys:read') }));
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));

  const change = (next: { [K in keyof RequestsSearch]: RequestsSearch[K] | undefined }) =>
    onChange(compact({ ...search, ...next }));
  const active = (['status', 'method', 'route', 'surface', 'code', 'key', 'q', 'time'] as const)
    .filter((name) => search[name] !== undefined)
    .map((name) => ({
      label:
        name === 'key'
          ? (names.get(key ?? '') ?? 'One key')
          : name === 'time'
            ? labelOfTime(search.time)
            : String(search[name]),
      remove: () => change({ [name]: undefined, ...(name === 'time' ? { after: undefined, before: undefined } : {}) }),
    }));

  return (
    <>
      <RequestFilters search={search} onChange={change} keys={names}>
        <CopyAsCode operation="request_logs_list" input={{ ...filters }} />
        <ExportButton
          name="requests"
          readPage={(cursor) =>
            client.request_logs.list.query({ ...filters, limit: LIMIT, ...(cursor ? { cursor } : {}) })
          }
        />
      </RequestFilters>
      <LiveList
        label="Requests"
        columns={requestColumns({ ws, nameOf: (id) => names.get(id) })}
        query={query}
        queryKey={list.queryKey}
        readHead={() => client.request_logs.list.query({ ...filters, limit: LIMIT })}
        accepts={(update) => update.kind === 'resumed' || (update.kind === 'signal' && update.topic === 'request')}
        isPaused={isPaused}
        active={active}
        onClear={() => onChange({})}
        empty={
          <Empty
            icon={IconActivity}
            title="No requests yet"
            actions={
              <Link to="/w/$ws/keys" params={{ ws }} search={{ create: true }} className="copy-button">
                Create a key
              </Link>
            }
          >
            Every call with a key of this workspace appears here as it is answered.
          </Empty>
        }
      />
    </>
  );
}
