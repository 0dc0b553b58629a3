import { Button } from '@mantine/core';
import { IconActivity, IconCopy, IconKey, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { KEY_KINDS, type KeyKind } from '../../../shared/access/scopes';
import { compact } from '../../search';
import { byCursor, useTRPC } from '../../trpc';
import { copyText } from '../../ui/clipboard';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../ui/filter/filter';
import { FilterBar } from '../../ui/filter/filter-bar';
import { browserOf } from '../../ui/format';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import type { MenuActions } from '../../ui/menu/menu-action';
import { Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { ListBody } from '../../ui/table/list-body';
import { rowsOf } from '../../ui/table/load-more';
import { Status } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { toast } from '../../ui/toast/toast';
import { useOverlay } from '../../ui/use-overlay';
import { KeySpark, useWeek } from './key-spark';
import { accessOf, adviceOf, kindOf, statusLabel, STATUS_TONES, type Key } from './labels';
import { t } from './texts';

import './keys.css';

const CreateSheet = lazyWhenIdle(async () => (await import('./form/create-sheet')).CreateSheet);

const route = getRouteApi('/w/$ws/keys');
const STATUSES = ['active', 'expired', 'revoked'] as const;
const KINDS = Object.keys(KEY_KINDS) as KeyKind[];
const choices = () => [
  { name: 'status', label: t('status'), options: STATUSES.map((value) => ({ value, label: statusLabel(value) })) },
  { name: 'kind', label: t('kind'), options: KINDS.map((kind) => ({ value: kind, label: kindOf({ kind }) })) },
];

export function KeysPage() {
  const trpc = useTRPC();
  const { name } = useWorkspace();
  const search = route.useSearch();
  const { status, kind, q, create } = search;
  const navigate = useNavigate({ from: '/w/$ws/keys' });
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const filters = compact({ status: status && [status], kind: kind && [kind], q });
  const query = useInfiniteQuery(
    trpc.keys.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const drawer = useOverlay('create');
  useShortcuts(useMemo(() => (mayCreate ? { c: () => drawer.open() } : {}), [mayCreate, drawer]));
  const createButton = mayCreate && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => drawer.open()}>
      {t('createKey')}
    </Button>
  );

  return (
    <Page
      title={t('apiKeys')}
      context={name}
      lead={t('lead')}
      code={{ operation: 'keys_list', input: filters }}
      actions={createButton}
    >
      <SecretGuard label={t('key')} />
      <FilterBar
        search={t('findByName')}
        filters={choices()}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(choices(), search, change)}
        empty={
          <Empty
            icon={IconKey}
            title={t('noKeys')}
            actions={
              <>
                {createButton}
                {mayCreate && (
                  <CopyAsCode
                    operation="keys_create"
                    input={{ kind: 'ak', name: t('nameExample'), scopes: ['models:read', 'usage:read'] }}
                  />
                )}
              </>
            }
          >
            {t('noKeysHelp')}
          </Empty>
        }
      >
        {(rows, footer) => <KeyTable rows={rows} footer={footer} />}
      </ListBody>
      {create && mayCreate && <CreateSheet onClose={() => drawer.close()} />}
    </Page>
  );
}

function KeyTable({ rows, footer }: { rows: Key[]; footer: ReactNode }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const now = useNow();
  const week = useWeek();
  const columns: Column<Key>[] = [
    {
      title: t('name'),
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
    { title: t('kind'), cell: kindOf, priority: 2 },
    { title: t('access'), cell: accessOf, fit: true },
    {
      title: t('createdBy'),
      cell: ({ created_by: by }) => <span className="truncate keys-by">{by.name}</span>,
      priority: 2,
    },
    {
      title: t('lastUsed'),
      named: true,
      cell: ({ last_used_at: at, last_used_user_agent: agent }) => (
        <span title={agent ?? undefined}>
          <Time at={at} /> {agent && <span className="dimmed keys-agent">{browserOf(agent)}</span>}
        </span>
      ),
    },
    ...(week
      ? [{ title: t('days7'), priority: 2, cell: ({ id }: Key) => <KeySpark days={week(id)} /> } satisfies Column<Key>]
      : []),
    {
      title: t('expires'),
      cell: ({ expires_at: at, status }) => (status === 'revoked' ? '–' : <Time at={at} />),
      priority: 2,
    },
    {
      title: t('status'),
      fit: true,
      cell: ({ status }) => (
        <Status tone={STATUS_TONES[status]} isUsual={status === 'active'}>
          {statusLabel(status)}
        </Status>
      ),
    },
  ];
  const actions = ({ id, name }: Key): MenuActions => [
    {
      label: t('copyId'),
      icon: IconCopy,
      onClick: () => void copyText(id).then((isCopied) => isCopied && toast(t('idCopied', { name }))),
    },
    {
      label: t('viewRequests'),
      icon: IconActivity,
      onClick: () => void navigate({ to: '/w/$ws/activity', params: { ws }, search: { key: id } }),
    },
  ];
  return (
    <DataTable
      label={t('apiKeys')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      actions={actions}
      nameOf={({ name }) => name}
      footer={footer}
    />
  );
}
