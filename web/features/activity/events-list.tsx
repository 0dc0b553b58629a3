import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatNumber } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import type { Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import type { ActiveFilter } from '../../ui/table/list-body';
import { Time } from '../../ui/time';
import { EventObject } from './event-object';
import { ExportButton } from './export-button';
import { LiveList } from './live-list';
import { labelOfTime, TimeFilter, useTimeFilter, type TimeSearch } from './time-filter';

type Event = Outputs['events']['list']['data'][number];
const PAGE = 50;
const LIMIT = 100;
/** A type name or a glob. The schema with the same rule would add zod to this page. */
const TYPE = /^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/;
const OBJECT_ID = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

interface EventsSearch extends TimeSearch {
  type?: string;
  object?: string;
}

interface EventsListProps {
  search: EventsSearch;
  isPaused: boolean;
  onChange: (search: EventsSearch) => void;
}

export function EventsList({ search, isPaused, onChange }: EventsListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: ws } = useWorkspace();
  const { type, object } = search;
  const isGlob = type === undefined || TYPE.test(type);
  const isId = object === undefined || OBJECT_ID.test(object);
  const filters = compact({
    type: type && isGlob ? [type] : undefined,
    object_id: isId ? object : undefined,
    ...useTimeFilter(search),
  });
  const list = trpc.events.list.infiniteQueryOptions(
    { ...filters, limit: PAGE },
    { ...byCursor, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const query = useInfiniteQuery(list);
  const change = (next: { [K in keyof EventsSearch]: EventsSearch[K] | undefined }) =>
    onChange(compact({ ...search, ...next }));

  const active: ActiveFilter[] = [
    ...(type ? [{ label: type, remove: () => change({ type: undefined }) }] : []),
    ...(object ? [{ label: object, remove: () => change({ object: undefined }) }] : []),
    ...(search.time
      ? [
          {
            label: labelOfTime(search.time),
            remove: () => change({ time: undefined, after: undefined, before: undefined }),
          },
        ]
      : []),
  ];
  const columns: Column<Event>[] = [
    { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Type',
      main: true,
      cell: (event) => (
        <Link className="row-link mono" to="/w/$ws/activity/$id" params={{ ws, id: event.id }}>
          {event.type}
        </Link>
      ),
    },
    { title: 'Object', cell: ({ data }) => <EventObject data={data} /> },
    {
      title: 'Sequence',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ sequence }) => formatNumber(sequence),
    },
  ];

  return (
    <>
      <Filters>
        <SearchField label="Type, such as api_key.*" value={type} onChange={(next) => change({ type: next })} />
        <SearchField label="Id of an object" value={object} onChange={(next) => change({ object: next })} />
        <TimeFilter search={search} onChange={change} />
        <CopyAsCode operation="events_list" input={filters} />
        <ExportButton
          name="events"
          readPage={(cursor) => client.events.list.query({ ...filters, limit: LIMIT, ...(cursor ? { cursor } : {}) })}
        />
        {!isGlob && (
          <span className="dimmed" role="status">
            A type is written like api_key.revoked or api_key.*
          </span>
        )}
        {!isId && (
          <span className="dimmed" role="status">
            An id is written like key_01jd9x3k2mf8v9q4zt7w5b6n0c
          </span>
        )}
      </Filters>
      <LiveList
        label="Events"
        columns={columns}
        query={query}
        queryKey={list.queryKey}
        readHead={() => client.events.list.query({ ...filters, limit: LIMIT })}
        accepts={({ kind }) => kind === 'event' || kind === 'resumed'}
        isPaused={isPaused}
        active={active}
        onClear={() => onChange({})}
        empty={
          <Empty icon={IconListSearch} title="No events yet">
            Whatever changes in this workspace is told here, and to webhooks that ask for it.
          </Empty>
        }
      />
    </>
  );
}
