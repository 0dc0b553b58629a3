import type { BinaryNode } from 'baileys';

import type { FoundGroup } from '../../../driver';
import type { GroupDetails } from '../../../driver-events';
import { groupJid, personAt } from '../addresses';
import { childOf, childrenOf, attrNumber, nodeText } from '../nodes';

type Participant = NonNullable<GroupDetails['participants']>[number];

const ROLES: Readonly<Record<string, Participant['role']>> = { superadmin: 'owner', admin: 'admin' };

export function readGroup(group: BinaryNode | undefined): FoundGroup | undefined {
  const id = group?.attrs['id'];
  if (group === undefined || id === undefined) return undefined;
  const owner = personAt(group.attrs['creator'], group.attrs['creator_pn']);
  const participants = readMembers(group);
  return {
    providerGroupId: groupJid(id),
    details: {
      subject: group.attrs['subject'] ?? '',
      description: nodeText(childOf(childOf(group, 'description'), 'body')) ?? null,
      adminsOnlyMessages: childOf(group, 'announcement') !== undefined,
      adminsOnlySettings: childOf(group, 'locked') !== undefined,
      joinApproval: childOf(group, 'membership_approval_mode') !== undefined,
      memberAddMode: addModeOf(nodeText(childOf(group, 'member_add_mode'))),
      messageLifetimeSeconds: attrNumber(childOf(group, 'ephemeral')?.attrs['expiration']) ?? 0,
      ...(owner ? { owner } : {}),
      ...(participants ? { participants } : {}),
    },
  };
}

export const addModeOf = (mode: string | undefined): 'all' | 'admins' => (mode === 'all_member_add' ? 'all' : 'admins');

/** Undefined when WhatsApp shows only some of the members, as before joining. */
function readMembers(group: BinaryNode): Participant[] | undefined {
  const nodes = childrenOf(group, 'participant').filter(({ attrs }) => attrs['error'] === undefined);
  const size = attrNumber(group.attrs['size']);
  if (nodes.length === 0 || (size !== undefined && size > nodes.length)) return undefined;
  return nodes.flatMap(({ attrs }) => {
    const person = memberOf(attrs);
    return person ? [{ person, role: ROLES[attrs['type'] ?? ''] ?? 'member' }] : [];
  });
}

export const memberOf = (attrs: BinaryNode['attrs']) => personAt(attrs['jid'], attrs['phone_number'], attrs['lid']);
