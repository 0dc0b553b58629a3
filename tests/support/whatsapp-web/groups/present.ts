import type { BinaryNode } from 'baileys';

import type { Addressing } from '../address';
import { makeNode } from '../node';
import type { Person } from '../person';
import type { Group, Role } from './group';

/** A group as answers and notifications show it. */
export function presentGroup(group: Group, extra: BinaryNode[] = []): BinaryNode {
  const by = (person: Person) => person.addressed(group.addressing);
  const attrs = {
    id: group.id.replace('@g.us', ''),
    subject: group.subject,
    s_o: by(group.subjectAuthor),
    s_t: group.subjectChangedAt,
    creation: group.createdAt,
    creator: by(group.creator),
    ...(group.addressing === 'lid' ? { creator_pn: group.creator.jid, s_o_pn: group.subjectAuthor.jid } : {}),
    addressing_mode: group.addressing === 'lid' ? 'lid' : 'pn',
    size: String(group.members.size),
    a_v_id: '1',
  };
  const participants = [...group.members].map(([person, role]) => presentMember(person, group.addressing, role));
  return makeNode('group', attrs, [...presentSettings(group), ...participants, ...extra]);
}

export function presentMember(
  person: Person,
  addressing: Addressing,
  role: Role = 'member',
  attrs: Record<string, string> = {},
  content?: BinaryNode[],
): BinaryNode {
  const names =
    addressing === 'lid' ? { jid: person.lidJid, phone_number: person.jid } : { jid: person.jid, lid: person.lidJid };
  return makeNode('participant', { ...names, type: role === 'member' ? undefined : role, ...attrs }, content);
}

export function presentDescription(group: Group): BinaryNode[] {
  const { description } = group;
  if (description === null) return [];
  const participant = description.author.addressed(group.addressing);
  const pn = group.addressing === 'lid' ? description.author.jid : undefined;
  const attrs = { id: description.id, participant, participant_pn: pn, t: description.changedAt };
  return [makeNode('description', attrs, [makeNode('body', {}, Buffer.from(description.body))])];
}

function presentSettings(group: Group): BinaryNode[] {
  const approval = makeNode('membership_approval_mode', {}, [makeNode('group_join', { state: 'on' })]);
  return [
    ...presentDescription(group),
    ...(group.onlyAdminsSend ? [makeNode('announcement')] : []),
    ...(group.onlyAdminsEdit ? [makeNode('locked')] : []),
    ...(group.ephemeral > 0 ? [makeNode('ephemeral', { expiration: String(group.ephemeral) })] : []),
    ...(group.needsApproval ? [approval] : []),
    makeNode('member_add_mode', {}, Buffer.from(group.onlyAdminsAdd ? 'admin_add' : 'all_member_add')),
  ];
}
