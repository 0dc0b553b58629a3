import { IconCalendar, IconList, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import type { ChannelKind } from '../../../../shared/automation/channels/channel-schemas';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Empty } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { useCreateButton } from '../create-button';
import { AutomationFrame } from '../frame';
import { useChannels } from '../use-channels';
import { usePublicationUpdates } from '../use-publication-updates';
import { keyIn, SOURCES, STATUSES, type Publication, type PublicationStatus } from './labels';
import { PublicationTable } from './table';

const Calendar = preload(async () => (await import('./calendar/calendar')).Calendar, <Loading rows={6} />);

const route = getRouteApi('/w/$ws/automation/publications');
const PAGE = 50;
const STATES = (Object.keys(STATUSES) as PublicationStatus[]).map((value) => ({ value, label: STATUSES[value].label }));
const ORIGINS = (Object.keys(SOURCES) as Publication['source']['kind'][]).map((value) => ({
  value,
  label: SOURCES[value],
}));

export function PublicationsPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { view, day, channel, q } = search;
  const status = keyIn(STATUSES, search.status);
  const source = keyIn(SOURCES, search.source);
  const navigate = useNavigate({ from: '/w/$ws/automation/publications' });
  const mayWrite = useCan()('automation.publications:write');
  const channels = useChannels().map(({ kind, title }) => ({ value: kind, label: title }));
  const channelName = (kind: string) => channels.find(({ value }) => value === kind)?.label ?? kind;
  const filters = compact({
    status: status && [status],
    channel: channel === undefined ? undefined : [channel as ChannelKind],
    source: source && [source],
    q,
  });
  const isCalendar = view === 'calendar';
  const query = useInfiniteQuery(
    trpc.automation.publications.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData, enabled: !isCalendar },
    ),
  );
  usePublicationUpdates();

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/publications/new', 'New publication', mayWrite);

  return (
    <AutomationFrame
      title="Publications"
      lead="One message to any number of chats and webhooks, now or at a time of your choice."
      actions={createButton}
    >
      <Filters>
        <SearchField label="Find by title or text" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <FilterSelect
          label="Channel"
          width={120}
          value={channel}
          options={channels}
          onChange={(next) => change({ channel: next })}
        />
        <FilterSelect label="Made by" value={source} options={ORIGINS} onChange={(next) => change({ source: next })} />
        <CopyAsCode operation="automation_publications_list" input={filters} />
        <ViewSwitch isCalendar={isCalendar} onChange={(next) => change({ view: next ? 'calendar' : undefined })} />
      </Filters>
      {isCalendar ? (
        <Calendar
          filters={filters}
          day={day}
          mayWrite={mayWrite}
          onDay={(next: string | undefined) => change({ day: next })}
        />
      ) : (
        <ListBody
          query={query}
          {...activeFilters(
            {
              status: status && STATUSES[status].label,
              channel: channel && channelName(channel),
              source: source && `By ${SOURCES[source]}`,
              q: q && `“${q}”`,
            },
            change,
          )}
          empty={
            <Empty
              icon={IconSend}
              title="No publications yet"
              actions={
                <>
                  {createButton}
                  <CopyAsCode
                    operation="automation_publications_create"
                    input={{ content: { text: 'Version 2 is out.' }, targets: ['whatsapp:wai_…:grp_…'] }}
                  />
                </>
              }
            >
              A publication sends one content to any of your destinations, and follows it until each recipient has it.
            </Empty>
          }
        >
          {(rows, footer) => <PublicationTable rows={rows} footer={footer} />}
        </ListBody>
      )}
    </AutomationFrame>
  );
}

function ViewSwitch({ isCalendar, onChange }: { isCalendar: boolean; onChange: (isCalendar: boolean) => void }) {
  return (
    <div className="automation-views" role="group" aria-label="View">
      <button type="button" className="copy-button" aria-pressed={!isCalendar} onClick={() => onChange(false)}>
        <IconList size={14} aria-hidden /> List
      </button>
      <button type="button" className="copy-button" aria-pressed={isCalendar} onClick={() => onChange(true)}>
        <IconCalendar size={14} aria-hidden /> Calendar
      </button>
    </div>
  );
}
