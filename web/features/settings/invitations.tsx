import { Button } from '@mantine/core';
import { IconLink, IconTrash, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { canManage } from '../../../shared/access/scopes';
import { byCursor, queryClient, useTRPC, type Outputs } from '../../trpc';
import { Confirm, Dialog } from '../../ui/dialog/dialog';
import type { MenuActions } from '../../ui/menu/menu-action';
import { SecretField } from '../../ui/secret/secret-field';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, storeReturnedSecret, useSecret } from '../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, Empty } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Status, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { roleOption } from './labels';
import { t } from './texts';

type Invitation = Outputs['invitations']['list']['data'][number];

const TONES: Record<Invitation['status'], Tone> = {
  pending: 'info',
  accepted: 'success',
  expired: 'warning',
  revoked: 'neutral',
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
      onSuccess: () => toast(t('invitationRevoked')),
      onError: (error) => toastError(error, t('invitationNotRevoked')),
      onSettled: () => {
        setRevoked(undefined);
        return refresh();
      },
    }),
  );
  const again = async ({ id }: Invitation) => {
    try {
      const { link } = await renew.mutateAsync({ invitation_id: id });
      storeReturnedSecret({ label: t('invitationLink'), value: link, ownerId: id }, t('renewRemedy'));
      renew.reset();
    } catch (error) {
      toastError(error, t('noNewLink'));
    }
  };

  const columns: Column<Invitation>[] = [
    { title: t('email'), cell: ({ email }) => <span className="truncate">{email}</span> },
    { title: t('role'), cell: ({ role }) => roleOption(role).label },
    {
      title: t('status'),
      cell: ({ status }) => (
        <Status tone={TONES[status]} isUsual={status !== 'expired'}>
          {t(status)}
        </Status>
      ),
    },
    { title: t('created'), cell: ({ created_at: at }) => <Time at={at} />, priority: 3 },
    { title: t('expires'), cell: ({ expires_at: at }) => <Time at={at} />, priority: 2 },
  ];
  const actionsOf = (row: Invitation): MenuActions => {
    const mayChange = mayManage && canManage(own, row.role);
    return [
      mayChange &&
        (row.status === 'pending' || row.status === 'expired') && {
          label: t('newLink'),
          icon: IconLink,
          onClick: () => void again(row),
        },
      mayChange &&
        row.status === 'pending' && {
          label: t('revokeInvitation'),
          icon: IconTrash,
          isDangerous: true,
          onClick: () => setRevoked(row),
        },
    ];
  };

  return (
    <>
      <SecretGuard label={t('link')} staysInPage />
      <Content query={query} loading={<Loading rows={2} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <DataTable
                bare
                label={t('invitations')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                {...(mayManage ? { actions: actionsOf } : {})}
                nameOf={({ email }) => email}
                footer={<LoadMore query={query} />}
              />
            );
          }
          return (
            <Empty
              icon={IconUsers}
              title={t('noInvitations')}
              actions={
                mayManage && (
                  <Button size="xs" variant="default" onClick={onInvite}>
                    {t('inviteMember')}
                  </Button>
                )
              }
            >
              {t('noInvitationsHelp')}
            </Empty>
          );
        }}
      </Content>
      <LinkDialog />
      {revoked && (
        <Confirm
          title={t('revokeInvitationTitle')}
          action={t('revokeInvitation')}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ invitation_id: revoked.id })}
          onClose={() => setRevoked(undefined)}
        >
          {t('revokeInvitationHelp', { email: revoked.email })}
        </Confirm>
      )}
    </>
  );
}

function LinkDialog() {
  const secret = useSecret();
  if (!secret?.ownerId.startsWith('inv_')) return null;
  return (
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
  );
}
