import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../ui/states/states';
import { SearchField } from '../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { STATUS_LABELS, type Status } from '../labels';
import { useDrivers } from '../use-drivers';
import { useWhatsAppUpdates } from '../use-whatsapp-updates';
import { InstanceCard } from './card';
import { t } from './texts';

import '../whatsapp.css';

const WorkspaceMessageResults = lazyWhenIdle(
  async () => (await import('../chats/message-search')).WorkspaceMessageResults,
);

const route = getRouteApi('/w/$ws/whatsapp/instances');
export function InstancesPage() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const { status, driver, q, words } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/instances' });
  const can = useCan();
  const mayWrite = can('whatsapp.instances:write');
  const mayRead = can('whatsapp.messages:read');
  const drivers = useDrivers()?.map((one) => ({ value: one.driver, label: one.title })) ?? [];
  const filters = compact({ status, driver, q });
  const query = useInfiniteQuery(
    trpc.whatsapp.instances.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  useWhatsAppUpdates();

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ to: '/w/$ws/whatsapp/new', params: { ws }, search: {} });
        },
      }),
      [mayWrite, navigate, ws],
    ),
  );

  const choices: ChoiceFilter[] = [
    {
      name: 'status',
      label: t('status'),
      options: (Object.keys(STATUS_LABELS) as Status[]).map((value) => ({ value, label: STATUS_LABELS[value].label })),
    },
    { name: 'driver', label: t('driver'), options: drivers },
  ];
  const { active, onClear } = activeOf(choices, { status, driver, q }, change);
  const createButton = mayWrite && (
    <Button
      size="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      component={Link}
      to="/w/$ws/whatsapp/new"
      params={{ ws } as never}
    >
      {t('createInstance')}
    </Button>
  );

  return (
    <Page
      title="WhatsApp"
      context={name}
      lead={t('lead')}
      code={{ operation: 'whatsapp_instances_list', input: filters }}
      actions={createButton}
    >
      <FilterBar
        search={t('find')}
        filters={choices}
        values={{ status, driver, q }}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      >
        {mayRead && <SearchField label={t('findWords')} value={words} onChange={(next) => change({ words: next })} />}
      </FilterBar>
      {words !== undefined && mayRead && <WorkspaceMessageResults words={words} />}
      <Content query={query} loading={<Loading shape="cards" rows={3} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <>
                <ul className="wa-cards">
                  {rows.map((instance) => (
                    <InstanceCard key={instance.id} of={instance} />
                  ))}
                </ul>
                <LoadMore query={query} />
              </>
            );
          }
          if (active.length > 0) {
            return <NoMatch filters={active} onClear={onClear} />;
          }
          return (
            <Empty
              icon={IconBrandWhatsapp}
              title={t('empty')}
              actions={
                mayWrite && (
                  <>
                    {createButton}
                    <CopyAsCode
                      operation="whatsapp_instances_create"
                      input={{ name: t('example'), driver: 'sandbox' }}
                    />
                  </>
                )
              }
            >
              {t('emptyHelp')}
            </Empty>
          );
        }}
      </Content>
    </Page>
  );
}
