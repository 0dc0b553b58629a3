import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { canManage } from '../../../shared/access/scopes';
import { byCursor, queryClient, useTRPC, type Outputs } from '../../trpc';
import { Confirm, Dialog } from '../../ui/dialog/dialog';
import { SecretField } from '../../ui/secret/secret-field';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, storeReturnedSecret, useSecret } from '../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { roleOption } from './labels';

type Invitation = Outputs['invitations']['list']['data'][number];

const STATUS: Record<Invitation['status'], { tone: Tone; word: string }> = {
  pending: { tone: 'info', word: 'Pending' },
  accepted: { tone: 'success', word: 'Accepted' },
  expired: { tone: 'warning', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
};

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const trpc = useTRPC();
  const { role: own } = useWorkspace();
  const mayManage = useHasRole('owner', 'admin');
  const query = useInfiniteQuery(trpc.invitations.list.infiniteQueryOptions({}, byCursor));
  const [revoked, setRevoked] = useState<Invitation>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.invitations.pathKey() });
  const renew = useMutation(trpc.invitations.renew.mutationOptions({ gcTime: 0, onSettled: refresh }));
  const revoke = useMutation(
    trpc.invitations.revoke.mutationOptions({
      onSuccess: () => toast('Invitation revoked'),
      onError: (error) => toastError(error, 'The link still works'),
      onSettled: () => {
        setRevoked(undefined);
        return refresh();
      },
    }),
  );
  const again = async ({ id }: Invitation) => {
    try {
      const { link } = await renew.mutateAsync({ invitation_id: id });
      storeReturnedSecret({ label: 'Invitation link', value: link, ownerId: id }, 'Choose New link again.');
      renew.reset();
    } catch (error) {
      toastError(error, 'There is no new link');
    }
  };

  const columns: Column<Invitation>[] = [
    { title: 'E-mail', cell: ({ email }) => <span className="truncate">{email}</span> },
    { title: 'Role', cell: ({ role }) => roleOption(role).label },
    {
      title: 'Status',
      cell: ({ status }) => (
        <Tag tone={STATUS[status].tone} dot>
          {STATUS[status].word}
        </Tag>
      ),
    },
    { title: 'Made', cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
    { title: 'Ends', cell: ({ expires_at: at }) => <Time at={at} />, priority: 2 },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: (row) =>
        mayManage &&
        canManage(own, row.role) &&
        (row.status === 'pending' || row.status === 'expired') && (
          <>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`New link for ${row.email}`}
              loading={renew.isPending && renew.variables.invitation_id === row.id}
              onClick={() => void again(row)}
            >
              New link
            </Button>
            {row.status === 'pending' && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={`Revoke invitation of ${row.email}`}
                onClick={() => setRevoked(row)}
              >
                Revoke
              </Button>
            )}
          </>
        ),
    },
  ];

  return (
    <>
      <SecretGuard label="link" />
      <Content query={query} loading={<Loading rows={2} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <DataTable
                bare
                label="Invitations"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                footer={<LoadMore query={query} />}
              />
            );
          }
          return (
            <Empty
              icon={IconUsers}
              title="Nobody is invited"
              actions={
                mayManage && (
                  <Button size="xs" variant="default" onClick={onInvite}>
                    Invite member
                  </Button>
                )
              }
            >
              Invite colleagues by a link that you hand over yourself.
            </Empty>
          );
        }}
      </Content>
      <LinkDialog />
      {revoked && (
        <Confirm
          title="Revoke invitation?"
          action="Revoke invitation"
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ invitation_id: revoked.id })}
          onClose={() => setRevoked(undefined)}
        >
          The link for {revoked.email} stops working at once.
        </Confirm>
      )}
    </>
  );
}

function LinkDialog() {
  const secret = useSecret();
  if (!secret?.ownerId.startsWith('inv_')) return null;
  return (
    <Dialog title="Hand over this link" onClose={clearSecret}>
      <p className="dimmed">It is shown once. If it is lost, make a new link: this one then stops working.</p>
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
  );
}
