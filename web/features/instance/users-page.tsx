import { Button } from '@mantine/core';
import { IconKey, IconPlayerPause, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient } from '../../trpc';
import { Dialog } from '../../ui/dialog/dialog';
import { formatNumber } from '../../ui/format';
import { Avatar } from '../../ui/icons/avatar';
import type { MenuActions } from '../../ui/menu/menu-action';
import { SecretField } from '../../ui/secret/secret-field';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, useSecret } from '../../ui/secret/store';
import type { Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Status } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { InstancePage } from './frame';
import { SearchableList } from './searchable-list';
import { t } from './texts';
import { type User, type UserAction, UserDialog } from './user-dialog';

import './instance.css';

const route = getRouteApi('/account-layout/instance/users');

export function InstanceUsersPage() {
  return (
    <InstancePage title={t('users')} lead={t('usersLead')}>
      <Users />
    </InstancePage>
  );
}

function Users() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/users' });
  const secret = useSecret();
  const [dialog, setDialog] = useState<{ action: UserAction; user: User }>();
  const query = useInfiniteQuery(
    account.instance.users.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const resume = useMutation(
    account.instance.users.resume.mutationOptions({
      onSuccess: ({ name }) => toast(t('userResumed', { name })),
      onError: (error) => toastError(error, t('notChanged')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: account.instance.users.pathKey() }),
    }),
  );

  const actionsOf = (user: User): MenuActions =>
    user.status === 'suspended'
      ? [{ label: t('resume'), icon: IconPlayerPlay, onClick: () => resume.mutate({ user_id: user.id }) }]
      : [
          { label: t('createResetLink'), icon: IconKey, onClick: () => setDialog({ action: 'reset', user }) },
          !user.owner && {
            label: t('suspendUser'),
            icon: IconPlayerPause,
            isDangerous: true,
            onClick: () => setDialog({ action: 'suspend', user }),
          },
        ];
  const columns: Column<User>[] = [
    {
      title: t('user'),
      cell: ({ id, name, email }) => (
        <span className="instance-named">
          <Avatar name={name} seed={id} size={32} />
          <NameCell name={name}>
            <span className="dimmed truncate">{email}</span>
          </NameCell>
        </span>
      ),
    },
    {
      title: t('role'),
      cell: ({ owner, instance_admin: admin }) => t(owner ? 'owner' : admin ? 'admin' : 'plainUser'),
    },
    { title: t('workspaces'), align: 'right', priority: 2, cell: ({ workspaces }) => formatNumber(workspaces) },
    { title: t('joined'), priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: t('status'),
      fit: true,
      cell: ({ status }) => (
        <Status tone="warning" isUsual={status === 'active'}>
          {t(status)}
        </Status>
      ),
    },
  ];

  return (
    <>
      <SecretGuard label={t('link')} />
      <SearchableList
        label={t('users')}
        icon={IconUsers}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        search={t('findUsers')}
        empty={{ title: t('noUsers') }}
        actions={actionsOf}
        nameOf={({ name }) => name}
        q={q}
        onSearch={(next) => void navigate({ search: compact({ q: next }), replace: true })}
      />
      {dialog && <UserDialog {...dialog} onClose={() => setDialog(undefined)} />}
      {secret?.ownerId.startsWith('usr_') && (
        <Dialog title={t('copyLinkNow')} onClose={clearSecret}>
          <p className="dimmed">{t('copyLinkHelp')}</p>
          <SecretField
            isMasked={false}
            label={secret.label}
            value={secret.value}
            actions={
              <Button variant="default" onClick={clearSecret}>
                {t('done')}
              </Button>
            }
          />
        </Dialog>
      )}
    </>
  );
}
