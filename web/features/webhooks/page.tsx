import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { compact } from '../../search';
import { byCursor, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty } from '../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { activeFilters, ListBody } from '../../ui/table/list-body';
import { useEventTypes } from './form/use-event-types';
import { SECRET_LOST, STATUS_LABELS, type Webhook } from './labels';
import { WebhookTable } from './table';
import { useHealthUpdates } from './use-health-updates';

import './webhooks.css';

const CreateSheet = lazyWhenIdle(async () => (await import('./form/create-sheet')).CreateSheet);

const route = getRouteApi('/w/$ws/webhooks');
const STATUSES = (['active', 'paused', 'disabled'] as const).map((value) => ({ value, label: STATUS_LABELS[value] }));
const SOURCES = [
  { value: 'custom', label: 'API' },
  { value: 'console', label: 'Console' },
  { value: 'n8n', label: 'n8n' },
  { value: 'zapier', label: 'Zapier' },
  { value: 'make', label: 'Make' },
  { value: 'activepieces', label: 'Activepieces' },
] as const satisfies readonly { value: Webhook['source']; label: string }[];

export function WebhooksPage() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const { status, source, event, q, create } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/webhooks' });
  const mayWrite = useCan()('webhooks:write');
  const filters = compact({ status: status && [status], source, event_type: event, q });
  const query = useInfiniteQuery(
    trpc.webhooks.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  useHealthUpdates();
  const types = useEventTypes();

  type Change = Partial<Record<'status' | 'source' | 'event' | 'q', string | undefined>>;
  const change = (next: Change) =>
    void navigate({ search: (old) => compact({ ...old, ...next }) as typeof old, replace: true });
  const close = (madeId?: string) => {
    if (madeId === undefined) void navigate({ search: (old) => compact({ ...old, create: undefined }) });
    else void navigate({ to: '/w/$ws/webhooks/$webhook', params: { ws, webhook: madeId } });
  };
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ search: (old) => ({ ...old, create: true as const }) });
        },
      }),
      [mayWrite, navigate],
    ),
  );

  const active = activeFilters(
    {
      status: status && STATUS_LABELS[status],
      source: source && `Made by ${SOURCES.find(({ value }) => value === source)?.label ?? source}`,
      event,
      q: q && `“${q}”`,
    },
    change,
  );
  const createButton = mayWrite && (
    <Button
      size="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => void navigate({ search: (old) => ({ ...old, create: true as const }) })}
    >
      Create webhook
    </Button>
  );

  return (
    <Page
      title="Webhooks"
      context={name}
      lead="Your services are told of events as they happen: signed, retried, and kept for a replay."
      actions={
        <>
          <Link to="/w/$ws/webhooks/inbox" params={{ ws }} className="copy-button">
            Inbox
          </Link>
          <Link to="/w/$ws/webhooks/dead-letters" params={{ ws }} className="copy-button">
            Dead letters
          </Link>
          {createButton}
        </>
      }
    >
      <SecretGuard label="signing secret" why={SECRET_LOST} />
      <Filters>
        <SearchField label="Find by name or URL" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        <FilterSelect
          label="Event"
          value={event}
          options={(types ?? []).map(({ type }) => ({ value: type, label: type }))}
          onChange={(next) => change({ event: next })}
          width={190}
        />
        <FilterSelect label="Made by" value={source} options={SOURCES} onChange={(next) => change({ source: next })} />
        <CopyAsCode operation="webhooks_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...active}
        empty={
          <Empty
            icon={IconWebhook}
            title="No webhooks yet"
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
                    Use the inbox
                  </Button>
                  <CopyAsCode
                    operation="webhooks_create"
                    input={{ url: 'https://hooks.example.com/switchboard', events: ['api_key.*'], name: 'Billing' }}
                  />
                </>
              )
            }
          >
            A webhook sends each event to an address of yours. Without a public one, the built-in inbox shows what would
            arrive.
          </Empty>
        }
      >
        {(rows, footer) => <WebhookTable rows={rows} footer={footer} />}
      </ListBody>
      {create && mayWrite && <CreateSheet onClose={close} />}
    </Page>
  );
}
