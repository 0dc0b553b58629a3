import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childOf, childrenOf, makeNode } from '../node';
import { announceDevice } from '../pairing/announce';
import { handlePairingCode } from '../pairing/code';
import type { World } from '../world';

const answer = (_world: World, connection: Connection, node: BinaryNode): void => connection.answer(node);

/** Requests about the account and the connection, by namespace. */
export const accountHandlers = {
  'w:p': answer,
  passive: answer,
  'urn:xmpp:whatsapp:dirty': answer,
  'w:stats': answer,
  abt: (_world: World, connection: Connection, node: BinaryNode) =>
    connection.answer(node, [makeNode('props', { hash: 'peer' })]),
  privacy: handlePrivacy,
  md: handleLinkedDevices,
};

function handlePrivacy(_world: World, connection: Connection, node: BinaryNode): void {
  if (childOf(node, 'tokens')) return connection.answer(node, [makeNode('tokens')]);
  const categories = [makeNode('category', { name: 'readreceipts', value: 'all' })];
  return connection.answer(node, [makeNode('privacy', {}, categories)]);
}

function handleLinkedDevices(world: World, connection: Connection, node: BinaryNode): void | Promise<void> {
  const [request] = childrenOf(node);
  const { companion } = connection;
  if (request?.tag === 'remove-companion-device' && companion !== null) {
    if (request.attrs['jid'] !== companion.jid) world.fault('a logout of another device', node);
    companion.owner.companions.delete(companion.device);
    announceDevice(world, companion, 'remove');
    connection.answer(node);
    connection.endStream(401, [makeNode('conflict', { type: 'device_removed' })]);
    return world.changed();
  }
  if (request?.tag === 'link_code_companion_reg') return handlePairingCode(world, connection, node);
  world.fault('a request about linked devices that nobody expects', node);
  return connection.refuse(node, 400);
}
