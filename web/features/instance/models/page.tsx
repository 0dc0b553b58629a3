import { Button } from '@mantine/core';
import { IconCpu, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';

import { account } from '../../../trpc';
import { formatNumber } from '../../../ui/format';
import { lazyPart } from '../../../ui/lazy-parts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NotFound } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { useOverlay } from '../../../ui/use-overlay';
import { InstancePage } from '../frame';
import { DeleteProvider } from './delete-provider';
import type { ProviderFormProps } from './provider-form';
import { isBeingChecked, statusOf, type Provider } from './provider-labels';
import { ProviderSheet } from './provider-sheet';
import { t } from './texts';

import '../instance.css';

// The schema that validates the form weighs more than the page.
const LazyForm = lazyPart(async () => (await import('./provider-form')).ProviderForm);

const route = getRouteApi('/account-layout/instance/models');
/** A new provider has its first answer within a second. */
const SOON_MS = 1000;
const LATER_MS = 30_000;

const columnsOf = (): Column<Provider>[] => [
  {
    title: t('provider'),
    cell: ({ name, slug }) => (
      <NameCell
        name={
          <Link
            className="row-link"
            to="/instance/models"
            search={{ provider: slug }}
            state={(old) => ({ ...old, overlay: 'provider' })}
          >
            {name}
          </Link>
        }
      >
        <span className="mono dimmed truncate">{slug}</span>
      </NameCell>
    ),
  },
  {
    title: t('baseUrl'),
    priority: 2,
    cell: ({ base_url: url }) => <span className="mono instance-url">{url ?? t('none')}</span>,
  },
  { title: t('models'), align: 'right', named: true, cell: ({ models }) => formatNumber(models) },
  { title: t('lastSync'), priority: 2, cell: ({ fetched_at: at }) => <Time at={at} /> },
  { title: t('source'), priority: 3, cell: ({ source }) => t(source) },
  {
    title: t('status'),
    fit: true,
    cell: (provider) => (
      <span title={provider.detail ?? undefined}>
        <Status tone={statusOf(provider).tone} isUsual={['success', 'neutral'].includes(statusOf(provider).tone)}>
          {statusOf(provider).word}
        </Status>
      </span>
    ),
  },
];

export function InstanceModelsPage() {
  return (
    <InstancePage title={t('providers')} lead={t('lead')} actions={<AddButton />}>
      <Providers />
    </InstancePage>
  );
}

function AddButton() {
  const form = useOverlay('do');
  return (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => form.open('create')}>
      {t('addProvider')}
    </Button>
  );
}

function Providers() {
  const { provider: slug, do: action } = route.useSearch();
  const drawer = useOverlay('provider');
  const form = useOverlay('do');
  const [saved, setSaved] = useState<string>();
  const query = useQuery(
    account.models.providers.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(isBeingChecked) ? SOON_MS : LATER_MS),
    }),
  );
  const onSaved = useCallback(
    (provider: string) => {
      setSaved(provider);
      form.close(provider === slug ? {} : { provider });
    },
    [form, slug],
  );
  const onClose = useCallback(() => form.close(), [form]);

  return (
    <>
      <Content query={query} loading={<Loading rows={3} />}>
        {(providers) => {
          const of = providers.find((provider) => provider.slug === slug);
          return (
            <>
              {slug !== undefined && !of && <NotFound what={t('aProvider')} />}
              {providers.length === 0 ? (
                <Empty icon={IconCpu} title={t('noProviders')} actions={<AddButton />}>
                  {t('noProvidersHelp')}
                </Empty>
              ) : (
                <DataTable
                  label={t('providers')}
                  columns={columnsOf()}
                  rows={providers}
                  rowKey={(row) => row.slug}
                  isCurrent={(row) => row.slug === slug}
                />
              )}
              {of && action === 'edit' && of.source === 'console' ? (
                <ProviderFormSheet of={of} onSaved={onSaved} onClose={onClose} />
              ) : (
                of && (
                  <Opened
                    key={slug}
                    of={of}
                    isNew={saved === slug}
                    onEdit={() => form.open('edit')}
                    onClose={() => drawer.close()}
                  />
                )
              )}
            </>
          );
        }}
      </Content>
      {action === 'create' && <ProviderFormSheet onSaved={onSaved} onClose={onClose} />}
    </>
  );
}

interface OpenedProps {
  of: Provider;
  isNew: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function Opened({ of, isNew, onEdit, onClose }: OpenedProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  if (isDeleting && of.source === 'console') {
    return <DeleteProvider of={of} onDeleted={onClose} onClose={() => setIsDeleting(false)} />;
  }
  return <ProviderSheet of={of} isNew={isNew} onEdit={onEdit} onDelete={() => setIsDeleting(true)} onClose={onClose} />;
}

function ProviderFormSheet(props: ProviderFormProps) {
  return (
    <Suspense>
      <LazyForm {...props} />
    </Suspense>
  );
}
