import type { BinaryNode } from 'baileys';

import { isGroup } from '../address';
import type { Connection } from '../connection';
import { bytesOf, childOf, makeNode, textOf } from '../node';
import { pictureUrlOf, profileOf } from '../profiles';
import type { World } from '../world';

/** Requests about what people show of themselves, by namespace. */
export const profileHandlers = {
  'w:profile:picture': (world: World, connection: Connection, node: BinaryNode) =>
    node.attrs['type'] === 'get' ? showPicture(world, connection, node) : changePicture(world, connection, node),
  status(world: World, connection: Connection, node: BinaryNode): void {
    if (connection.companion) profileOf(connection.companion.owner).about = textOf(childOf(node, 'status'));
    connection.answer(node);
    world.changed();
  },
  blocklist: (world: World, connection: Connection, node: BinaryNode) =>
    node.attrs['type'] === 'get' ? listBlocked(connection, node) : changeBlocked(world, connection, node),
};

function showPicture(world: World, connection: Connection, node: BinaryNode): void {
  const target = node.attrs['target'] ?? '';
  if (isGroup(target)) return connection.refuse(node, 404, 'item-not-found');
  const person = world.find(target);
  if (person === undefined) return connection.refuse(node, 404, 'item-not-found');
  const isOwn = person === connection.companion?.owner;
  if (profileOf(person).isHidden && !isOwn) return connection.refuse(node, 401, 'not-authorized');
  const url = pictureUrlOf(person);
  if (url === undefined) return connection.refuse(node, 404, 'item-not-found');
  return connection.answer(node, [makeNode('picture', { id: '1', type: 'image', url })]);
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

function changePicture(world: World, connection: Connection, node: BinaryNode): void {
  if (connection.companion === null) return;
  const picture = childOf(node, 'picture');
  const bytes = bytesOf(picture);
  if (picture && !bytes.subarray(0, JPEG.length).equals(JPEG)) return connection.refuse(node, 406, 'not-acceptable');
  const { target } = node.attrs;
  if (target === undefined) profileOf(connection.companion.owner).picture = picture ? bytes : null;
  else if (!world.groups.has(target)) return connection.refuse(node, 404, 'item-not-found');
  connection.answer(node, picture ? [makeNode('picture', { id: '2' })] : []);
  world.changed();
}

function listBlocked(connection: Connection, node: BinaryNode): void {
  const blocked = connection.companion ? [...profileOf(connection.companion.owner).blocked] : [];
  const items = blocked.map((person) => makeNode('item', { jid: person.lidJid }));
  connection.answer(node, [makeNode('list', {}, items)]);
}

function changeBlocked(world: World, connection: Connection, node: BinaryNode): void {
  if (connection.companion === null) return;
  const { action, jid, pn_jid: phoneJid } = childOf(node, 'item')?.attrs ?? {};
  const person = world.find(jid);
  if (person === undefined || jid !== person.lidJid) return connection.refuse(node, 400, 'bad-request');
  if (action === 'block' && phoneJid !== person.jid) return connection.refuse(node, 400, 'bad-request');
  const { blocked } = profileOf(connection.companion.owner);
  if (action === 'block') blocked.add(person);
  else blocked.delete(person);
  connection.answer(node);
  world.changed();
}
