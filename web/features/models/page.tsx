import { IconCpu } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatShort } from '../../ui/format';
import { Page } from '../../ui/page';
import { useCan, useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty, Forbidden, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Note, Tag, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { ModelsSettingsCard } from './settings-card';

import '../settings/settings.css';

type Model = Outputs['models']['list']['data'][number];
type Warning = Outputs['models']['list']['warnings'][number];

const route = getRouteApi('/w/$ws/models');
const PAGE = 50;
const MODEL_TONES: Record<Model['status'], Tone> = { available: 'success', degraded: 'warning', unavailable: 'error' };
const PROVIDER_WORDS: Record<Model['provider']['status'], string> = {
  up: 'Up',
  stale: 'Older list',
  down: 'Down',
  static: 'Configured',
};
const STATUSES = (['available', 'degraded', 'unavailable'] as const).map((value) => ({ value, label: wordOf(value) }));

/** What the workspace may use. */
export function ModelsPage() {
  const { name } = useWorkspace();
  const can = useCan();
  return (
    <Page
      title="Models"
      context={name}
      lead="AI models that this workspace may use, as GET /api/v1/models lists them."
      actions={<CopyAsCode operation="models_list" input={{}} />}
    >
      <div className="settings-stack">
        {can('models:read') ? <ModelList /> : <Forbidden need="models:read" />}
        <ModelsSettingsCard />
      </div>
    </Page>
  );
}

function ModelList() {
  const trpc = useTRPC();
  const { instance_admin: isAdmin } = useUser();
  const { q, status } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models' });
  const filters = compact({ q, status: status && [status] });
  const query = useInfiniteQuery(
    trpc.models.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  type Change = { q?: string | undefined; status?: Model['status'] | undefined };
  const change = (next: Change) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const active = [
    ...(q ? [{ label: `“${q}”`, remove: () => change({ q: undefined }) }] : []),
    ...(status ? [{ label: wordOf(status), remove: () => change({ status: undefined }) }] : []),
  ];

  return (
    <div>
      <Filters>
        <SearchField label="Find a model" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          return (
            <div className="settings-stack">
              <Warnings warnings={data.pages[0]?.warnings ?? []} />
              {rows.length > 0 && (
                <DataTable
                  label="Models"
                  columns={COLUMNS}
                  rows={rows}
                  rowKey={({ id }) => id}
                  footer={<LoadMore query={query} />}
                />
              )}
              {rows.length === 0 && active.length > 0 && (
                <NoMatch filters={active} onClear={() => change({ q: undefined, status: undefined })} />
              )}
              {rows.length === 0 && active.length === 0 && (
                <Empty icon={IconCpu} title="No models">
                  {isAdmin
                    ? 'Add an AI provider under Instance, or widen the lists below.'
                    : 'An administrator of this installation adds AI providers.'}
                </Empty>
              )}
            </div>
          );
        }}
      </Content>
    </div>
  );
}

function Warnings({ warnings }: { warnings: Warning[] }) {
  return warnings.map(({ code, provider, detail, since, serving }) => (
    <Note key={`${code} ${provider}`} tone="warning">
      {provider && <strong>{provider}: </strong>}
      {detail} {serving === 'stale' && 'An older list is shown. '}
      {since && (
        <span className="dimmed">
          Since <Time at={since} />
        </span>
      )}
    </Note>
  ));
}

const COLUMNS: Column<Model>[] = [
  {
    title: 'Model',
    cell: ({ id, name }) => (
      <span className="settings-person">
        <span className="truncate" style={{ fontWeight: 550 }}>
          {name}
        </span>
        <CopyId id={id} />
      </span>
    ),
  },
  { title: 'Aliases', cell: ({ aliases }) => <span className="mono">{aliases.join(', ')}</span>, wide: true },
  {
    title: 'Provider',
    cell: ({ provider }) => (
      <span>
        {provider.name} <span className="dimmed">{PROVIDER_WORDS[provider.status]}</span>
      </span>
    ),
  },
  {
    title: 'Context',
    align: 'right',
    wide: true,
    cell: ({ context_length: tokens }) => (tokens === null ? 'Unknown' : formatShort(tokens)),
  },
  {
    title: 'Status',
    fit: true,
    cell: ({ status }) => (
      <Tag tone={MODEL_TONES[status]} dot>
        {wordOf(status)}
      </Tag>
    ),
  },
];

function wordOf(status: Model['status']): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
