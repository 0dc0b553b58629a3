import { Button } from '@mantine/core';
import { IconCpu, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';

import { compact } from '../../../search';
import { account } from '../../../trpc';
import { formatNumber } from '../../../ui/format';
import { lazyPart } from '../../../ui/lazy-parts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NotFound } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstancePage } from '../frame';
import { DeleteProvider } from './delete-provider';
import type { ProviderFormProps } from './provider-form';
import { isBeingChecked, SOURCES, statusOf, type Provider } from './provider-labels';
import { ProviderSheet } from './provider-sheet';

import '../instance.css';

type Action = 'create' | 'edit' | 'check' | 'delete';

// The schema that validates the form weighs more than the page.
const LazyForm = lazyPart(async () => (await import('./provider-form')).ProviderForm);

const route = getRouteApi('/account-layout/instance/models');
/** A new provider has its first answer within a second. */
const SOON_MS = 1000;
const LATER_MS = 30_000;

const COLUMNS: Column<Provider>[] = [
  {
    title: 'Provider',
    cell: ({ name, slug }) => (
      <NameCell
        name={
          <Link className="row-link" to="/instance/models" search={{ provider: slug }}>
            {name}
          </Link>
        }
      >
        <span className="mono dimmed truncate">{slug}</span>
      </NameCell>
    ),
  },
  {
    title: 'Base URL',
    priority: 2,
    cell: ({ base_url: url }) => <span className="mono instance-url">{url ?? 'None'}</span>,
  },
  { title: 'Models', align: 'right', priority: 2, cell: ({ models }) => formatNumber(models) },
  { title: 'Last list', priority: 2, cell: ({ fetched_at: at }) => <Time at={at} /> },
  { title: 'Source', priority: 2, cell: ({ source }) => SOURCES[source] },
  {
    title: 'Status',
    fit: true,
    cell: (provider) => (
      <span title={provider.detail ?? undefined}>
        <Tag tone={statusOf(provider).tone} dot>
          {statusOf(provider).word}
        </Tag>
      </span>
    ),
  },
];

export function InstanceModelsPage() {
  return (
    <InstancePage
      title="AI providers"
      lead="Servers and services that offer models to the workspaces: anything that speaks OpenAI’s API."
      actions={<AddButton />}
    >
      <Providers />
    </InstancePage>
  );
}

function AddButton() {
  const navigate = useNavigate({ from: '/instance/models' });
  return (
    <Button
      size="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => void navigate({ search: { do: 'create' } })}
    >
      Add provider
    </Button>
  );
}

function Providers() {
  const { provider: slug, do: action } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/models' });
  const query = useQuery(
    account.models.providers.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(isBeingChecked) ? SOON_MS : LATER_MS),
    }),
  );
  const open = useCallback(
    (provider?: string, next?: Action) => void navigate({ search: compact({ provider, do: next }) }),
    [navigate],
  );
  const onSaved = useCallback((saved: string) => open(saved, 'check'), [open]);

  return (
    <>
      <Content query={query} loading={<Loading rows={3} />}>
        {(providers) => {
          const of = providers.find((provider) => provider.slug === slug);
          return (
            <>
              {slug !== undefined && !of && <NotFound what="provider" />}
              {providers.length === 0 ? (
                <Empty icon={IconCpu} title="No providers yet" actions={<AddButton />}>
                  A provider is an Ollama, vLLM or LM Studio of your own, or a service such as OpenRouter or OpenAI.
                </Empty>
              ) : (
                <DataTable
                  label="AI providers"
                  columns={COLUMNS}
                  rows={providers}
                  rowKey={(row) => row.slug}
                  isCurrent={(row) => row.slug === slug}
                />
              )}
              {of && <Opened of={of} action={action} open={open} onSaved={onSaved} />}
            </>
          );
        }}
      </Content>
      {action === 'create' && <ProviderFormSheet onSaved={onSaved} onClose={() => open()} />}
    </>
  );
}

interface OpenedProps {
  of: Provider;
  action: Action | undefined;
  open: (provider?: string, next?: Action) => void;
  onSaved: (slug: string) => void;
}

function Opened({ of, action, open, onSaved }: OpenedProps) {
  const back = () => open(of.slug);
  if (action === 'edit' && of.source === 'console')
    return <ProviderFormSheet of={of} onSaved={onSaved} onClose={back} />;
  if (action === 'delete' && of.source === 'console') {
    return <DeleteProvider of={of} onDeleted={() => open()} onClose={back} />;
  }
  return (
    <ProviderSheet
      of={of}
      isNew={action === 'check'}
      onEdit={() => open(of.slug, 'edit')}
      onDelete={() => open(of.slug, 'delete')}
      onClose={() => open()}
    />
  );
}

function ProviderFormSheet(props: ProviderFormProps) {
  return (
    <Suspense>
      <LazyForm {...props} />
    </Suspense>
  );
}
