import { useMutation } from '@tanstack/react-query';

import { account, queryClient } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Provider } from './provider-labels';
import { t } from './texts';

interface DeleteProviderProps {
  of: Provider;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteProvider({ of, onDeleted, onClose }: DeleteProviderProps) {
  const remove = useMutation(
    account.models.providers.delete.mutationOptions({
      onSuccess: async () => {
        toast(t('deleted', { name: of.name }));
        onDeleted();
        await queryClient.invalidateQueries({ queryKey: account.models.providers.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={t('deleteTitle', { name: of.name })}
      action={t('deleteProvider')}
      isPending={remove.isPending}
      error={
        remove.error && (
          <Note tone="error" alert>
            {errorText(remove.error)}
          </Note>
        )
      }
      onConfirm={() => remove.mutate({ slug: of.slug })}
      onClose={onClose}
    >
      <p>
        {of.workspaces === '*'
          ? t('deleteAll', { models: of.models })
          : t('deleteSome', { count: of.workspaces.length, models: of.models })}
      </p>
      <p>
        {t('deleteAliases')} {of.key_hint && t('deleteKey')}
      </p>
      <p>{t('deleteFinal')}</p>
    </Confirm>
  );
}
