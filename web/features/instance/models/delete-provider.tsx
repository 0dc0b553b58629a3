import { useMutation } from '@tanstack/react-query';

import { account, queryClient } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { formatCount, formatNumber } from '../../../ui/format';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Provider } from './provider-labels';

interface DeleteProviderProps {
  of: Provider;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteProvider({ of, onDeleted, onClose }: DeleteProviderProps) {
  const remove = useMutation(
    account.models.providers.delete.mutationOptions({
      onSuccess: async () => {
        toast(`“${of.name}” deleted`);
        onDeleted();
        await queryClient.invalidateQueries({ queryKey: account.models.providers.pathKey() });
      },
    }),
  );
  const whose = of.workspaces === '*' ? 'every workspace' : formatCount(of.workspaces.length, 'workspace');
  return (
    <Confirm
      title={`Delete ${of.name}?`}
      action="Delete provider"
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
        Its models ({formatNumber(of.models)} now) leave the list of {whose} at once: whoever asks for one of them is
        told that there is no such model.
      </p>
      <p>Aliases fall to the next of their models, or lead nowhere. {of.key_hint && 'The stored key is erased. '}</p>
      <p>This cannot be undone.</p>
    </Confirm>
  );
}
