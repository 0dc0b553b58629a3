import { Button } from '@mantine/core';
import { IconCpu, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { byCursor, useTRPC } from '../../trpc';
import { activeOf, type Filter, type FilterChange } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import { useCan, useUser } from '../../ui/shell/workspace';
import { Empty, Forbidden } from '../../ui/states/states';
import { ListBody } from '../../ui/table/list-body';
import { rowsOf } from '../../ui/table/load-more';
import { Note } from '../../ui/tag';
import { ModelsFrame } from './frame';
import { ProviderHealth } from './health';
import { ModelsSettingsCard } from './settings-card';
import { ModelTable } from './table';
import { t } from './texts';

const route = getRouteApi('/w/$ws/models');
const PAGE = 50;
const STATUSES = ['available', 'degraded', 'unavailable'] as const;

export function ModelsPage() {
  const can = useCan();
  const { instance_admin: isAdmin } = useUser();
  return (
    <ModelsFrame
      title={t('models')}
      lead={t('lead')}
      code={{ operation: 'models_list', input: {} }}
      actions={isAdmin && <AddProvider />}
    >
      <div className="models-stack">
        <ProviderHealth />
        {can('models:read') ? <ModelList /> : <Forbidden need="models:read" />}
        <ModelsSettingsCard />
      </div>
    </ModelsFrame>
  );
}

const AddProvider = () => (
  <Button
    component={Link}
    to="/instance/models"
    search={{ do: 'create' } as never}
    leftSection={<IconPlus size={15} aria-hidden />}
  >
    {t('addProvider')}
  </Button>
);

function ModelList() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { q, status, provider } = search;
  const navigate = useNavigate({ from: '/w/$ws/models' });
  const { instance_admin: isAdmin } = useUser();
  const health = useQuery(trpc.models.get_health.queryOptions());
  const query = useInfiniteQuery(
    trpc.models.list.infiniteQueryOptions(
      {
        ...compact({ q, status: status && [status], provider: provider ? [provider] : undefined }),
        limit: PAGE,
      },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const filters: Filter[] = [
    { name: 'status', label: t('status'), options: STATUSES.map((value) => ({ value, label: t(value) })) },
    {
      name: 'provider',
      label: t('provider'),
      options: (health.data?.providers ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
    },
  ];
  // Warnings about one provider are shown at that provider.
  const warnings = (query.data?.pages[0]?.warnings ?? []).filter(
    ({ code, provider: of }) => of === null && code !== 'no_provider_configured',
  );

  return (
    <section aria-label={t('listLabel')}>
      <FilterBar
        search={t('findModel')}
        filters={filters}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <div className="models-stack">
        {warnings.map(({ code, detail }) => (
          <Note key={code} tone="warning">
            {detail}
          </Note>
        ))}
        <ListBody
          query={query}
          skeleton={4}
          {...activeOf(filters, search, change)}
          empty={
            <Empty icon={IconCpu} title={t('noModels')} actions={isAdmin && <AddProvider />}>
              {t(isAdmin ? 'noModelsAdmin' : 'noModelsHelp')}
            </Empty>
          }
        >
          {(rows, footer) => <ModelTable rows={rows} footer={footer} />}
        </ListBody>
      </div>
    </section>
  );
}
