import { useMutation } from '@tanstack/react-query';

import { account, type Outputs, queryClient } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { storeReturnedSecret } from '../../ui/secret/store';
import { toast, toastError } from '../../ui/toast/toast';

export type User = Outputs['instance']['users']['list']['data'][number];

export type UserAction = 'suspend' | 'reset';

interface UserDialogProps {
  action: UserAction;
  user: User;
  onClose: () => void;
}

const onError = (error: unknown) => toastError(error, 'Nothing was changed');

export function UserDialog({ action, user, onClose }: UserDialogProps) {
  const suspend = useMutation(
    account.instance.users.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} suspended`),
      onError,
      onSettled: () => {
        onClose();
        return queryClient.invalidateQueries({ queryKey: account.instance.users.pathKey() });
      },
    }),
  );
  const reset = useMutation(
    account.instance.users.reset_link.mutationOptions({ gcTime: 0, onError, onSettled: onClose }),
  );
  const issue = async () => {
    const { url } = await reset.mutateAsync({ user_id: user.id });
    storeReturnedSecret({ label: 'Reset link', value: url, ownerId: user.id }, 'Make another one.');
    reset.reset();
  };

  if (action === 'suspend') {
    return (
      <Confirm
        title={`Suspend ${user.name}?`}
        action="Suspend user"
        isPending={suspend.isPending}
        onConfirm={() => suspend.mutate({ user_id: user.id })}
        onClose={onClose}
      >
        {user.email} is signed out everywhere and cannot sign in until resumed. Keys belong to workspaces and go on.
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Make a reset link for ${user.name}?`}
      action="Make reset link"
      isDangerous={false}
      isPending={reset.isPending}
      onConfirm={() => void issue().catch(() => undefined)}
      onClose={onClose}
    >
      Whoever has the link can set a new password for {user.email}. Hand it over yourself.
    </Confirm>
  );
}
