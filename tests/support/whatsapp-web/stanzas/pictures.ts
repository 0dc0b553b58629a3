import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { bytesOf, childOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** Pictures of people and groups: read and changed by a client. */
export function handlePicture(world: World, connection: Connection, node: BinaryNode): void {
  const me = connection.companion?.owner;
  if (me === undefined) return;
  if (node.attrs['type'] === 'get') return readPicture(world, connection, node, me);
  const { target } = node.attrs;
  const group = target === undefined ? undefined : world.groups.get(target);
  if (target !== undefined && group === undefined) {
    world.fault('a picture of somebody else', node);
    return connection.refuse(node, 403, 'forbidden');
  }
  if (group !== undefined && (!group.members.has(me) || (group.onlyAdminsEdit && !group.isAdmin(me))))
    return connection.refuse(node, 403, 'forbidden');
  const picture = childOf(node, 'picture');
  const bytes = picture === undefined ? null : bytesOf(picture);
  if (bytes !== null && !bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) {
    world.fault('a picture that is no JPEG', node);
    return connection.refuse(node, 406, 'not-acceptable');
  }
  const owner = group ?? me;
  owner.picture = bytes;
  connection.answer(node, bytes === null ? undefined : [makeNode('picture', { id: world.freshId() })]);
  announcePicture(world, me, group?.people() ?? world.everyone(), group?.id ?? me.addressed(world.addressing), owner);
}

/** Tells those who can see it. */
export function announcePicture(
  world: World,
  author: Person,
  people: Person[],
  from: string,
  { picture }: { picture: Buffer | null },
): void {
  const by = { jid: from, author: author.addressed(world.addressing) };
  const change = picture === null ? makeNode('delete', by) : makeNode('set', { ...by, id: world.freshId() });
  for (const person of people) {
    if (person === author) continue;
    for (const companion of person.companions.values()) {
      const attrs = { id: world.freshId(), from, type: 'picture', t: nowInSeconds() };
      companion.deliver(makeNode('notification', attrs, [change]));
    }
  }
  world.changed();
}

function readPicture(world: World, connection: Connection, node: BinaryNode, me: Person): void {
  const { target = '' } = node.attrs;
  const person = world.find(target);
  const owner = world.groups.get(target) ?? person;
  if (childOf(node, 'picture')?.attrs['query'] !== 'url') world.fault('a request for a picture of no kind', node);
  if (person !== undefined && person !== me && person.isHidden) return connection.refuse(node, 401, 'not-authorized');
  if (!owner?.picture) return connection.refuse(node, 404, 'item-not-found');
  const name = `/${person?.phone ?? target}.jpg`;
  const attrs = { id: '1', type: 'image', direct_path: name, url: `https://pps.whatsapp.net${name}` };
  return connection.answer(node, [makeNode('picture', attrs)]);
}
