import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childOf, childrenOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** Privacy settings, and the tokens with which people show that they know each other. */
export function handlePrivacy(world: World, connection: Connection, node: BinaryNode): void {
  const me = connection.companion?.owner;
  if (me === undefined) return;
  const tokens = childOf(node, 'tokens');
  if (tokens !== undefined) return takeTokens(world, connection, node, me, childrenOf(tokens, 'token'));
  for (const { attrs } of childrenOf(childOf(node, 'privacy'), 'category')) {
    const { name = '', value = '' } = attrs;
    if (!me.privacy.has(name)) world.fault('a privacy setting that does not exist', node);
    me.privacy.set(name, value);
  }
  const categories = [...me.privacy].map(([name, value]) => makeNode('category', { name, value }));
  return connection.answer(node, [makeNode('privacy', {}, categories)]);
}

function takeTokens(world: World, connection: Connection, node: BinaryNode, me: Person, tokens: BinaryNode[]): void {
  for (const { attrs } of tokens) {
    const person = world.find(attrs['jid']);
    if (person === undefined || attrs['type'] !== 'trusted_contact' || !/^\d+$/.test(attrs['t'] ?? ''))
      world.fault('a privacy token for nobody', node);
    else giveToken(world, me, person);
  }
  connection.answer(node, [makeNode('tokens')]);
}

/** From now on `to` may begin a chat with `from`: its clients get the token. */
export function giveToken(world: World, from: Person, to: Person): void {
  const token = Buffer.from(`token of ${from.phone} for ${to.phone}`);
  from.tokensGiven.set(to, token);
  for (const companion of to.companions.values()) {
    const attrs = {
      id: world.freshId(),
      from: from.addressed(world.addressing),
      sender_lid: from.lidJid,
      type: 'privacy_token',
      t: nowInSeconds(),
    };
    const content = makeNode('token', { type: 'trusted_contact', t: nowInSeconds(), jid: to.lidJid }, token);
    companion.deliver(makeNode('notification', attrs, [makeNode('tokens', {}, [content])]));
  }
  world.changed();
}
