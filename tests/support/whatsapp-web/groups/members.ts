import type { BinaryNode } from 'baileys';

import { makeNode } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import { Group, GroupRefusal, freshInviteCode } from './group';
import { notifyGroup } from './notify';
import { presentGroup, presentMember } from './present';

export type MemberAction = 'add' | 'remove' | 'promote' | 'demote';

/** What happened to one person of a request. */
export interface MemberResult {
  /** Null for numbers that are not on WhatsApp. */
  person: Person | null;
  /** Undefined when it was done. */
  error: 401 | 403 | 404 | 408 | 409 | undefined;
  /** The invitation to send instead, after 403. */
  invitation?: BinaryNode;
}

const DAY = 86_400;

export function createGroup(world: World, actor: Person, subject: string, people: (Person | null)[], key = '') {
  if (subject.length === 0 || subject.length > 100) throw new GroupRefusal(406, 'not-acceptable');
  const group = new Group(`1203630${Date.now()}${world.freshId()}@g.us`, subject, actor, world.addressing);
  world.groups.set(group.id, group);
  const results = people.map((person) => admit(group, actor, person));
  notifyGroup(world, group, actor, makeNode('create', { type: 'new', key }, [presentGroup(group)]));
  return { group, results };
}

/** Who may not change members is refused; the others get a result for each person. */
export function changeMembers(
  world: World,
  group: Group,
  actor: Person,
  action: MemberAction,
  people: (Person | null)[],
): MemberResult[] {
  group.requireMember(actor);
  if (action !== 'add' || group.onlyAdminsAdd) group.requireAdmin(actor);
  const before = group.people();
  const results = people.map((person) => {
    if (action === 'add') return admit(group, actor, person);
    return action === 'remove' ? dismiss(group, person) : changeRole(group, person, action);
  });
  const done = results.flatMap(({ person, error }) => (person === null || error !== undefined ? [] : [person]));
  if (done.length > 0) announce(world, group, actor, action, done, before);
  return results;
}

export function leaveGroup(world: World, group: Group, person: Person): void {
  group.requireMember(person);
  const before = group.people();
  group.members.delete(person);
  notifyGroup(world, group, person, makeNode('remove', {}, [presentMember(person, group.addressing)]), before);
}

/** Someone joins by an invite link, an invitation or an approved request. */
export function joinGroup(world: World, group: Group, person: Person, actor: Person, reason: string): void {
  const before = group.people();
  group.members.set(person, 'member');
  group.requests.delete(person);
  group.invitations.delete(person);
  const added = makeNode('add', { reason }, [presentMember(person, group.addressing)]);
  notifyGroup(world, group, actor, added, before);
  notifyGroup(world, group, actor, makeNode('create', { reason }, [presentGroup(group)]), [person]);
}

/** A member has another number from now on. */
export function changeNumber(world: World, group: Group, person: Person, moved: Person): void {
  group.members.set(moved, group.members.get(person) ?? 'member');
  group.members.delete(person);
  notifyGroup(world, group, person, makeNode('modify', {}, [presentMember(moved, group.addressing)]));
}

function announce(
  world: World,
  group: Group,
  actor: Person,
  action: MemberAction,
  people: Person[],
  before: Person[],
): void {
  const changed = people.map((person) => presentMember(person, group.addressing, group.members.get(person)));
  notifyGroup(world, group, actor, makeNode(action, {}, changed), before);
  if (action === 'add') notifyGroup(world, group, actor, makeNode('create', {}, [presentGroup(group)]), people);
}

function admit(group: Group, actor: Person, person: Person | null): MemberResult {
  if (person === null) return { person, error: 404 };
  if (group.members.has(person)) return { person, error: 409 };
  if (person.groupConsent === 'blocked') return { person, error: 401 };
  if (person.groupConsent === 'left recently') return { person, error: 408 };
  if (person.groupConsent === 'asked first') {
    const invitation = { code: freshInviteCode(), admin: actor, expiration: Math.floor(Date.now() / 1000) + 3 * DAY };
    group.invitations.set(person, invitation);
    const node = makeNode('add_request', { code: invitation.code, expiration: String(invitation.expiration) });
    return { person, error: 403, invitation: node };
  }
  group.members.set(person, 'member');
  return { person, error: undefined };
}

function dismiss(group: Group, person: Person | null): MemberResult {
  if (person === null || !group.members.has(person)) return { person, error: 404 };
  if (group.members.get(person) === 'superadmin') return { person, error: 403 };
  group.members.delete(person);
  return { person, error: undefined };
}

function changeRole(group: Group, person: Person | null, action: 'promote' | 'demote'): MemberResult {
  if (person === null || !group.members.has(person)) return { person, error: 404 };
  if (group.members.get(person) === 'superadmin') return { person, error: 403 };
  group.members.set(person, action === 'promote' ? 'admin' : 'member');
  return { person, error: undefined };
}
