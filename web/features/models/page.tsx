import { IconCpu } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatShort } from '../../ui/format';
import { useCan, useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty, Forbidden, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { NameCell } from '../../ui/table/name-cell';
import { Note, Tag, type Tone } from '../../ui/tag';
import { ModelsFrame } from './frame';
import { ProviderHealth } from './health';
import { PROVIDER_LABELS } from './labels';
import { ModelsSettingsCard } from './settings-card';

type Model = Outputs['models']['list']['data'][number];

const route = getRouteApi('/w/$ws/models');
const PAGE = 50;
const MODEL_TONES: Record<Model['status'], Tone> = { available: 'success', degraded: 'warning', unavailable: 'error' };
const STATUSES = (['available', 'degraded', 'unavailable'] as const).map((value) => ({ value, label: wordOf(value) }));

export function ModelsPage() {
  const can = useCan();
  return (
    <ModelsFrame
      title="Models"
      lead="AI models that this workspace may use, as GET /api/v1/models lists them."
      actions={<CopyAsCode operation="models_list" input={{}} />}
    >
      <div className="models-stack">
        <ProviderHealth />
        {can('models:read') ? <ModelList /> : <Forbidden need="models:read" />}
        <ModelsSettingsCard />
      </div>
    </ModelsFrame>
  );
}

type Change = { q?: string | undefined; status?: Model['status'] | undefined; provider?: string | undefined };

function ModelList() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const mayCall = useCan()('ai:invoke');
  const { q, status, provider } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models' });
  const filters = compact({ q, status: status && [status], provider: provider ? [provider] : undefined });
  const query = useInfiniteQuery(
    trpc.models.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const change = (next: Change) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const active = [
    ...(q ? [{ label: `“${q}”`, remove: () => change({ q: undefined }) }] : []),
    ...(provider ? [{ label: `Of ${provider}`, remove: () => change({ provider: undefined }) }] : []),
    ...(status ? [{ label: wordOf(status), remove: () => change({ status: undefined }) }] : []),
  ];

  return (
    <section aria-label="Models of this workspace">
      <Filters>
        <SearchField label="Find a model" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        {provider && (
          <button
            type="button"
            className="bare chip"
            aria-label={`Remove filter Of ${provider}`}
            onClick={() => change({ provider: undefined })}
          >
            Of {provider} <span aria-hidden>×</span>
          </button>
        )}
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          // Warnings about one provider are shown at that provider.
          const warnings = (data.pages[0]?.warnings ?? []).filter(
            ({ code, provider: of }) => of === null && code !== 'no_provider_configured',
          );
          return (
            <div className="models-stack">
              {warnings.map(({ code, detail }) => (
                <Note key={code} tone="warning">
                  {detail}
                </Note>
              ))}
              {rows.length > 0 && (
                <DataTable
                  label="Models"
                  columns={mayCall ? [...COLUMNS, tryColumn(ws)] : COLUMNS}
                  rows={rows}
                  rowKey={({ id }) => id}
                  footer={<LoadMore query={query} />}
                />
              )}
              {rows.length === 0 && active.length > 0 && (
                <NoMatch
                  filters={active}
                  onClear={() => change({ q: undefined, status: undefined, provider: undefined })}
                />
              )}
              {rows.length === 0 && active.length === 0 && <NoModels />}
            </div>
          );
        }}
      </Content>
    </section>
  );
}

function NoModels() {
  const { instance_admin: isAdmin } = useUser();
  return (
    <Empty
      icon={IconCpu}
      title="No models"
      actions={
        isAdmin && (
          <Link to="/instance/models" search={{ do: 'create' }} className="copy-button">
            Add provider
          </Link>
        )
      }
    >
      {isAdmin
        ? 'Add an AI provider, or widen the lists below.'
        : 'An administrator of the installation adds AI providers; the lists below may be too narrow.'}
    </Empty>
  );
}

const COLUMNS: Column<Model>[] = [
  {
    title: 'Model',
    cell: ({ id, name }) => (
      <NameCell name={name}>
        <CopyId id={id} />
      </NameCell>
    ),
  },
  { title: 'Aliases', cell: ({ aliases }) => <span className="mono">{aliases.join(', ')}</span>, priority: 2 },
  {
    title: 'Provider',
    cell: ({ provider }) => (
      <span>
        {provider.name} <span className="dimmed">{PROVIDER_LABELS[provider.status].word}</span>
      </span>
    ),
  },
  {
    title: 'Context',
    align: 'right',
    priority: 2,
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

const tryColumn = (ws: string): Column<Model> => ({
  title: '',
  label: 'Try',
  fit: true,
  cell: ({ id, supported_endpoints: endpoints }) =>
    endpoints.includes('/api/v1/chat/completions') && (
      <Link
        to="/w/$ws/models/playground"
        params={{ ws }}
        search={{ model: id }}
        className="copy-button"
        aria-label={`Try ${id}`}
      >
        Try
      </Link>
    ),
});

function wordOf(status: Model['status']): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
