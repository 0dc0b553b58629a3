import { IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { browserOf, shortId } from '../../ui/format';
import { useCan } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty, Forbidden, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Time } from '../../ui/time';
import { SettingsFrame } from './frame';

type Entry = Outputs['audit']['list']['data'][number];

const route = getRouteApi('/w/$ws/settings/audit');
const LABELS = { action: 'Action', actor_id: 'Actor id', target_id: 'Object id' } as const;
type Filter = keyof typeof LABELS;
const FILTERS = Object.keys(LABELS) as Filter[];

/** Who changed what. */
export function AuditPage() {
  const can = useCan();
  return (
    <SettingsFrame title="Audit log" lead="Who changed what, newest first.">
      {can('audit:read') ? <AuditLog /> : <Forbidden need="audit:read" />}
    </SettingsFrame>
  );
}

function AuditLog() {
  const trpc = useTRPC();
  const filters = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  const query = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  const change = (name: Filter, value: string | undefined) =>
    void navigate({ search: (old) => compact({ ...old, [name]: value }), replace: true });
  const active = FILTERS.flatMap((name) =>
    filters[name] ? [{ label: `${LABELS[name]}: ${filters[name]}`, remove: () => change(name, undefined) }] : [],
  );

  const columns: Column<Entry>[] = [
    { title: 'When', cell: ({ created_at: at }) => <Time at={at} />, fit: true },
    {
      title: 'Action',
      main: true,
      cell: ({ action }) => (
        <button type="button" className="bare mono" title="Only this action" onClick={() => change('action', action)}>
          {action}
        </button>
      ),
    },
    {
      title: 'Actor',
      cell: ({ actor }) =>
        actor.id === null ? (
          actor.label
        ) : (
          <button
            type="button"
            className="bare"
            title={`Only what ${actor.id} did`}
            onClick={() => change('actor_id', actor.id ?? undefined)}
          >
            {actor.label || shortId(actor.id)}
          </button>
        ),
    },
    {
      title: 'Object',
      cell: ({ target }) =>
        target && (
          <button
            type="button"
            className="bare"
            title={`Only what was done to ${target.id}`}
            onClick={() => change('target_id', target.id)}
          >
            {target.label || shortId(target.id)}
          </button>
        ),
    },
    { title: 'Changes', cell: ({ changes }) => changes && <Changes changes={changes} /> },
    {
      title: 'From',
      wide: true,
      cell: ({ ip, user_agent: agent }) => (
        <span title={agent}>
          <span className="mono">{ip}</span> <span className="dimmed">{agent && browserOf(agent)}</span>
        </span>
      ),
    },
  ];

  return (
    <div>
      <Filters>
        {FILTERS.map((name) => (
          <SearchField
            key={name}
            label={LABELS[name]}
            value={filters[name]}
            onChange={(value) => change(name, value)}
          />
        ))}
        <CopyAsCode operation="audit_list" input={filters} />
      </Filters>
      <Content query={query} loading={<Loading rows={6} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0 && active.length > 0) {
            return <NoMatch filters={active} onClear={() => void navigate({ search: {}, replace: true })} />;
          }
          if (rows.length === 0) {
            return (
              <Empty icon={IconListSearch} title="Nothing was changed yet">
                What people and keys change here is listed from now on.
              </Empty>
            );
          }
          return (
            <DataTable
              label="Audit log"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              footer={<LoadMore query={query} />}
            />
          );
        }}
      </Content>
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{before, after}` as lines that went and lines that came. */
function Changes({ changes }: { changes: Record<string, unknown> }) {
  const side = (name: string) => {
    const value = changes[name];
    return isObject(value) ? value : {};
  };
  const before = side('before');
  const after = side('after');
  const isDiff = 'before' in changes || 'after' in changes;
  const lines = isDiff
    ? [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => [
        ...(name in before ? [`− ${name}: ${textOf(before[name])}`] : []),
        ...(name in after ? [`+ ${name}: ${textOf(after[name])}`] : []),
      ])
    : Object.entries(changes).map(([name, value]) => `${name}: ${textOf(value)}`);
  return (
    <details>
      <summary>Show</summary>
      <pre className="settings-changes mono">{lines.join('\n')}</pre>
    </details>
  );
}
