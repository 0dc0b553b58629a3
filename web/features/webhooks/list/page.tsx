import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { SecretGuard } from '../../../ui/secret/secret-guard';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Empty } from '../../../ui/states/states';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { useEventTypes } from '../form/use-event-types';
import { STATUSES, type Webhook } from '../labels';
import { useHealthUpdates } from '../use-health-updates';
import { WebhooksFrame } from './frame';
import { WebhookTable } from './table';
import { t } from './texts';

import '../webhooks.css';

const CreateSheet = lazyWhenIdle(async () => (await import('../form/create-sheet')).CreateSheet);

const route = getRouteApi('/w/$ws/webhooks');
const SOURCES = [
  { value: 'custom', label: 'API' },
  { value: 'console', label: 'Switchboard' },
  { value: 'n8n', label: 'n8n' },
  { value: 'zapier', label: 'Zapier' },
  { value: 'make', label: 'Make' },
  { value: 'activepieces', label: 'Activepieces' },
] as const satisfies readonly { value: Webhook['source']; label: string }[];

export function WebhooksPage() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { status, source, event, q, create } = search;
  const navigate = useNavigate({ from: '/w/$ws/webhooks' });
  const mayWrite = useCan()('webhooks:write');
  const filters = compact({ status: status && [status], source, event_type: event, q });
  const query = useInfiniteQuery(
    trpc.webhooks.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  useHealthUpdates();
  const types = useEventTypes();

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const drawer = useOverlay('create');
  const close = (createdId?: string) => {
    if (createdId === undefined) drawer.close();
    // Back leads to the list, not to the form.
    else void navigate({ to: '/w/$ws/webhooks/$webhook', params: { ws, webhook: createdId }, replace: true });
  };
  useShortcuts(useMemo(() => (mayWrite ? { c: () => drawer.open() } : {}), [mayWrite, drawer]));

  const choices = [
    { name: 'status', label: t('status'), options: STATUSES.map((value) => ({ value, label: t(value) })) },
    { name: 'event', label: t('event'), options: (types ?? []).map(({ type }) => ({ value: type, label: type })) },
    { name: 'source', label: t('createdWith'), options: SOURCES },
  ];
  const createButton = mayWrite && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => drawer.open()}>
      {t('createWebhook')}
    </Button>
  );

  return (
    <WebhooksFrame
      title={t('webhooks')}
      lead={t('lead')}
      code={{ operation: 'webhooks_list', input: filters }}
      actions={createButton}
    >
      <SecretGuard label={t('secretNoun')} why={t('rotateForNew')} />
      <FilterBar
        search={t('find')}
        filters={choices}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(choices, search, change)}
        empty={
          <Empty
            icon={IconWebhook}
            title={t('noWebhooks')}
            actions={
              mayWrite && (
                <>
                  {createButton}
                  <Button
                    size="sm"
                    variant="default"
                    component={Link}
                    to="/w/$ws/webhooks/inbox"
                    params={{ ws } as never}
                  >
                    {t('openInbox')}
                  </Button>
                  <CopyAsCode
                    operation="webhooks_create"
                    input={{
                      url: 'https://hooks.example.com/switchboard',
                      events: ['api_key.*'],
                      name: t('nameExample'),
                    }}
                  />
                </>
              )
            }
          >
            {t('noWebhooksHelp')}
          </Empty>
        }
      >
        {(rows, footer) => <WebhookTable rows={rows} footer={footer} />}
      </ListBody>
      {create && mayWrite && <CreateSheet onClose={close} />}
    </WebhooksFrame>
  );
}
