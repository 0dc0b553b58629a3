import { IconCalendar, IconCalendarWeek, IconList, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import type { ChannelKind } from '../../../../shared/automation/channels/channel-schemas';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Empty } from '../../../ui/states/states';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useCreateButton } from '../create-button';
import { AutomationFrame } from '../frame';
import { useChannels } from '../use-channels';
import { usePublicationUpdates } from '../use-publication-updates';
import { choicesFrom, keyIn, sourceLabel, SOURCES, STATUSES } from './labels';
import { PublicationTable } from './table';
import { t } from './texts';

const Calendar = preload(async () => (await import('./calendar/calendar')).Calendar, <Loading rows={6} />);

const route = getRouteApi('/w/$ws/automation/publications');
const PAGE = 50;

export function PublicationsPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { view, day, channel, q } = search;
  const status = keyIn(STATUSES, search.status);
  const source = SOURCES.find((one) => one === search.source);
  const navigate = useNavigate({ from: '/w/$ws/automation/publications' });
  const mayWrite = useCan()('automation.publications:write');
  const choices = [
    { name: 'status', label: t('status'), options: choicesFrom(STATUSES) },
    {
      name: 'channel',
      label: t('channel'),
      options: useChannels().map(({ kind, title }) => ({ value: kind, label: title })),
    },
    {
      name: 'source',
      label: t('createdBy'),
      options: SOURCES.map((value) => ({ value, label: sourceLabel(value) })),
    },
  ];
  const filters = compact({
    status: status && [status],
    channel: channel === undefined ? undefined : [channel as ChannelKind],
    source: source && [source],
    q,
  });
  const isCalendar = view !== undefined;
  const query = useInfiniteQuery(
    trpc.automation.publications.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData, enabled: !isCalendar },
    ),
  );
  usePublicationUpdates();

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/publications/new', t('newPublication'), mayWrite);

  return (
    <AutomationFrame
      title={t('publications')}
      lead={t('lead')}
      actions={createButton}
      code={{ operation: 'automation_publications_list', input: filters }}
    >
      <FilterBar
        search={t('find')}
        filters={choices}
        values={{ ...search, status, source }}
        onChange={change}
        isEmpty={!isCalendar && query.data !== undefined && rowsOf(query.data).length === 0}
      >
        <ViewSwitch view={view} onChange={(next) => change({ view: next })} />
      </FilterBar>
      {isCalendar ? (
        <Calendar
          isWeek={view === 'week'}
          filters={filters}
          day={day}
          mayWrite={mayWrite}
          onDay={(next: string | undefined) => change({ day: next })}
        />
      ) : (
        <ListBody
          query={query}
          {...activeOf(choices, { ...search, status, source }, change)}
          empty={
            <Empty
              icon={IconSend}
              title={t('noPublications')}
              actions={
                <>
                  {createButton}
                  <CopyAsCode
                    operation="automation_publications_create"
                    input={{ content: { text: t('exampleText') }, targets: ['whatsapp:wai_…:grp_…'] }}
                  />
                </>
              }
            >
              {t('noPublicationsHelp')}
            </Empty>
          }
        >
          {(rows, footer) => <PublicationTable rows={rows} footer={footer} />}
        </ListBody>
      )}
    </AutomationFrame>
  );
}

const VIEWS = [
  { view: undefined, label: () => t('list'), icon: IconList },
  { view: 'calendar', label: () => t('month'), icon: IconCalendar },
  { view: 'week', label: () => t('week'), icon: IconCalendarWeek },
] as const;
type View = (typeof VIEWS)[number]['view'];

function ViewSwitch({ view: current, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className="automation-views" role="group" aria-label={t('view')}>
      {VIEWS.map(({ view, label, icon: Icon }) => (
        <button
          key={view ?? 'list'}
          type="button"
          className="copy-button"
          aria-pressed={view === current}
          onClick={() => onChange(view)}
        >
          <Icon size={14} aria-hidden /> {label()}
        </button>
      ))}
    </div>
  );
}
