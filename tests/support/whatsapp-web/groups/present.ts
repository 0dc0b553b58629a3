import type { BinaryNode } from 'baileys';

import { makeNode } from '../node';
import type { Person } from '../person';
import type { Group } from './group';

export function presentGroup(group: Group, results: BinaryNode[] = []): BinaryNode {
  const creator = group.creator.addressed(group.addressing);
  return makeNode(
    'group',
    {
      id: group.id.replace('@g.us', ''),
      subject: group.subject,
      s_o: creator,
      s_t: group.createdAt,
      creation: group.createdAt,
      creator,
      ...(group.addressing === 'lid' ? { creator_pn: group.creator.jid } : {}),
      size: String(group.members.size),
      addressing_mode: group.addressing === 'lid' ? 'lid' : 'pn',
    },
    [...presentSettings(group), ...presentMembers(group), ...results],
  );
}

/** What people who are not members see. */
export const presentPreview = (group: Group): BinaryNode => {
  const whole = presentGroup(group);
  const content = [...presentSettings(group), presentPerson(group, group.creator, { type: 'superadmin' })];
  return { ...whole, content };
};

function presentSettings(group: Group): BinaryNode[] {
  const { description } = group;
  const mode = group.canMembersAdd ? 'all_member_add' : 'admin_add';
  return [
    ...(description === null
      ? []
      : [makeNode('description', { id: description.id }, [makeNode('body', {}, Buffer.from(description.text))])]),
    ...(group.isAnnouncement ? [makeNode('announcement')] : []),
    ...(group.isLocked ? [makeNode('locked')] : []),
    ...(group.ephemeralSeconds > 0 ? [makeNode('ephemeral', { expiration: String(group.ephemeralSeconds) })] : []),
    ...(group.needsApproval
      ? [makeNode('membership_approval_mode', {}, [makeNode('group_join', { state: 'on' })])]
      : []),
    makeNode('member_add_mode', {}, Buffer.from(mode)),
  ];
}

const presentMembers = (group: Group): BinaryNode[] =>
  [...group.members].map(([person, role]) => presentPerson(group, person, role === 'member' ? {} : { type: role }));

/** Somebody as the group names its members. */
export const presentPerson = (
  { addressing }: Group,
  person: Person,
  attrs: Record<string, string | undefined> = {},
  tag = 'participant',
): BinaryNode =>
  addressing === 'lid'
    ? makeNode(tag, { jid: person.lidJid, phone_number: person.jid, ...attrs })
    : makeNode(tag, { jid: person.jid, lid: person.lidJid, ...attrs });
