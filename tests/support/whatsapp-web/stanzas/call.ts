import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childrenOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

interface CallOptions {
  id: string;
  isVideo?: boolean;
  /** Id of the group that is called. */
  group?: string;
}

/** Somebody calls; the clients of the other person ring. */
export function placeCall(world: World, from: Person, to: Person, { id, isVideo = false, group }: CallOptions): void {
  const media = [makeNode('audio', { enc: 'opus', rate: '16000' }), ...(isVideo ? [makeNode('video')] : [])];
  const attrs = group === undefined ? {} : { 'group-jid': group, type: 'group' };
  sendStep(world, from, to, makeNode('offer', { ...stepAttrs(from, id), caller_pn: from.jid, ...attrs }, media));
}

/** The call ends without an answer. */
export function endCall(world: World, from: Person, to: Person, id: string): void {
  sendStep(world, from, to, makeNode('terminate', { ...stepAttrs(from, id), reason: 'timeout' }));
}

const stepAttrs = (from: Person, id: string) => ({ 'call-id': id, 'call-creator': from.lidJid });

function sendStep(world: World, from: Person, to: Person, step: BinaryNode): void {
  for (const companion of to.companions.values()) {
    const attrs = { from: from.lidJid, id: `c${world.freshId()}`, t: nowInSeconds() };
    companion.deliver(makeNode('call', attrs, [step]));
  }
}

interface RejectedCall {
  id: string;
  caller: Person | undefined;
}

const rejected = new WeakMap<World, RejectedCall[]>();

/** The calls that clients rejected. */
export const rejectedCallsOf = (world: World): RejectedCall[] => rejected.get(world) ?? [];

export function handleCall(world: World, connection: Connection, node: BinaryNode): void {
  const [step] = childrenOf(node);
  const { 'call-id': id, 'call-creator': creator } = step?.attrs ?? {};
  if (step?.tag !== 'reject' || id === undefined || creator !== node.attrs['to']) {
    return world.fault('a step of a call that nobody expects', node);
  }
  rejected.set(world, [...rejectedCallsOf(world), { id, caller: world.find(creator) }]);
  const attrs = { class: 'call', type: 'reject', id: node.attrs['id'], from: node.attrs['to'], t: nowInSeconds() };
  connection.send(makeNode('ack', attrs));
  return world.changed();
}
