import type { BinaryNode } from 'baileys';

import { childOf, makeNode, textOf } from '../node';
import type { World } from '../world';
import { announce, type Actor } from './announce';
import type { Group } from './group';

/** Changes one setting and tells the others. Returns an error code, or false when it is no setting. */
export function changeSetting(world: World, group: Group, actor: Actor, request: BinaryNode): number | boolean {
  const change = CHANGES[request.tag];
  if (change === undefined) return false;
  const notice = change(group, request);
  if (typeof notice === 'number') return notice;
  announce(world, group, actor, [notice]);
  return true;
}

type Setting = (group: Group, request: BinaryNode) => BinaryNode | number;

/** Each answers with what the others are told, or an error code. */
const CHANGES: Readonly<Record<string, Setting>> = {
  subject(group, request) {
    const subject = textOf(request);
    if (subject === '') return 406;
    group.subject = subject;
    return makeNode('subject', { subject });
  },
  description(group, request) {
    const { id, prev, delete: isDeleted } = request.attrs;
    if (prev !== group.description?.id) return 409;
    const body = childOf(request, 'body');
    if ((isDeleted === 'true') !== (body === undefined)) return 400;
    group.description = body === undefined ? null : { id: id ?? '', text: textOf(body) };
    return request;
  },
  announcement: flag('isAnnouncement', true),
  not_announcement: flag('isAnnouncement', false),
  locked: flag('isLocked', true),
  unlocked: flag('isLocked', false),
  ephemeral(group, request) {
    const seconds = Number(request.attrs['expiration']);
    if (![86_400, 604_800, 7_776_000].includes(seconds)) return 400;
    group.ephemeralSeconds = seconds;
    return request;
  },
  not_ephemeral(group, request) {
    group.ephemeralSeconds = 0;
    return request;
  },
  member_add_mode(group, request) {
    const mode = textOf(request);
    if (mode !== 'all_member_add' && mode !== 'admin_add') return 400;
    group.canMembersAdd = mode === 'all_member_add';
    return request;
  },
  membership_approval_mode(group, request) {
    const state = childOf(request, 'group_join')?.attrs['state'];
    if (state !== 'on' && state !== 'off') return 400;
    group.needsApproval = state === 'on';
    return request;
  },
};

function flag(name: 'isAnnouncement' | 'isLocked', value: boolean): Setting {
  return (group, request) => {
    group[name] = value;
    return request;
  };
}
