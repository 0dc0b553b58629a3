import type { BinaryNode } from 'baileys';

import { GroupRefusal, type Group } from '../groups/group';
import {
  acceptInvitation,
  decideRequest,
  findByInviteCode,
  inviteCodeOf,
  joinByLink,
  resetInviteCode,
} from '../groups/invites';
import { changeMembers, createGroup, leaveGroup, type MemberAction, type MemberResult } from '../groups/members';
import { presentGroup, presentMember } from '../groups/present';
import {
  changeApprovalMode,
  changeDescription,
  changeEphemeral,
  changeMemberAddMode,
  changeSetting,
  changeSubject,
  type GroupSetting,
} from '../groups/settings';
import { childOf, childrenOf, makeNode, textOf } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

type Answer = BinaryNode[] | undefined;
type AnyGroupRequest = (world: World, me: Person, request: BinaryNode) => Answer;
type GroupRequest = (world: World, group: Group, me: Person, request: BinaryNode) => Answer;

/** Requests to `@g.us`, by type and tag. */
export const anyGroupRequests: Readonly<Record<string, AnyGroupRequest>> = {
  'get participating': (world, me) => {
    const mine = [...world.groups.values()].filter((group) => group.members.has(me));
    const presented = mine.map((group) => presentGroup(group));
    return [makeNode('groups', {}, presented)];
  },
  'set create': (world, me, request) => {
    const { subject = '', key } = request.attrs;
    const people = participantsOf(world, request);
    const { group, results } = createGroup(world, me, subject, people, key);
    const refused = results.filter(({ error }) => error !== undefined);
    return [presentGroup(group, presentResults(group, request, results, refused))];
  },
  'set leave': (world, me, request) => {
    const left = childrenOf(request, 'group').map(({ attrs }) => {
      const group = world.groups.get(attrs['id'] ?? '');
      if (group === undefined || !group.members.has(me)) return makeNode('group', { id: attrs['id'], error: '404' });
      leaveGroup(world, group, me);
      return makeNode('group', { id: attrs['id'] });
    });
    return [makeNode('leave', {}, left)];
  },
  'get invite': (world, _me, request) => [presentGroup(findByInviteCode(world, request.attrs['code']))],
  'set invite': (world, me, request) => {
    const group = findByInviteCode(world, request.attrs['code']);
    const isMember = joinByLink(world, group, me);
    return [makeNode(isMember ? 'group' : 'membership_approval_request', { jid: group.id })];
  },
};

/** Requests to one group, by type and tag. */
export const groupRequests: Readonly<Record<string, GroupRequest>> = {
  'get query': (_world, group, me) => {
    group.requireMember(me);
    return [presentGroup(group)];
  },
  'set subject': (world, group, me, request) => done(changeSubject(world, group, me, textOf(request))),
  'set description': (world, group, me, request) => {
    const { id = '', delete: isRemoved, prev } = request.attrs;
    if (isRemoved !== 'true' && id === '') throw new GroupRefusal(400, 'bad-request');
    const change = isRemoved === 'true' ? null : { id, body: textOf(childOf(request, 'body')) };
    return done(changeDescription(world, group, me, change, prev));
  },
  'set announcement': setting('announcement'),
  'set not_announcement': setting('not_announcement'),
  'set locked': setting('locked'),
  'set unlocked': setting('unlocked'),
  'set ephemeral': (world, group, me, request) =>
    done(changeEphemeral(world, group, me, Number(request.attrs['expiration']))),
  'set not_ephemeral': (world, group, me) => done(changeEphemeral(world, group, me, 0)),
  'set member_add_mode': (world, group, me, request) => done(changeMemberAddMode(world, group, me, textOf(request))),
  'set membership_approval_mode': (world, group, me, request) =>
    done(changeApprovalMode(world, group, me, childOf(request, 'group_join')?.attrs['state'])),
  'set add': members('add'),
  'set remove': members('remove'),
  'set promote': members('promote'),
  'set demote': members('demote'),
  'get invite': (_world, group, me) => [makeNode('invite', { code: inviteCodeOf(group, me) })],
  'set invite': (world, group, me) => [makeNode('invite', { code: resetInviteCode(world, group, me) })],
  'set accept': (world, group, me, { attrs }) =>
    done(
      acceptInvitation(world, group, me, {
        code: attrs['code'],
        expiration: attrs['expiration'],
        admin: world.find(attrs['admin']),
      }),
    ),
  'set revoke': (world, group, me, request) => {
    group.requireAdmin(me);
    for (const person of participantsOf(world, request)) if (person !== null) group.invitations.delete(person);
    return undefined;
  },
  'get membership_approval_requests': (_world, group, me) => {
    group.requireAdmin(me);
    const requests = [...group.requests].map(([person, { method, requestedAt }]) =>
      makeNode('membership_approval_request', {
        ...presentMember(person, group.addressing).attrs,
        request_method: method,
        request_time: requestedAt,
      }),
    );
    return [makeNode('membership_approval_requests', {}, requests)];
  },
  'set membership_requests_action': (world, group, me, request) => {
    const decided = childrenOf(request).map((decision) => {
      if (decision.tag !== 'approve' && decision.tag !== 'reject') throw new GroupRefusal(400, 'bad-request');
      const { tag } = decision;
      const participants = childrenOf(decision, 'participant').map(({ attrs }) => {
        const error = decideRequest(world, group, me, world.find(attrs['jid']), tag);
        return makeNode('participant', { jid: attrs['jid'], error: error === undefined ? undefined : String(error) });
      });
      return makeNode(tag, {}, participants);
    });
    return [makeNode('membership_requests_action', {}, decided)];
  },
};

const done = (_nothing: void): Answer => undefined;

function setting(name: GroupSetting): GroupRequest {
  return (world, group, me) => done(changeSetting(world, group, me, name));
}

function members(action: MemberAction): GroupRequest {
  return (world, group, me, request) => {
    const results = changeMembers(world, group, me, action, participantsOf(world, request));
    return [makeNode(action, {}, presentResults(group, request, results))];
  };
}

const participantsOf = (world: World, request: BinaryNode): (Person | null)[] =>
  childrenOf(request, 'participant').map(({ attrs }) => world.find(attrs['jid']) ?? null);

function presentResults(
  group: Group,
  request: BinaryNode,
  results: MemberResult[],
  shown: MemberResult[] = results,
): BinaryNode[] {
  const jids = childrenOf(request, 'participant').map(({ attrs }) => attrs['jid']);
  return results.flatMap((result, index) => {
    if (!shown.includes(result)) return [];
    const { person, error, invitation } = result;
    const attrs: Record<string, string> = error === undefined ? {} : { error: String(error) };
    const content = invitation && [invitation];
    return person === null
      ? [makeNode('participant', { jid: jids[index], ...attrs }, content)]
      : [presentMember(person, group.addressing, group.members.get(person), attrs, content)];
  });
}
