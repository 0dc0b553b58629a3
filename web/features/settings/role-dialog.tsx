import { useState } from 'react';

import type { Role } from '../../../shared/access/scopes';
import type { Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { type CreationChoices, CreationChoicesFields, END_ALL } from './creation-choices';
import { roleOption } from './labels';

const NOUNS = { keys: 'API keys', webhooks: 'webhooks' };

interface RoleDialogProps {
  member: Outputs['members']['list']['data'][number];
  role: Role;
  /** What exceeds the new role. */
  fields: ReadonlySet<keyof CreationChoices>;
  isPending: boolean;
  onConfirm: (choices: CreationChoices) => void;
  onClose: () => void;
}

/** Asks what happens to keys and webhooks with more access than the new role of the member. */
export function RoleDialog({ member, role, fields, isPending, onConfirm, onClose }: RoleDialogProps) {
  const [choices, setChoices] = useState(END_ALL);
  const { label } = roleOption(role);
  return (
    <Confirm
      title={`Change the role of ${member.name} to ${label}?`}
      action="Change role"
      isPending={isPending}
      onConfirm={() => onConfirm(choices)}
      onClose={onClose}
    >
      <p>
        {member.name} created {[...fields].map((field) => NOUNS[field]).join(' and ')} with more access than the role{' '}
        {label} allows.
      </p>
      <CreationChoicesFields fields={fields} value={choices} onChange={setChoices} />
    </Confirm>
  );
}
