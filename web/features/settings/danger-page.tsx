import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, byCursor, queryClient, useTRPC } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { Card } from '../../ui/page';
import { errorText } from '../../ui/problem';
import { useHasRole, useUser, useWorkspace } from '../../ui/shell/workspace';
import { ErrorState } from '../../ui/states/states';
import { rowsOf } from '../../ui/table/load-more';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { SettingsFrame } from './frame';
import { t } from './texts';

type DangerAction = 'transfer' | 'leave' | 'delete';

/** A full load drops every cache of the deleted workspace. */
const goHome = () => location.assign('/user/api');

export function DangerPage() {
  const trpc = useTRPC();
  const me = useUser();
  const { name } = useWorkspace();
  const isOwner = useHasRole('owner');
  const [dialog, setDialog] = useState<DangerAction>();
  const [memberId, setMemberId] = useState('');
  const members = useInfiniteQuery(
    trpc.members.list.infiniteQueryOptions({ limit: 100 }, { ...byCursor, enabled: isOwner }),
  );
  const others = members.data ? rowsOf(members.data).filter(({ user_id: id }) => id !== me.id) : [];
  const isLastOwner = isOwner && members.data !== undefined && others.every(({ role }) => role !== 'owner');
  const placeholder = t(!members.data ? 'loading' : others.length === 0 ? 'noOtherMembers' : 'selectMember');
  const heir = others.find(({ id }) => id === memberId);

  const transfer = useMutation(
    trpc.workspaces.transfer.mutationOptions({
      onSuccess: async () => {
        setDialog(undefined);
        setMemberId('');
        toast(t('transferred'));
        await queryClient.invalidateQueries({ queryKey: account.workspaces.list.queryKey() });
        location.reload();
      },
    }),
  );
  const leave = useMutation(trpc.members.leave.mutationOptions({ onSuccess: goHome }));
  const remove = useMutation(trpc.workspaces.delete.mutationOptions({ onSuccess: goHome }));
  const close = () => {
    setDialog(undefined);
    transfer.reset();
    leave.reset();
    remove.reset();
  };

  return (
    <SettingsFrame title={t('dangerZone')} lead={t('dangerLead')}>
      {isOwner && (
        <Card title={t('transferOwnership')}>
          <div className="settings-line">
            <div>{t('transferHelp')}</div>
            <NativeSelect
              aria-label={t('newOwner')}
              disabled={others.length === 0}
              data={[
                { value: '', label: placeholder },
                ...others.map((member) => ({ value: member.id, label: `${member.name} (${member.email})` })),
              ]}
              value={memberId}
              onChange={({ currentTarget: { value } }) => setMemberId(value)}
            />
            <Button variant="default" disabled={!heir} onClick={() => setDialog('transfer')}>
              {t('transferOwnership')}
            </Button>
          </div>
          {members.error && !members.data && (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          )}
        </Card>
      )}
      <Card title={t('leaveWorkspace')}>
        <div className="settings-line">
          <div>{t(isLastOwner ? 'lastOwner' : 'leaveHelp')}</div>
          <Button variant="outline" color="red" disabled={isLastOwner} onClick={() => setDialog('leave')}>
            {t('leaveWorkspace')}
          </Button>
        </div>
      </Card>
      {isOwner && (
        <Card title={t('deleteWorkspace')}>
          <div className="settings-line">
            <div>{t('deleteHelp')}</div>
            <Button color="red" onClick={() => setDialog('delete')}>
              {t('deleteWorkspace')}
            </Button>
          </div>
        </Card>
      )}
      {dialog === 'transfer' && heir && (
        <Confirm
          title={t('transferTitle', { name: heir.name })}
          action={t('transferOwnership')}
          isPending={transfer.isPending}
          error={<Refused error={transfer.error} />}
          onConfirm={() => transfer.mutate({ member_id: heir.id })}
          onClose={close}
        >
          {t('transferConfirm', { email: heir.email, workspace: name, name: heir.name })}
        </Confirm>
      )}
      {dialog === 'leave' && (
        <Confirm
          title={t('leaveTitle', { name })}
          action={t('leaveWorkspace')}
          isPending={leave.isPending}
          error={<Refused error={leave.error} />}
          onConfirm={() => leave.mutate({})}
          onClose={close}
        >
          {t('leaveConfirm')}
        </Confirm>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={t('deleteTitle', { name })}
          action={t('deleteWorkspace')}
          typed={name}
          isPending={remove.isPending}
          error={<Refused error={remove.error} />}
          onConfirm={() => remove.mutate({ confirm_name: name })}
          onClose={close}
        >
          {t('deleteConfirm')}
        </Confirm>
      )}
    </SettingsFrame>
  );
}

function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Note tone="error" alert>
      {errorText(error)}
    </Note>
  );
}
