import { makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import { GroupRefusal, type Group } from './group';
import { joinGroup } from './members';
import { notifyGroup } from './notify';
import { presentMember } from './present';

export function inviteCodeOf(group: Group, actor: Person): string {
  group.requireAdmin(actor);
  return group.inviteCode;
}

export function resetInviteCode(world: World, group: Group, actor: Person): string {
  group.requireAdmin(actor);
  group.resetInviteCode();
  notifyGroup(world, group, actor, makeNode('invite', { code: group.inviteCode }));
  return group.inviteCode;
}

export function findByInviteCode(world: World, code: string | undefined): Group {
  for (const group of world.groups.values()) {
    if (code !== undefined && group.oldInviteCodes.has(code)) throw new GroupRefusal(410, 'gone');
    if (group.inviteCode === code) return group;
  }
  throw new GroupRefusal(406, 'not-acceptable');
}

/** True when the person is now a member, false when an administrator has to approve. */
export function joinByLink(world: World, group: Group, person: Person): boolean {
  if (group.members.has(person)) throw new GroupRefusal(409, 'conflict');
  if (!group.needsApproval) {
    joinGroup(world, group, person, person, 'invite');
    return true;
  }
  group.requests.set(person, { method: 'InviteLink', requestedAt: nowInSeconds() });
  const created = makeNode('created_membership_requests', { request_method: 'invite_link' }, [
    makeNode('requested_user', presentMember(person, group.addressing).attrs),
  ]);
  notifyGroup(world, group, person, created, adminsOf(group));
  return false;
}

/** The person takes back the request to join. */
export function withdrawRequest(world: World, group: Group, person: Person): void {
  if (!group.requests.delete(person)) throw new GroupRefusal(404, 'item-not-found');
  revoke(world, group, person, person);
}

/** Answers with an error code, or undefined when it was done. */
export function decideRequest(
  world: World,
  group: Group,
  actor: Person,
  person: Person | undefined,
  action: 'approve' | 'reject',
): number | undefined {
  group.requireAdmin(actor);
  if (person === undefined || !group.requests.has(person)) return 404;
  if (action === 'approve') joinGroup(world, group, person, actor, 'approved');
  else {
    group.requests.delete(person);
    revoke(world, group, actor, person);
  }
  return undefined;
}

/** Somebody accepts the invitation that an administrator sent in a message. */
export function acceptInvitation(
  world: World,
  group: Group,
  person: Person,
  given: { code: string | undefined; expiration: string | undefined; admin: Person | undefined },
): void {
  const invitation = group.invitations.get(person);
  if (invitation === undefined || invitation.code !== given.code) throw new GroupRefusal(406, 'not-acceptable');
  if (String(invitation.expiration) !== given.expiration || invitation.admin !== given.admin)
    throw new GroupRefusal(400, 'bad-request');
  if (invitation.expiration * 1000 < Date.now()) throw new GroupRefusal(410, 'gone');
  joinGroup(world, group, person, invitation.admin, 'invite');
}

function revoke(world: World, group: Group, actor: Person, person: Person): void {
  const revoked = makeNode('revoked_membership_requests', {}, [presentMember(person, group.addressing)]);
  notifyGroup(world, group, actor, revoked, adminsOf(group));
}

const adminsOf = (group: Group): Person[] => group.people().filter((person) => group.isAdmin(person));
