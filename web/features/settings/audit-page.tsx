import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { browserOf, formatCount } from '../../ui/format';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { ListBody } from '../../ui/table/list-body';
import { rowsOf } from '../../ui/table/load-more';
import { Time } from '../../ui/time';
import { changesOf } from './audit-changes';
import { AuditFilters, useAuditFilters } from './audit-filters';
import { actorName, objectName } from './audit-names';
import { SettingsFrame } from './frame';

type Entry = Outputs['audit_entries']['list']['data'][number];

const route = getRouteApi('/w/$ws/settings/audit');
const AuditEntrySheet = lazyWhenIdle(async () => (await import('./audit-entry')).AuditEntrySheet);

export function AuditPage() {
  const { entry } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  const close = () => void navigate({ search: (old) => compact({ ...old, entry: undefined }) });
  return (
    <SettingsFrame title="Audit log" lead="Who changed what, newest first.">
      <AuditLog />
      {entry !== undefined && <AuditEntrySheet id={entry} onClose={close} />}
    </SettingsFrame>
  );
}

function AuditLog() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { entry } = search;
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  const { input, active, change } = useAuditFilters();
  const query = useInfiniteQuery(
    trpc.audit_entries.list.infiniteQueryOptions(input, { ...byCursor, placeholderData: keepPreviousData }),
  );

  const columns: Column<Entry>[] = [
    {
      title: 'Action',
      cell: ({ id, action }) => (
        <Link to="/w/$ws/settings/audit" params={{ ws }} search={{ ...search, entry: id }} className="row-link mono">
          {action}
        </Link>
      ),
    },
    { title: 'Actor', cell: ({ actor }) => <span className="truncate">{actorName(actor)}</span> },
    { title: 'Object', cell: ({ target }) => target && <span className="truncate">{objectName(target)}</span> },
    {
      title: 'Changes',
      priority: 2,
      cell: ({ changes }) => {
        const { length } = changesOf(changes);
        return length > 0 && <span className="dimmed">{formatCount(length, 'field')}</span>;
      },
    },
    {
      title: 'From',
      priority: 2,
      cell: ({ ip, user_agent: agent }) => (
        <span title={agent}>
          <span className="mono">{ip}</span> <span className="dimmed">{agent && browserOf(agent)}</span>
        </span>
      ),
    },
    { title: 'When', cell: ({ created_at: at }) => <Time at={at} />, fit: true },
  ];

  return (
    <div>
      <AuditFilters rows={query.data ? rowsOf(query.data) : []} change={change}>
        <CopyAsCode operation="audit_entries_list" input={input} />
      </AuditFilters>
      <ListBody
        query={query}
        skeleton={6}
        active={active}
        onClear={() => void navigate({ search: {}, replace: true })}
        empty={
          <Empty icon={IconListSearch} title="Nothing was changed yet">
            What people and keys change here is listed from now on.
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label="Audit log"
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
