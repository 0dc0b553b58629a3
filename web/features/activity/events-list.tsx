import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { compact, type Search } from '../../search';
import { useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { activeOf, timeFilter, type Filter, type FilterChange } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import { formatNumber } from '../../ui/format';
import { liveQuery } from '../../ui/live/live-query';
import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import type { Column } from '../../ui/table/data-table';
import { Time } from '../../ui/time';
import { EventObject } from './event-object';
import { ExportButton } from './export-button';
import { LiveList } from './live-list';
import { t } from './texts';
import { useTimeFilter, type TimeSearch } from './time-filter';

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
    { ...liveQuery, placeholderData: keepPreviousData },
  );
  const query = useInfiniteQuery(list);
  const change = (next: FilterChange) => onChange(compact<Search>({ ...search, ...next }));
  const choices: Filter[] = [
    { name: 'type', label: t('type'), placeholder: t('typeExample') },
    { name: 'object', label: t('objectId'), placeholder: 'key_…' },
    timeFilter(),
  ];
  const isEmpty = query.data?.pages.every(({ data }) => data.length === 0) ?? false;
  const columns: Column<Event>[] = [
    { title: t('time'), fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: t('type'),
      main: true,
      cell: (event) => (
        <Link className="row-link mono" to="/w/$ws/activity/$id" params={{ ws, id: event.id }}>
          {event.type}
        </Link>
      ),
    },
    { title: t('object'), cell: ({ data }) => <EventObject data={data} /> },
    {
      title: t('sequence'),
      align: 'right',
      fit: true,
      named: true,
      cell: ({ sequence }) => formatNumber(sequence),
    },
  ];

  return (
    <>
      <FilterBar filters={choices} values={{ ...search }} onChange={change} isEmpty={isEmpty}>
        <CopyAsCode operation="events_list" input={filters} />
        <ExportButton
          name="events"
          readPage={(cursor) => client.events.list.query({ ...filters, limit: LIMIT, ...(cursor ? { cursor } : {}) })}
        />
        {!isGlob && (
          <span className="dimmed" role="status">
            {t('typeHint')}
          </span>
        )}
        {!isId && (
          <span className="dimmed" role="status">
            {t('objectHint')}
          </span>
        )}
      </FilterBar>
      <LiveList
        label={t('events')}
        columns={columns}
        query={query}
        queryKey={list.queryKey}
        readHead={() => client.events.list.query({ ...filters, limit: LIMIT })}
        accepts={({ kind }) => kind === 'event' || kind === 'resumed'}
        isPaused={isPaused}
        {...activeOf(choices, { ...search }, change)}
        empty={
          <Empty icon={IconListSearch} title={t('noEvents')}>
            {t('noEventsHelp')}
          </Empty>
        }
      />
    </>
  );
}
