import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, type Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { errorText } from '../../ui/problem';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { CreationChoicesFields, END_ALL } from './creation-choices';
import { t } from './texts';

interface RemoveDialogProps {
  member: Outputs['members']['list']['data'][number];
  onClose: () => void;
}

export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const trpc = useTRPC();
  const [choices, setChoices] = useState(END_ALL);
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        toast(t('memberRemoved', { name: member.name }));
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={t('removeTitle', { name: member.name })}
      action={t('removeMember')}
      isPending={remove.isPending}
      error={
        remove.error && (
          <Note tone="error" alert>
            {errorText(remove.error)}
          </Note>
        )
      }
      onConfirm={() => remove.mutate({ member_id: member.id, ...choices })}
      onClose={onClose}
    >
      <p>{t('removeHelp', { email: member.email })}</p>
      <CreationChoicesFields value={choices} onChange={setChoices} />
    </Confirm>
  );
}
