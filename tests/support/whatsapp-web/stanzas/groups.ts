import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { Group } from '../group';
import { childrenOf, makeNode, nowInSeconds, textOf } from '../node';
import type { World } from '../world';

/** Requests about groups. */
export function handleGroup(world: World, connection: Connection, node: BinaryNode): void {
  const { companion } = connection;
  const [request] = childrenOf(node);
  if (companion === null || request === undefined) return;
  const me = companion.owner;
  if (request.tag === 'create') {
    const id = `1203630${Date.now()}${world.freshId()}@g.us`;
    const group = new Group(id, request.attrs['subject'] ?? '', me, world.addressing, nowInSeconds());
    for (const participant of childrenOf(request, 'participant')) {
      const person = world.find(participant.attrs['jid']);
      if (person !== undefined) group.members.set(person, 'member');
    }
    world.groups.set(id, group);
    return connection.answer(node, [presentGroup(group)]);
  }
  if (request.tag === 'participating') {
    const mine = [...world.groups.values()].filter((group) => group.members.has(me));
    return connection.answer(node, [makeNode('groups', {}, mine.map(presentGroup))]);
  }
  const group = world.groups.get(node.attrs['to'] ?? '');
  if (group === undefined) return connection.refuse(node, 404, 'item-not-found');
  if (request.tag === 'query') return connection.answer(node, [presentGroup(group)]);
  if (request.tag === 'subject') {
    group.subject = textOf(request);
    return connection.answer(node);
  }
  if (['add', 'remove', 'promote', 'demote'].includes(request.tag)) {
    const done = childrenOf(request, 'participant').map(({ attrs }) => {
      const person = world.find(attrs['jid']);
      if (person === undefined) return makeNode('participant', { jid: attrs['jid'], error: '404' });
      if (request.tag === 'remove') group.members.delete(person);
      else group.members.set(person, request.tag === 'promote' ? 'admin' : 'member');
      return makeNode('participant', { jid: attrs['jid'] });
    });
    return connection.answer(node, [makeNode(request.tag, {}, done)]);
  }
  world.fault('a request about a group that nobody expects', node);
  return connection.refuse(node, 501);
}

export function presentGroup(group: Group): BinaryNode {
  const participants = [...group.members].map(([person, role]) => {
    const type = role === 'member' ? undefined : role;
    return group.addressing === 'lid'
      ? makeNode('participant', { jid: person.lidJid, phone_number: person.jid, type })
      : makeNode('participant', { jid: person.jid, lid: person.lidJid, type });
  });
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
      addressing_mode: group.addressing === 'lid' ? 'lid' : 'pn',
    },
    participants,
  );
}
