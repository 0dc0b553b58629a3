import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, type Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog';
import { sentenceOf } from '../../ui/problem';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast';
import { KeysChoiceField, type KeysChoice } from './keys-choice';

interface RemoveDialogProps {
  member: Outputs['members']['list']['data'][number];
  onClose: () => void;
}

export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const trpc = useTRPC();
  const [keys, setKeys] = useState<KeysChoice>('revoke');
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        toast(`${member.name} removed`);
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={`Remove ${member.name}?`}
      action="Remove member"
      isPending={remove.isPending}
      error={
        remove.error && (
          <Note tone="error" alert>
            {sentenceOf(remove.error)}
          </Note>
        )
      }
      onConfirm={() => remove.mutate({ member_id: member.id, keys })}
      onClose={onClose}
    >
      <p>{member.email} loses access to this workspace at once.</p>
      <KeysChoiceField label="Keys that this person made" value={keys} onChange={setKeys} />
    </Confirm>
  );
}
