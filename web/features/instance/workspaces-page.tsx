import { TextInput } from '@mantine/core';
import { IconBuilding, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Confirm } from '../../ui/dialog/dialog';
import { formatNumber } from '../../ui/format';
import type { MenuActions } from '../../ui/menu/menu-action';
import { WorkspaceIcon } from '../../ui/shell/icons';
import type { Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Status, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { InstancePage } from './frame';
import { SearchableList } from './searchable-list';
import { t } from './texts';

import './instance.css';

type Workspace = Outputs['instance']['workspaces']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/workspaces');
const TONES: Record<Workspace['status'], Tone> = { active: 'success', suspended: 'warning', deleting: 'error' };
const onError = (error: unknown) => toastError(error, t('notChanged'));
/** Includes the person’s own workspaces, which the menu of workspaces shows. */
const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: account.instance.workspaces.pathKey() }),
    queryClient.invalidateQueries({ queryKey: account.workspaces.pathKey() }),
  ]);

export function InstanceWorkspacesPage() {
  return (
    <InstancePage title={t('workspaces')} lead={t('workspacesLead')}>
      <Workspaces />
    </InstancePage>
  );
}

function Workspaces() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/workspaces' });
  const [suspending, setSuspending] = useState<Workspace>();
  const query = useInfiniteQuery(
    account.instance.workspaces.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const resume = useMutation(
    account.instance.workspaces.resume.mutationOptions({
      onSuccess: ({ name }) => toast(t('workspaceResumed', { name })),
      onError,
      onSettled: refresh,
    }),
  );

  const actionsOf = (row: Workspace): MenuActions => [
    row.status === 'active' && {
      label: t('suspendWorkspace'),
      icon: IconPlayerPause,
      isDangerous: true,
      onClick: () => setSuspending(row),
    },
    row.status === 'suspended' && {
      label: t('resume'),
      icon: IconPlayerPlay,
      onClick: () => resume.mutate({ workspace_id: row.id }),
    },
  ];
  const columns: Column<Workspace>[] = [
    {
      title: t('name'),
      cell: ({ name, id }) => (
        <span className="instance-named">
          <WorkspaceIcon name={name} />
          <NameCell name={name}>
            <CopyId id={id} />
          </NameCell>
        </span>
      ),
    },
    { title: t('members'), align: 'right', named: true, cell: ({ members }) => formatNumber(members) },
    { title: t('keys'), align: 'right', named: true, cell: ({ keys }) => formatNumber(keys) },
    { title: t('created'), priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: t('status'),
      fit: true,
      cell: ({ status, suspended_reason: why }) => (
        <span title={why ?? undefined}>
          <Status tone={TONES[status]} isUsual={status === 'active'}>
            {t(status)}
          </Status>
        </span>
      ),
    },
  ];

  return (
    <>
      <SearchableList
        label={t('workspaces')}
        icon={IconBuilding}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        search={t('findWorkspaces')}
        empty={{ title: t('noWorkspaces') }}
        actions={actionsOf}
        nameOf={({ name }) => name}
        q={q}
        onSearch={(next) => void navigate({ search: compact({ q: next }), replace: true })}
      />
      {suspending && <SuspendDialog of={suspending} onClose={() => setSuspending(undefined)} />}
    </>
  );
}

function SuspendDialog({ of, onClose }: { of: Workspace; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const suspend = useMutation(
    account.instance.workspaces.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(t('nowSuspended', { name })),
      onError,
      onSettled: () => {
        onClose();
        return refresh();
      },
    }),
  );
  return (
    <Confirm
      title={t('suspendTitle', { name: of.name })}
      action={t('suspendWorkspace')}
      isPending={suspend.isPending}
      onConfirm={() => suspend.mutate({ workspace_id: of.id, reason: reason.trim() || null })}
      onClose={onClose}
    >
      <p>{t('suspendWorkspaceHelp')}</p>
      <TextInput
        label={t('reason')}
        description={t('reasonHelp')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
