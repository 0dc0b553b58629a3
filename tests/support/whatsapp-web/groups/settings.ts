import { makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import { GroupRefusal, type Group } from './group';
import { notifyGroup } from './notify';
import { presentDescription } from './present';

export type GroupSetting = 'announcement' | 'not_announcement' | 'locked' | 'unlocked';

const EPHEMERAL = new Set([0, 86_400, 604_800, 7_776_000]);
const MAX_SUBJECT = 100;
const MAX_DESCRIPTION = 2048;

export function changeSubject(world: World, group: Group, actor: Person, subject: string): void {
  requireEditor(group, actor);
  if (subject.length === 0 || subject.length > MAX_SUBJECT) throw new GroupRefusal(406, 'not-acceptable');
  group.subject = subject;
  group.subjectAuthor = actor;
  group.subjectChangedAt = nowInSeconds();
  const attrs = { subject, s_o: actor.addressed(group.addressing), s_t: group.subjectChangedAt };
  notifyGroup(world, group, actor, makeNode('subject', attrs));
}

/** `previous` is the id of the description that the caller knows; null removes it. */
export function changeDescription(
  world: World,
  group: Group,
  actor: Person,
  change: { id: string; body: string } | null,
  previous: string | undefined,
): void {
  requireEditor(group, actor);
  if (previous !== group.description?.id) throw new GroupRefusal(409, 'conflict');
  if ((change?.body.length ?? 0) > MAX_DESCRIPTION) throw new GroupRefusal(406, 'not-acceptable');
  group.description = change && { ...change, author: actor, changedAt: nowInSeconds() };
  const removed = makeNode('description', { delete: 'true', id: world.freshId() });
  notifyGroup(world, group, actor, presentDescription(group)[0] ?? removed);
}

export function changeSetting(world: World, group: Group, actor: Person, setting: GroupSetting): void {
  group.requireAdmin(actor);
  if (setting === 'announcement' || setting === 'not_announcement') group.onlyAdminsSend = setting === 'announcement';
  else group.onlyAdminsEdit = setting === 'locked';
  notifyGroup(world, group, actor, makeNode(setting));
}

export function changeEphemeral(world: World, group: Group, actor: Person, seconds: number): void {
  requireEditor(group, actor);
  if (!EPHEMERAL.has(seconds)) throw new GroupRefusal(400, 'bad-request');
  group.ephemeral = seconds;
  const change = seconds === 0 ? makeNode('not_ephemeral') : makeNode('ephemeral', { expiration: String(seconds) });
  notifyGroup(world, group, actor, change);
}

export function changeMemberAddMode(world: World, group: Group, actor: Person, mode: string): void {
  group.requireAdmin(actor);
  if (mode !== 'admin_add' && mode !== 'all_member_add') throw new GroupRefusal(400, 'bad-request');
  group.onlyAdminsAdd = mode === 'admin_add';
  notifyGroup(world, group, actor, makeNode('member_add_mode', {}, Buffer.from(mode)));
}

export function changeApprovalMode(world: World, group: Group, actor: Person, state: string | undefined): void {
  group.requireAdmin(actor);
  if (state !== 'on' && state !== 'off') throw new GroupRefusal(400, 'bad-request');
  group.needsApproval = state === 'on';
  notifyGroup(world, group, actor, makeNode('membership_approval_mode', {}, [makeNode('group_join', { state })]));
}

function requireEditor(group: Group, actor: Person): void {
  group.requireMember(actor);
  if (group.onlyAdminsEdit) group.requireAdmin(actor);
}
