import type { BinaryNode } from 'baileys';

import type { Companion } from '../companion';
import type { Connection } from '../connection';
import { childrenOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** Whom a person blocked: read and changed by a client. People stand in it by their LID. */
export function handleBlocklist(world: World, connection: Connection, node: BinaryNode): void {
  const me = connection.companion?.owner;
  if (me === undefined) return;
  if (node.attrs['type'] === 'get') {
    const items = [...me.blocked].map((person) => makeNode('item', { jid: person.lidJid }));
    return connection.answer(node, [makeNode('list', { dhash: String(me.blocked.size) }, items)]);
  }
  const [item] = childrenOf(node, 'item');
  const { action, jid, pn_jid: phone } = item?.attrs ?? {};
  const person = world.find(jid);
  const isNamed = jid?.endsWith('@lid') === true && (action !== 'block' || world.find(phone) === person);
  if (person === undefined || !isNamed || (action !== 'block' && action !== 'unblock')) {
    world.fault('a change of the block list that nobody expects', node);
    return connection.refuse(node, 400, 'bad-request');
  }
  changeBlock(world, me, person, action, connection.companion);
  return connection.answer(node);
}

/** Tells the other linked devices of the person. */
export function changeBlock(
  world: World,
  me: Person,
  person: Person,
  action: 'block' | 'unblock',
  except: Companion | null = null,
): void {
  if (action === 'block') me.blocked.add(person);
  else me.blocked.delete(person);
  for (const companion of me.companions.values()) {
    if (companion === except) continue;
    const attrs = { id: world.freshId(), from: me.jid, type: 'account_sync', t: nowInSeconds() };
    const item = makeNode('item', { action, jid: person.lidJid });
    companion.deliver(makeNode('notification', attrs, [makeNode('blocklist', { action: 'modify' }, [item])]));
  }
  world.changed();
}
