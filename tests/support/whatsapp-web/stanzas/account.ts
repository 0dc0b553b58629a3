import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childrenOf, makeNode, textOf } from '../node';
import { announceDevice } from '../pairing/announce';
import { handlePairingCode } from '../pairing/code';
import { handlePasskeyStep } from '../pairing/passkey';
import type { World } from '../world';
import { handleBlocklist } from './blocklist';
import { handleMex } from './mex';
import { handlePicture } from './pictures';
import { handlePrivacy } from './privacy';

const answer = (_world: World, connection: Connection, node: BinaryNode): void => connection.answer(node);

/** Requests about the account and the connection, by namespace. */
export const accountHandlers = {
  'w:p': answer,
  passive: answer,
  'urn:xmpp:whatsapp:dirty': answer,
  'w:stats': answer,
  disappearing_mode: answer,
  abt: (_world: World, connection: Connection, node: BinaryNode) =>
    connection.answer(node, [makeNode('props', { hash: 'peer' })]),
  blocklist: handleBlocklist,
  privacy: handlePrivacy,
  status: handleAbout,
  'w:profile:picture': handlePicture,
  'w:mex': handleMex,
  'w:biz': handleBusinessProfile,
  md: handleLinkedDevices,
};

function handleAbout(world: World, connection: Connection, node: BinaryNode): void {
  const [status] = childrenOf(node);
  if (status?.tag !== 'status' || textOf(status).length > 139) {
    world.fault('a text about a person that nobody expects', node);
    return connection.refuse(node, 406, 'not-acceptable');
  }
  if (connection.companion !== null) connection.companion.owner.about = textOf(status);
  connection.answer(node);
  return world.changed();
}

function handleBusinessProfile(_world: World, connection: Connection, node: BinaryNode): void {
  return connection.answer(node, [makeNode('business_profile', { v: '244' })]);
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
  if (handlePasskeyStep(world, connection, node)) return undefined;
  world.fault('a request about linked devices that nobody expects', node);
  return connection.refuse(node, 400);
}
