import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { activeOf } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import { browserOf } from '../../ui/format';
import { Avatar } from '../../ui/icons/avatar';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { ListBody } from '../../ui/table/list-body';
import { rowsOf } from '../../ui/table/load-more';
import { Time } from '../../ui/time';
import { useOverlay } from '../../ui/use-overlay';
import { changesOf } from './audit-changes';
import { useAuditFilters, useAuditInput, useChangeAuditFilters } from './audit-filters';
import { actorName, objectName } from './audit-names';
import { SettingsFrame } from './frame';
import { t } from './texts';

type Entry = Outputs['audit_entries']['list']['data'][number];

const route = getRouteApi('/w/$ws/settings/audit');
const AuditEntrySheet = lazyWhenIdle(async () => (await import('./audit-entry')).AuditEntrySheet);

export function AuditPage() {
  const { entry } = route.useSearch();
  const input = useAuditInput();
  const drawer = useOverlay('entry');
  return (
    <SettingsFrame title={t('auditLog')} lead={t('auditLead')} code={{ operation: 'audit_entries_list', input }}>
      <AuditLog input={input} />
      {entry !== undefined && <AuditEntrySheet id={entry} onClose={() => drawer.close()} />}
    </SettingsFrame>
  );
}

function AuditLog({ input }: { input: ReturnType<typeof useAuditInput> }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { entry, target_id: target } = search;
  const query = useInfiniteQuery(
    trpc.audit_entries.list.infiniteQueryOptions(input, { ...byCursor, placeholderData: keepPreviousData }),
  );
  const filters = useAuditFilters(query.data ? rowsOf(query.data) : []);
  const change = useChangeAuditFilters();
  const values = { ...search, q: target };

  const columns: Column<Entry>[] = [
    {
      title: t('action'),
      cell: ({ id, action }) => (
        <Link
          to="/w/$ws/settings/audit"
          params={{ ws }}
          search={{ ...search, entry: id }}
          state={(old) => ({ ...old, overlay: 'entry' })}
          className="row-link mono truncate"
        >
          {action}
        </Link>
      ),
    },
    { title: t('actor'), cell: ({ actor }) => <Actor of={actor} /> },
    {
      title: t('object'),
      cell: (row) => row.target && <span className="truncate settings-object">{objectName(row)}</span>,
    },
    {
      title: t('changes'),
      priority: 3,
      cell: ({ changes }) => {
        const { length } = changesOf(changes);
        return length > 0 && <span className="dimmed">{t('fieldCount', { count: length })}</span>;
      },
    },
    {
      title: t('source'),
      priority: 3,
      cell: ({ ip, user_agent: agent }) => (
        <span title={agent}>
          <span className="mono">{ip}</span> <span className="dimmed">{agent && browserOf(agent)}</span>
        </span>
      ),
    },
    { title: t('time'), cell: ({ created_at: at }) => <Time at={at} />, fit: true },
  ];

  return (
    <div>
      <FilterBar
        search={t('findById')}
        filters={filters}
        values={values}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={6}
        {...activeOf(filters, values, change)}
        empty={
          <Empty icon={IconListSearch} title={t('noEntries')}>
            {t('noEntriesHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label={t('auditLog')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === entry}
            footer={footer}
          />
        )}
      </ListBody>
    </div>
  );
}

function Actor({ of }: { of: Entry['actor'] }) {
  const name = actorName(of);
  return (
    <span className="settings-actor">
      {of.type === 'user' && <Avatar name={of.label} seed={of.id ?? of.label} size={20} />}
      <span className="truncate">{name}</span>
    </span>
  );
}
