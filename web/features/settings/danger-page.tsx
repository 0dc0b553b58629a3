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
  const placeholder = !members.data ? 'Loading' : others.length === 0 ? 'There is nobody else' : 'New owner';
  const heir = others.find(({ id }) => id === memberId);

  const transfer = useMutation(
    trpc.workspaces.transfer.mutationOptions({
      onSuccess: async () => {
        setDialog(undefined);
        setMemberId('');
        toast('Ownership transferred');
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
    <SettingsFrame title="Danger" lead="What cannot be taken back.">
      {isOwner && (
        <Card title="Transfer ownership">
          <div className="settings-line">
            <div>The other person becomes owner, and you become admin.</div>
            <NativeSelect
              aria-label="New owner"
              disabled={others.length === 0}
              data={[
                { value: '', label: placeholder },
                ...others.map((member) => ({ value: member.id, label: `${member.name} (${member.email})` })),
              ]}
              value={memberId}
              onChange={({ currentTarget: { value } }) => setMemberId(value)}
            />
            <Button variant="default" disabled={!heir} onClick={() => setDialog('transfer')}>
              Transfer
            </Button>
          </div>
          {members.error && !members.data && (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          )}
        </Card>
      )}
      <Card title="Leave workspace">
        <div className="settings-line">
          <div>
            {isLastOwner
              ? 'The last owner cannot leave: transfer ownership first, or delete the workspace.'
              : 'You lose access.'}
          </div>
          <Button variant="outline" color="red" disabled={isLastOwner} onClick={() => setDialog('leave')}>
            Leave
          </Button>
        </div>
      </Card>
      {isOwner && (
        <Card title="Delete workspace">
          <div className="settings-line">
            <div>Its keys stop at once. All that is in it is purged after 7 days.</div>
            <Button color="red" onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </div>
        </Card>
      )}
      {dialog === 'transfer' && heir && (
        <Confirm
          title={`Make ${heir.name} the owner?`}
          action="Transfer ownership"
          isPending={transfer.isPending}
          error={<Refused error={transfer.error} />}
          onConfirm={() => transfer.mutate({ member_id: heir.id })}
          onClose={close}
        >
          {heir.email} gets every right in {name}. Only they can give ownership back.
        </Confirm>
      )}
      {dialog === 'leave' && (
        <Confirm
          title={`Leave ${name}?`}
          action="Leave workspace"
          isPending={leave.isPending}
          error={<Refused error={leave.error} />}
          onConfirm={() => leave.mutate({})}
          onClose={close}
        >
          You can come back only by a new invitation.
        </Confirm>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete workspace"
          typed={name}
          isPending={remove.isPending}
          error={<Refused error={remove.error} />}
          onConfirm={() => remove.mutate({ confirm_name: name })}
          onClose={close}
        >
          All its keys stop at once, its members lose access, and after 7 days its data is purged.
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
