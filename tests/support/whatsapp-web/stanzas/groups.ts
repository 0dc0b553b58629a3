import { randomBytes } from 'node:crypto';

import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { announce, type Actor } from '../groups/announce';
import { Group } from '../groups/group';
import { changePeople, decide, join, leave, presentRequests, refusalOf } from '../groups/membership';
import { presentGroup, presentPerson, presentPreview } from '../groups/present';
import { changeSetting } from '../groups/settings';
import { childrenOf, makeNode, nowInSeconds } from '../node';
import type { World } from '../world';

/** The content of an answer, or an error code. */
type GroupAnswer = BinaryNode[] | number;

export function handleGroup(world: World, connection: Connection, node: BinaryNode): void {
  const { companion } = connection;
  const [request] = childrenOf(node);
  if (companion === null || request === undefined) return;
  const answer = answerGroupRequest(world, { person: companion.owner, companion }, node);
  if (typeof answer === 'number') connection.refuse(node, answer);
  else connection.answer(node, answer);
  world.changed();
}

/** What somebody asks of the server about groups, through a client or on the phone. */
export function answerGroupRequest(world: World, actor: Actor, { attrs, content }: BinaryNode): GroupAnswer {
  const [request] = Array.isArray(content) ? content : [];
  if (request === undefined) return 400;
  const isChange = attrs['type'] === 'set';
  if (attrs['to'] === '@g.us') return answerGeneral(world, actor, request, isChange);
  const group = world.groups.get(attrs['to'] ?? '');
  if (group === undefined) return 404;
  if (!group.members.has(actor.person)) return 403;
  return isChange ? change(world, group, actor, request) : read(world, group, actor, request);
}

function answerGeneral(world: World, actor: Actor, request: BinaryNode, isChange: boolean): GroupAnswer {
  if (request.tag === 'participating' && !isChange) {
    const mine = [...world.groups.values()].filter((group) => group.members.has(actor.person));
    return [
      makeNode(
        'groups',
        {},
        mine.map((group) => presentGroup(group)),
      ),
    ];
  }
  if (request.tag === 'create' && isChange) return create(world, actor, request);
  if (request.tag === 'invite') {
    const group = [...world.groups.values()].find(({ inviteCode }) => inviteCode === request.attrs['code']);
    if (group === undefined) return 410;
    return [isChange ? join(world, group, actor) : presentPreview(group)];
  }
  if (request.tag === 'leave' && isChange) {
    for (const { attrs } of childrenOf(request, 'group')) {
      const group = world.groups.get(attrs['id'] ?? '');
      if (group === undefined || !group.members.has(actor.person)) return 404;
      leave(world, group, actor);
    }
    return [];
  }
  world.fault('a request about groups that nobody expects', request);
  return 501;
}

function create(world: World, actor: Actor, request: BinaryNode): GroupAnswer {
  const id = `1203630${Date.now()}${world.freshId()}@g.us`;
  const group = new Group(id, request.attrs['subject'] ?? '', actor.person, world.addressing, nowInSeconds());
  if (!request.attrs['key']) world.fault('a new group without a key', request);
  const refused: BinaryNode[] = [];
  for (const { attrs } of childrenOf(request, 'participant')) {
    const person = world.find(attrs['jid']);
    const error = person === undefined ? '404' : refusalOf(group, actor, person, 'add');
    if (person === undefined) refused.push(makeNode('participant', { jid: attrs['jid'], error }));
    else if (error !== undefined) refused.push(presentPerson(group, person, { error }));
    else group.members.set(person, 'member');
  }
  world.groups.set(id, group);
  announce(world, group, actor, [makeNode('create', { type: 'new' }, [presentGroup(group)])]);
  return [presentGroup(group, refused)];
}

function read(world: World, group: Group, { person }: Actor, request: BinaryNode): GroupAnswer {
  if (request.tag === 'query') return [presentGroup(group)];
  if (!group.isAdmin(person)) return 401;
  if (request.tag === 'invite') return [makeNode('invite', { code: group.inviteCode })];
  if (request.tag === 'membership_approval_requests') return [presentRequests(group)];
  world.fault('a question about a group that nobody expects', request);
  return 501;
}

function change(world: World, group: Group, actor: Actor, request: BinaryNode): GroupAnswer {
  const isAdmin = group.isAdmin(actor.person);
  if (request.tag === 'add') {
    return isAdmin || group.canMembersAdd ? [changePeople(world, group, actor, request)] : 401;
  }
  const isOpen = (request.tag === 'subject' || request.tag === 'description') && !group.isLocked;
  if (!isAdmin && !isOpen) return 401;
  if (['remove', 'promote', 'demote'].includes(request.tag)) return [changePeople(world, group, actor, request)];
  if (request.tag === 'membership_requests_action') return [decide(world, group, actor, request)];
  if (request.tag === 'invite') {
    group.inviteCode = randomBytes(11).toString('base64url');
    announce(world, group, actor, [makeNode('invite', { code: group.inviteCode })]);
    return [makeNode('invite', { code: group.inviteCode })];
  }
  const done = changeSetting(world, group, actor, request);
  if (typeof done === 'number') return done;
  if (done) return [];
  world.fault('a change of a group that nobody expects', request);
  return 501;
}
