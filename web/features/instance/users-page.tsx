import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient } from '../../trpc';
import { Dialog } from '../../ui/dialog/dialog';
import { formatNumber } from '../../ui/format';
import { SecretField } from '../../ui/secret/secret-field';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, useSecret } from '../../ui/secret/store';
import type { Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { InstancePage } from './frame';
import { RowAction } from './row-action';
import { SearchableList } from './searchable-list';
import { type User, type UserAction, UserDialog } from './user-dialog';

const route = getRouteApi('/account-layout/instance/users');

export function InstanceUsersPage() {
  return (
    <InstancePage title="Users" lead="Everybody who has an account on this installation.">
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
      onSuccess: ({ name }) => toast(`${name} may sign in again`),
      onError: (error) => toastError(error, 'Nothing was changed'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: account.instance.users.pathKey() }),
    }),
  );

  const actionsOf = (user: User) => {
    const isResuming = resume.isPending && resume.variables.user_id === user.id;
    if (user.status === 'suspended') {
      const run = () => resume.mutate({ user_id: user.id });
      return <RowAction action="Resume" of={user.name} isPending={isResuming} onClick={run} />;
    }
    return (
      <>
        <RowAction action="Reset link" of={`for ${user.name}`} onClick={() => setDialog({ action: 'reset', user })} />
        {!user.owner && (
          <RowAction
            action="Suspend"
            of={user.name}
            isDangerous
            onClick={() => setDialog({ action: 'suspend', user })}
          />
        )}
      </>
    );
  };
  const columns: Column<User>[] = [
    {
      title: 'Person',
      cell: ({ name, email }) => (
        <NameCell name={name}>
          <span className="dimmed truncate">{email}</span>
        </NameCell>
      ),
    },
    { title: 'Role', cell: ({ owner, instance_admin: admin }) => (owner ? 'Owner' : admin ? 'Admin' : 'User') },
    { title: 'Workspaces', align: 'right', priority: 2, cell: ({ workspaces }) => formatNumber(workspaces) },
    { title: 'Since', priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Status',
      fit: true,
      cell: ({ status }) => (
        <Tag tone={status === 'active' ? 'success' : 'warning'} dot>
          {status === 'active' ? 'Active' : 'Suspended'}
        </Tag>
      ),
    },
    { title: '', label: 'Actions', fit: true, align: 'right', cell: actionsOf },
  ];

  return (
    <>
      <SecretGuard label="link" />
      <SearchableList
        label="Users"
        icon={IconUsers}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        search="Find by name or e-mail"
        q={q}
        onSearch={(next) => void navigate({ search: compact({ q: next }), replace: true })}
      />
      {dialog && <UserDialog {...dialog} onClose={() => setDialog(undefined)} />}
      {secret?.ownerId.startsWith('usr_') && (
        <Dialog title="Hand over this link" onClose={clearSecret}>
          <p className="dimmed">It sets a new password, once. It is not shown again.</p>
          <SecretField
            label={secret.label}
            value={secret.value}
            actions={
              <Button variant="default" onClick={clearSecret}>
                Done
              </Button>
            }
          />
        </Dialog>
      )}
    </>
  );
}
