import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { STATUS_LABELS, type Status } from '../labels';
import { useDrivers } from '../use-drivers';
import { useWhatsAppUpdates } from '../use-whatsapp-updates';
import { InstanceCard } from './card';

import '../whatsapp.css';

const WorkspaceMessageResults = lazyWhenIdle(
  async () => (await import('../chats/message-search')).WorkspaceMessageResults,
);

const route = getRouteApi('/w/$ws/whatsapp');
const STATUSES = (Object.keys(STATUS_LABELS) as Status[]).map((value) => ({
  value,
  label: STATUS_LABELS[value].label,
}));

export function InstancesPage() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const { status, driver, q, words } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp' });
  const can = useCan();
  const mayWrite = can('whatsapp.instances:write');
  const mayRead = can('whatsapp.messages:read');
  const drivers = useDrivers()?.map((one) => ({ value: one.driver, label: one.title })) ?? [];
  const filters = compact({ status, driver, q });
  const query = useInfiniteQuery(
    trpc.whatsapp.instances.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  useWhatsAppUpdates();

  type Change = Partial<Record<'status' | 'driver' | 'q' | 'words', string | undefined>>;
  const change = (next: Change) =>
    void navigate({ search: (old) => compact({ ...old, ...next }) as typeof old, replace: true });
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

  const active = [
    ...(status ? [{ label: STATUS_LABELS[status].label, remove: () => change({ status: undefined }) }] : []),
    ...(driver
      ? [
          {
            label: drivers.find(({ value }) => value === driver)?.label ?? driver,
            remove: () => change({ driver: undefined }),
          },
        ]
      : []),
    ...(q ? [{ label: `“${q}”`, remove: () => change({ q: undefined }) }] : []),
  ];
  const createButton = mayWrite && (
    <Button
      size="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      component={Link}
      to="/w/$ws/whatsapp/new"
      params={{ ws } as never}
    >
      Create instance
    </Button>
  );

  return (
    <Page
      title="WhatsApp"
      context={name}
      lead="Each instance is one WhatsApp account: a number of the Cloud API, a linked phone, or a sandbox that sends nothing."
      actions={createButton}
    >
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="Driver" value={driver} options={drivers} onChange={(next) => change({ driver: next })} />
        {mayRead && (
          <SearchField label="Find words in all messages" value={words} onChange={(next) => change({ words: next })} />
        )}
        <CopyAsCode operation="whatsapp_instances_list" input={filters} />
      </Filters>
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
            return (
              <NoMatch
                filters={active}
                onClear={() => change({ status: undefined, driver: undefined, q: undefined })}
              />
            );
          }
          return (
            <Empty
              icon={IconBrandWhatsapp}
              title="No instances yet"
              actions={
                mayWrite && (
                  <>
                    {createButton}
                    <CopyAsCode operation="whatsapp_instances_create" input={{ name: 'Support', driver: 'sandbox' }} />
                  </>
                )
              }
            >
              An instance sends and receives for one WhatsApp account. The sandbox needs neither a phone nor Meta.
            </Empty>
          );
        }}
      </Content>
    </Page>
  );
}
