import { useState } from 'react';

import type { Role } from '../../../shared/access/scopes';
import type { Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog';
import { KeysChoiceField, type KeysChoice } from './keys-choice';
import { roleOption } from './labels';

interface RoleDialogProps {
  member: Outputs['members']['list']['data'][number];
  role: Role;
  isPending: boolean;
  onConfirm: (keys: KeysChoice) => void;
  onClose: () => void;
}

export function RoleDialog({ member, role, isPending, onConfirm, onClose }: RoleDialogProps) {
  const [keys, setKeys] = useState<KeysChoice>('revoke');
  const { label } = roleOption(role);
  return (
    <Confirm
      title={`Change the role of ${member.name} to ${label}?`}
      action="Change role"
      isPending={isPending}
      onConfirm={() => onConfirm(keys)}
      onClose={onClose}
    >
      <p>
        {member.name} made API keys that grant more than the role {label} allows.
      </p>
      <KeysChoiceField label="These keys" value={keys} onChange={setKeys} />
    </Confirm>
  );
}
