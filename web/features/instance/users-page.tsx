import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { Confirm, Dialog } from '../../ui/dialog';
import { formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { SecretField } from '../../ui/secret/secret-field';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, keepSecret, useSecret } from '../../ui/secret/store';
import { Loading } from '../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';

import '../settings/settings.css';

type User = Outputs['instance']['users']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/users');
const onError = (error: unknown) => toastError(error, 'Nothing was changed');
const refresh = () => queryClient.invalidateQueries({ queryKey: account.instance.users.pathKey() });

/** Everybody who has an account here. */
export function InstanceUsersPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/users' });
  const query = useInfiniteQuery(
    account.instance.users.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const secret = useSecret();
  const find = (next: string | undefined) => void navigate({ search: compact({ q: next }), replace: true });
  return (
    <Page title="Users" lead="Everybody who has an account on this installation.">
      <SecretGuard label="link" />
      <Filters>
        <SearchField label="Find by name or e-mail" value={q} onChange={find} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) return <UserTable rows={rows} query={query} />;
          if (q) {
            return (
              <NoMatch filters={[{ label: `“${q}”`, remove: () => find(undefined) }]} onClear={() => find(undefined)} />
            );
          }
          return <Empty icon={IconUsers} title="No users" />;
        }}
      </Content>
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
    </Page>
  );
}

function UserTable({ rows, query }: { rows: User[]; query: Parameters<typeof LoadMore>[0]['query'] }) {
  const [asked, setAsked] = useState<{ action: 'suspend' | 'reset'; user: User }>();
  const close = () => setAsked(undefined);
  const onSettled = () => {
    close();
    return refresh();
  };
  const suspend = useMutation(
    account.instance.users.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} suspended`),
      onError,
      onSettled,
    }),
  );
  const resume = useMutation(
    account.instance.users.resume.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} may sign in again`),
      onError,
      onSettled,
    }),
  );
  const reset = useMutation(
    account.instance.users.reset_link.mutationOptions({ gcTime: 0, onError, onSettled: close }),
  );
  const issue = async ({ id }: User) => {
    const { url } = await reset.mutateAsync({ user_id: id });
    keepSecret({ label: 'Reset link', value: url, ownerId: id });
    reset.reset();
  };

  const columns: Column<User>[] = [
    {
      title: 'Person',
      cell: ({ name, email }) => (
        <span className="settings-person">
          <span className="truncate" style={{ fontWeight: 550 }}>
            {name}
          </span>
          <span className="dimmed truncate">{email}</span>
        </span>
      ),
    },
    { title: 'Role', cell: ({ owner, instance_admin: admin }) => (owner ? 'Owner' : admin ? 'Admin' : 'User') },
    { title: 'Workspaces', align: 'right', wide: true, cell: ({ workspaces }) => formatNumber(workspaces) },
    { title: 'Since', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Status',
      fit: true,
      cell: ({ state }) => (
        <Tag tone={state === 'active' ? 'success' : 'warning'} dot>
          {state === 'active' ? 'Active' : 'Suspended'}
        </Tag>
      ),
    },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: (user) => (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Reset link for ${user.name}`}
            onClick={() => setAsked({ action: 'reset', user })}
          >
            Reset link
          </Button>
          {user.state === 'active' ? (
            !user.owner && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={`Suspend ${user.name}`}
                onClick={() => setAsked({ action: 'suspend', user })}
              >
                Suspend
              </Button>
            )
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Resume ${user.name}`}
              loading={resume.isPending && resume.variables.user_id === user.id}
              onClick={() => resume.mutate({ user_id: user.id })}
            >
              Resume
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        footer={<LoadMore query={query} />}
      />
      {asked?.action === 'suspend' && (
        <Confirm
          title={`Suspend ${asked.user.name}?`}
          action="Suspend user"
          isPending={suspend.isPending}
          onConfirm={() => suspend.mutate({ user_id: asked.user.id })}
          onClose={close}
        >
          {asked.user.email} is signed out everywhere and cannot sign in until resumed.
        </Confirm>
      )}
      {asked?.action === 'reset' && (
        <Confirm
          title={`Make a reset link for ${asked.user.name}?`}
          action="Make reset link"
          isDangerous={false}
          isPending={reset.isPending}
          onConfirm={() => void issue(asked.user).catch(() => undefined)}
          onClose={close}
        >
          Whoever has the link can set a new password for {asked.user.email}. Hand it over yourself.
        </Confirm>
      )}
    </>
  );
}
