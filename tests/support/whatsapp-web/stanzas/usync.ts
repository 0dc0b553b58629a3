import type { BinaryNode } from 'baileys';

import { phoneJid } from '../address';
import type { Connection } from '../connection';
import { childOf, childrenOf, makeNode, nowInSeconds, textOf } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

const PROTOCOLS = new Set(['contact', 'lid', 'devices', 'status', 'disappearing_mode', 'username']);

/** Who is on WhatsApp, with which devices, under which LID, with which text about themselves. */
export function handleUsync(world: World, connection: Connection, node: BinaryNode): void {
  const usync = childOf(node, 'usync');
  for (const name of ['sid', 'mode', 'context', 'last', 'index']) {
    if (!usync?.attrs[name]) world.fault(`a usync without "${name}"`, node);
  }
  const protocols = childrenOf(childOf(usync, 'query')).map(({ tag }) => tag);
  for (const protocol of protocols) {
    if (!PROTOCOLS.has(protocol)) world.fault(`a usync about "${protocol}"`, node);
  }
  const users = childrenOf(childOf(usync, 'list'), 'user');
  if (users.length === 0) world.fault('a usync about nobody', node);
  const found = users.map((user) => {
    const asked = textOf(childOf(user, 'contact'));
    const phone = asked.replace('+', '');
    const jid = user.attrs['jid'] ?? phoneJid(phone);
    const person = world.find(jid) ?? world.everyone().find(({ otherNumbers }) => otherNumbers.has(phone));
    return makeNode(
      'user',
      { jid: user.attrs['jid'] === undefined && person ? person.jid : jid },
      protocols.flatMap((protocol) => present(protocol, person, asked)),
    );
  });
  connection.answer(node, [makeNode('usync', {}, [makeNode('result'), makeNode('list', {}, found)])]);
}

function present(protocol: string, person: Person | undefined, asked: string): BinaryNode[] {
  if (protocol === 'contact')
    return [makeNode('contact', { type: person === undefined ? 'out' : 'in' }, Buffer.from(asked))];
  if (person === undefined) return [];
  if (protocol === 'lid') return [makeNode('lid', { val: person.lidJid })];
  if (protocol === 'devices') {
    const devices = [...person.companions.keys()].map((id) =>
      makeNode('device', { id: String(id), 'key-index': String(id) }),
    );
    return [makeNode('devices', {}, [makeNode('device-list', {}, [makeNode('device', { id: '0' }), ...devices])])];
  }
  if (protocol === 'status')
    return person.isHidden
      ? [makeNode('status', { code: '401', t: '0' })]
      : [makeNode('status', { t: nowInSeconds() }, Buffer.from(person.about))];
  if (protocol === 'disappearing_mode') return [makeNode('disappearing_mode', { duration: '0', t: '0' })];
  return [];
}
