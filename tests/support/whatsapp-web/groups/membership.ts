import type { BinaryNode } from 'baileys';

import { childrenOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import { announce, type Actor } from './announce';
import type { Group, Role } from './group';
import { presentPerson } from './present';

type Change = 'add' | 'remove' | 'promote' | 'demote';

/** Changes the people named in the request; one result each. */
export function changePeople(world: World, group: Group, actor: Actor, request: BinaryNode): BinaryNode {
  const change = request.tag as Change;
  const done: Person[] = [];
  const results = childrenOf(request, 'participant').map(({ attrs }) => {
    const person = world.find(attrs['jid']);
    const error = person === undefined ? '404' : refusalOf(group, actor, person, change);
    if (person === undefined) return makeNode('participant', { jid: attrs['jid'], error });
    if (error !== undefined) return presentPerson(group, person, { error });
    apply(group, person, change);
    done.push(person);
    return presentPerson(group, person);
  });
  if (done.length > 0) {
    const people = done.map((person) => presentPerson(group, person));
    announce(world, group, actor, [makeNode(change, {}, people)], done);
  }
  return makeNode(change, {}, results);
}

/** Why WhatsApp does not change this person. */
export function refusalOf(group: Group, { person: by }: Actor, person: Person, change: Change): string | undefined {
  if (change !== 'add') return group.members.has(person) ? undefined : '404';
  if (group.members.has(person)) return '409';
  if (person.blocks.has(by)) return '401';
  if (group.recentlyLeft.has(person)) return '408';
  if (group.members.size >= group.maxMembers) return '419';
  return person.mayBeAdded ? undefined : '403';
}

function apply(group: Group, person: Person, change: Change): void {
  if (change === 'remove') {
    group.members.delete(person);
    group.senderKeys.clear();
    return;
  }
  const role: Role = change === 'promote' ? 'admin' : 'member';
  group.members.set(person, role);
}

export function leave(world: World, group: Group, actor: Actor): void {
  const { person } = actor;
  group.recentlyLeft.add(person);
  apply(group, person, 'remove');
  announce(world, group, actor, [makeNode('remove', {}, [presentPerson(group, person)])], [person]);
}

/** Somebody with the invite link. */
export function join(world: World, group: Group, actor: Actor): BinaryNode {
  if (group.needsApproval && !group.members.has(actor.person)) {
    group.requests.set(actor.person, nowInSeconds());
    announce(world, group, actor, [makeNode('created_membership_requests', { request_method: 'invite_link' })]);
    return makeNode('membership_approval_request', { jid: group.id });
  }
  if (!group.members.has(actor.person)) {
    apply(group, actor.person, 'add');
    const people = [presentPerson(group, actor.person)];
    announce(world, group, actor, [makeNode('add', { reason: 'invite' }, people)]);
  }
  return makeNode('group', { jid: group.id });
}

export function decide(world: World, group: Group, actor: Actor, request: BinaryNode): BinaryNode {
  const decisions = childrenOf(request).map((decision) => {
    const results = childrenOf(decision, 'participant').map(({ attrs }) => {
      const person = world.find(attrs['jid']);
      if (person === undefined || !group.requests.delete(person)) {
        return makeNode('participant', { jid: attrs['jid'], error: '404' });
      }
      if (decision.tag === 'approve') {
        apply(group, person, 'add');
        announce(world, group, actor, [makeNode('add', {}, [presentPerson(group, person)])]);
      }
      return makeNode('participant', { jid: attrs['jid'] });
    });
    return makeNode(decision.tag, {}, results);
  });
  return makeNode('membership_requests_action', {}, decisions);
}

export const presentRequests = (group: Group): BinaryNode =>
  makeNode(
    'membership_approval_requests',
    {},
    [...group.requests].map(([person, at]) =>
      presentPerson(group, person, { request_time: at, request_method: 'invite_link' }, 'membership_approval_request'),
    ),
  );
