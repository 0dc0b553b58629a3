import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { KEY_KINDS, type KeyKind } from '../../../shared/access/scopes';
import { compact } from '../../search';
import { byCursor, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { browserOf } from '../../ui/format';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../ui/table/filters';
import { activeFilters, ListBody } from '../../ui/table/list-body';
import { Tag } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { KeySpark, useWeek } from './key-spark';
import { accessOf, adviceOf, kindOf, STATUS_TONES, STATUS_LABELS, type Key } from './labels';

import './keys.css';

const CreateSheet = lazyWhenIdle(async () => (await import('./form/create-sheet')).CreateSheet);

const route = getRouteApi('/w/$ws/keys');
const STATUSES = (['active', 'expired', 'revoked'] as const).map((value) => ({ value, label: STATUS_LABELS[value] }));
const KINDS = Object.entries(KEY_KINDS).map(([value, label]) => ({ value: value as KeyKind, label }));

export function KeysPage() {
  const trpc = useTRPC();
  const { name } = useWorkspace();
  const { status, kind, q, create } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/keys' });
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const filters = compact({ status: status && [status], kind: kind && [kind], q });
  const query = useInfiniteQuery(
    trpc.keys.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );

  type Change = { status?: Key['status'] | undefined; kind?: KeyKind | undefined; q?: string | undefined };
  const change = (next: Change) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const open = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, create: isOpen ? (true as const) : undefined }) });
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayCreate) void navigate({ search: (old) => ({ ...old, create: true as const }) });
        },
      }),
      [mayCreate, navigate],
    ),
  );

  const active = activeFilters(
    { status: status && STATUS_LABELS[status], kind: kind && KEY_KINDS[kind], q: q && `“${q}”` },
    change,
  );
  const createButton = mayCreate && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open(true)}>
      Create key
    </Button>
  );

  return (
    <Page
      title="API keys"
      context={name}
      lead="Each program gets a key of its own, with no more than it needs."
      actions={createButton}
    >
      <SecretGuard label="key" />
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="Kind" value={kind} options={KINDS} onChange={(next) => change({ kind: next })} />
        <CopyAsCode operation="keys_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...active}
        empty={
          <Empty
            icon={IconKey}
            title="No keys yet"
            actions={
              <>
                {createButton}
                {mayCreate && (
                  <CopyAsCode
                    operation="keys_create"
                    input={{ kind: 'ak', name: 'Billing service', scopes: ['models:read', 'usage:read'] }}
                  />
                )}
              </>
            }
          >
            A key lets a program call the API in the name of this workspace.
          </Empty>
        }
      >
        {(rows, footer) => <KeyTable rows={rows} footer={footer} />}
      </ListBody>
      {create && mayCreate && <CreateSheet onClose={() => open(false)} />}
    </Page>
  );
}

function KeyTable({ rows, footer }: { rows: Key[]; footer: ReactNode }) {
  const { id: ws } = useWorkspace();
  const now = useNow();
  const week = useWeek();
  const columns: Column<Key>[] = [
    {
      title: 'Name',
      cell: (key) => (
        <span className="keys-name">
          <Link className="row-link truncate" to="/w/$ws/keys/$key" params={{ ws, key: key.id }}>
            {key.name}
          </Link>
          <span className="mono dimmed">{key.masked_secret}</span>
          {adviceOf(key, now) && <span className="keys-advice">{adviceOf(key, now)}</span>}
        </span>
      ),
    },
    { title: 'Kind', cell: kindOf, wide: true },
    { title: 'Access', cell: accessOf },
    { title: 'Made by', cell: ({ created_by: by }) => by.name, wide: true },
    {
      title: 'Last used',
      named: true,
      cell: ({ last_used_at: at, last_used_user_agent: agent }) => (
        <span title={agent ?? undefined}>
          <Time at={at} /> {agent && <span className="dimmed">{browserOf(agent)}</span>}
        </span>
      ),
    },
    ...(week
      ? [{ title: '7 days', wide: true, cell: ({ id }: Key) => <KeySpark days={week(id)} /> } satisfies Column<Key>]
      : []),
    { title: 'Expires', cell: ({ expires_at: at }) => <Time at={at} />, wide: true },
    {
      title: 'Status',
      fit: true,
      cell: ({ status }) => (
        <Tag tone={STATUS_TONES[status]} dot>
          {STATUS_LABELS[status]}
        </Tag>
      ),
    },
  ];
  return <DataTable label="API keys" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />;
}
