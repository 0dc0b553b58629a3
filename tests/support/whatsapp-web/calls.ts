import { randomBytes } from 'node:crypto';

import type { BinaryNode } from 'baileys';

import type { Connection } from './connection';
import { childrenOf, makeNode, nowInSeconds } from './node';
import type { Person } from './person';
import type { World } from './world';

export interface Call {
  id: string;
  from: Person;
  to: Person;
  /** Phone numbers that rejected it. */
  rejectedBy: string[];
}

export interface CallOptions {
  id?: string;
  isVideo?: boolean;
  groupId?: string;
}

/** The phone of a person rings those of another. */
export function offerCall(world: World, from: Person, to: Person, options: CallOptions): Call {
  const { id = randomBytes(16).toString('hex').toUpperCase(), isVideo, groupId } = options;
  const call: Call = { id, from, to, rejectedBy: [] };
  world.calls.set(call.id, call);
  const media = [makeNode('audio', { enc: 'opus', rate: '16000' }), ...(isVideo ? [makeNode('video')] : [])];
  const group = groupId === undefined ? {} : { 'group-jid': groupId, type: 'group' };
  sendCall(world, call, makeNode('offer', { ...creatorOf(world, call), ...group }, media));
  return call;
}

/** The caller hangs up; or nobody answered. */
export function endCall(world: World, call: Call, reason: 'hangup' | 'timeout'): void {
  const attrs = { ...creatorOf(world, call), ...(reason === 'timeout' ? { reason } : {}) };
  sendCall(world, call, makeNode('terminate', attrs));
}

/** What a client says about a call: it can only reject it. */
export function handleCall(world: World, connection: Connection, node: BinaryNode): void {
  const [action] = childrenOf(node);
  const id = action?.attrs['call-id'] ?? '';
  const call = world.calls.get(id);
  const phone = connection.companion?.owner.phone;
  connection.send(makeNode('ack', { class: 'call', id: node.attrs['id'], from: node.attrs['to'], type: action?.tag }));
  const caller = world.find(action?.attrs['call-creator']);
  if (
    action?.tag !== 'reject' ||
    phone === undefined ||
    caller === undefined ||
    caller !== world.find(node.attrs['to'])
  )
    return world.fault('an action in a call that nobody expects', node);
  if (call !== undefined && (caller !== call.from || phone !== call.to.phone))
    world.fault('a rejected call of others', node);
  call?.rejectedBy.push(phone);
  world.rejectedCalls.push({ id, caller });
  world.changed();
}

const creatorOf = (world: World, { id, from }: Call) => ({
  'call-id': id,
  'call-creator': from.addressed(world.addressing),
  caller_pn: world.addressing === 'lid' ? from.jid : undefined,
});

function sendCall(world: World, { from, to }: Call, content: BinaryNode): void {
  const attrs = { from: from.addressed(world.addressing), id: world.freshId(), t: nowInSeconds(), notify: from.name };
  for (const companion of to.companions.values()) companion.deliver(makeNode('call', attrs, [content]));
  world.changed();
}
