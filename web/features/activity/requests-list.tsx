import { IconActivity } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { SURFACE_NAMES } from '../../../shared/surfaces';
import { compact } from '../../search';
import { byCursor, queryClient, useTRPC, type Inputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { useLive } from '../../ui/live/live';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Content, Empty, NoMatch } from '../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { RequestRows } from './request-rows';

const route = getRouteApi('/w/$ws/activity');
const optionsOf = <T extends string>(values: readonly T[]) => values.map((value) => ({ value, label: value }));
const CLASSES = [
  { value: '2xx', label: '2xx succeeded' },
  { value: '3xx', label: '3xx unchanged' },
  { value: '4xx', label: '4xx refused' },
  { value: '5xx', label: '5xx failed' },
] as const;
const METHODS = optionsOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const);
const SURFACES = SURFACE_NAMES.map((value) => ({
  value,
  label: value[0]?.toUpperCase() + value.slice(1).replace('-', ' '),
}));
const CODES = optionsOf(Object.keys(ERRORS) as ErrorCode[]);

export type ActivitySearch = ReturnType<typeof route.useSearch>;

interface ListProps {
  isPaused: boolean;
  onChange: (search: ActivitySearch) => void;
}

export function RequestsList({ isPaused, onChange }: ListProps) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const can = useCan();
  const { status, method, surface, code, key, q } = search;
  const filters = compact({
    status_class: status && [status],
    method: method && [method],
    surface,
    code,
    key_id: key,
    q,
  }) as Inputs['request_logs']['list'];
  const query = useInfiniteQuery(
    trpc.request_logs.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: can('keys:read') }));
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));

  const [opened] = useState(() => Date.now());
  const [missed, setMissed] = useState(0);
  const refresh = () => {
    setMissed(0);
    void queryClient.invalidateQueries({ queryKey: trpc.request_logs.list.pathKey() });
  };
  useLive((message) => {
    if (message.kind !== 'signal') return;
    // Somebody who reads further down keeps the place.
    if (isPaused || window.scrollY > 80) setMissed((count) => count + message.ids.length);
    else refresh();
  });

  const change = (next: Partial<Record<keyof ActivitySearch, string | undefined>>) =>
    onChange(compact({ ...search, ...next }) as ActivitySearch);
  const active = (['status', 'method', 'surface', 'code', 'key', 'q'] as const)
    .filter((name) => search[name] !== undefined)
    .map((name) => ({
      label: name === 'key' ? (names.get(key ?? '') ?? 'One key') : String(search[name]),
      remove: () => change({ [name]: undefined }),
    }));

  return (
    <>
      <Filters>
        <SearchField label="Request id or path" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={CLASSES} onChange={(next) => change({ status: next })} />
        <FilterSelect
          label="Method"
          width={120}
          value={method}
          options={METHODS}
          onChange={(next) => change({ method: next })}
        />
        <FilterSelect
          label="Surface"
          value={surface}
          options={SURFACES}
          onChange={(next) => change({ surface: next })}
        />
        <FilterSelect
          label="Error code"
          width={170}
          value={code as ErrorCode | undefined}
          options={CODES}
          onChange={(next) => change({ code: next })}
        />
        {names.size > 0 && (
          <FilterSelect
            label="Key"
            value={key}
            options={[...names].map(([value, label]) => ({ value, label }))}
            onChange={(next) => change({ key: next })}
          />
        )}
        <CopyAsCode operation="request_logs_list" input={{ ...filters }} />
        {missed > 0 && (
          <button type="button" className="copy-button" onClick={refresh}>
            {missed} new
          </button>
        )}
      </Filters>
      <Content query={query}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <RequestRows
                rows={rows}
                isNew={({ created_at: at }) => new Date(at).getTime() > opened}
                nameOf={(id) => names.get(id)}
                footer={<LoadMore query={query} />}
              />
            );
          }
          if (active.length > 0) return <NoMatch filters={active} onClear={() => onChange({})} />;
          return (
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
          );
        }}
      </Content>
    </>
  );
}
