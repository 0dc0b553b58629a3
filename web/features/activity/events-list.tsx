import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatNumber } from '../../ui/format';
import { useLive } from '../../ui/live/live';
import { useWorkspace } from '../../ui/shell/workspace';
import { Content, Empty, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Time } from '../../ui/time';
import { objectOf } from './object';
import type { ActivitySearch } from './requests-list';

const route = getRouteApi('/w/$ws/activity');
type Event = Outputs['events']['list']['data'][number];
const TYPE = /^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/;

interface EventsListProps {
  isPaused: boolean;
  onChange: (search: ActivitySearch) => void;
}

export function EventsList({ isPaused, onChange }: EventsListProps) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { type } = route.useSearch();
  const isGlob = type === undefined || TYPE.test(type);
  const filters = compact({ type: type && isGlob ? [type] : undefined });
  const query = useInfiniteQuery(
    trpc.events.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  const [newest, setNewest] = useState(Number.POSITIVE_INFINITY);
  useLive((message) => {
    if (message.kind === 'event' && !isPaused) setNewest((old) => Math.min(old, message.event.sequence));
  });
  const change = (next: string | undefined) => onChange(compact({ kind: 'events' as const, type: next }));

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
    { title: 'Object', cell: ({ data }) => <span className="truncate">{objectOf(data)}</span> },
    { title: 'Sequence', align: 'right', fit: true, cell: ({ sequence }) => formatNumber(sequence) },
  ];

  return (
    <>
      <Filters>
        <SearchField label="Type, such as api_key.*" value={type} onChange={change} />
        <CopyAsCode operation="events_list" input={filters} />
        {!isGlob && <span className="dimmed">A type is written like api_key.revoked or api_key.*</span>}
      </Filters>
      <Content query={query}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <DataTable
                label="Events"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                isNew={({ sequence }) => sequence >= newest}
                footer={<LoadMore query={query} />}
              />
            );
          }
          if (type) {
            return (
              <NoMatch filters={[{ label: type, remove: () => change(undefined) }]} onClear={() => change(undefined)} />
            );
          }
          return (
            <Empty icon={IconListSearch} title="No events yet">
              Whatever changes in this workspace is told here, and to webhooks that ask for it.
            </Empty>
          );
        }}
      </Content>
    </>
  );
}
