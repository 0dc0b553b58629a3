import { useState } from 'react';

import type { Role } from '../../../shared/access/scopes';
import type { Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { type CreationChoices, CreationChoicesFields, END_ALL } from './creation-choices';
import { roleOption } from './labels';
import { t } from './texts';

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
  const what = fields.size > 1 ? 'both' : fields.has('keys') ? 'keys' : 'webhooks';
  return (
    <Confirm
      title={t('changeRoleTitle', { name: member.name, role: label })}
      action={t('changeRole')}
      isPending={isPending}
      onConfirm={() => onConfirm(choices)}
      onClose={onClose}
    >
      <p>{t('exceeds', { what, name: member.name, role: label })}</p>
      <CreationChoicesFields fields={fields} value={choices} onChange={setChoices} />
    </Confirm>
  );
}
