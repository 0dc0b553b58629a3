import type { BinaryNode } from 'baileys';

import { isGroup } from '../address';
import type { Companion } from '../companion';
import type { Connection } from '../connection';
import { handleMediaRetry } from '../media/retry';
import { childOf, childrenOf, makeNode, nowInSeconds } from '../node';
import { Person } from '../person';
import { answerRetry } from '../retries';
import type { World } from '../world';

const TYPES = new Set([
  undefined,
  'read',
  'read-self',
  'played',
  'inactive',
  'sender',
  'peer_msg',
  'hist_sync',
  'retry',
  'server-error',
]);

/** A client tells that it got or read messages. */
export function handleReceipt(world: World, connection: Connection, node: BinaryNode): void {
  const { id, to, type, participant, recipient } = node.attrs;
  const { companion } = connection;
  if (companion === null || id === undefined || to === undefined) return world.fault('an incomplete receipt', node);
  if (!TYPES.has(type)) world.fault('a receipt of an unknown type', node);
  if (isGroup(to) && participant === undefined) world.fault('a receipt in a group that names no sender', node);
  connection.send(makeNode('ack', { class: 'receipt', id, from: to, participant, recipient, type, t: nowInSeconds() }));
  if (type !== 'retry') while (companion.acknowledge('message', node.attrs));
  if (type === 'retry') world.expectResend(id);
  const items = childrenOf(childOf(node, 'list'), 'item').map((item) => item.attrs['id'] ?? '');
  if (type === 'read' || type === 'played' || type === undefined)
    for (const one of [id, ...items])
      if (!world.knowsMessage(one)) world.fault('a receipt for a message that nobody sent', node);
  if (type === 'server-error') handleMediaRetry(world, companion, node);
  else passOn(world, companion, node, [id, ...items]);
  world.changed();
}

/** Only the device that sent a message is asked for it again. */
function passOnRetry(world: World, companion: Companion, node: BinaryNode): void {
  const { to = '', participant } = node.attrs;
  const device = world.findDevice(participant ?? to);
  if (device === undefined) return world.fault('a request for a message of nobody', node);
  if (device instanceof Person) return answerRetry(world, device, companion, node);
  const { to: _to, participant: _participant, ...attrs } = node.attrs;
  const by = (participant ?? to).endsWith('@lid') ? companion.lid : companion.jid;
  const from = isGroup(to) ? { from: to, participant: by } : { from: by };
  device.deliver(makeNode('receipt', { ...attrs, ...from, t: nowInSeconds() }, node.content));
}

function passOn(world: World, companion: Companion, node: BinaryNode, ids: string[]): void {
  const { to = '', type, participant } = node.attrs;
  const author = world.find(participant ?? to);
  if (author === undefined) return world.fault('a receipt for nobody', node);
  const chat = isGroup(to) ? to : companion.owner.phone;
  if (author !== companion.owner)
    author.receipts.push({ ids, from: companion.owner.phone, type: type ?? 'delivered', chat });
  if (type === 'retry') return passOnRetry(world, companion, node);
  const addressing = (participant ?? to).endsWith('@lid') ? 'lid' : 'phone';
  const device = addressing === 'lid' ? companion.lid : companion.jid;
  const { to: _to, participant: _participant, ...attrs } = node.attrs;
  const passed = isGroup(to) ? { ...attrs, from: to, participant: device } : { ...attrs, from: device };
  for (const other of author.companions.values()) {
    if (other === companion) continue;
    other.deliver(makeNode('receipt', { ...passed, t: nowInSeconds() }, node.content));
  }
}
