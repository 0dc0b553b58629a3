import { useMutation } from '@tanstack/react-query';

import { account, type Outputs, queryClient } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { storeReturnedSecret } from '../../ui/secret/store';
import { toast, toastError } from '../../ui/toast/toast';
import { t } from './texts';

export type User = Outputs['instance']['users']['list']['data'][number];

export type UserAction = 'suspend' | 'reset';

interface UserDialogProps {
  action: UserAction;
  user: User;
  onClose: () => void;
}

const onError = (error: unknown) => toastError(error, t('notChanged'));

export function UserDialog({ action, user, onClose }: UserDialogProps) {
  const suspend = useMutation(
    account.instance.users.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(t('nowSuspended', { name })),
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
    storeReturnedSecret({ label: t('resetLink'), value: url, ownerId: user.id }, t('resetRemedy'));
    reset.reset();
  };

  if (action === 'suspend') {
    return (
      <Confirm
        title={t('suspendTitle', { name: user.name })}
        action={t('suspendUser')}
        isPending={suspend.isPending}
        onConfirm={() => suspend.mutate({ user_id: user.id })}
        onClose={onClose}
      >
        {t('suspendUserHelp', { email: user.email })}
      </Confirm>
    );
  }
  return (
    <Confirm
      title={t('createResetTitle', { name: user.name })}
      action={t('createResetLink')}
      isDangerous={false}
      isPending={reset.isPending}
      onConfirm={() => void issue().catch(() => undefined)}
      onClose={onClose}
    >
      {t('createResetHelp', { email: user.email })}
    </Confirm>
  );
}
