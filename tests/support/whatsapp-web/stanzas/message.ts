import type { BinaryNode } from 'baileys';

import { isGroup, readAddress, type Addressing } from '../address';
import type { Companion } from '../companion';
import type { Connection } from '../connection';
import type { Group } from '../groups/group';
import { bytesOf, childOf, childrenOf, makeNode, nowInSeconds } from '../node';
import { Person } from '../person';
import { receive } from '../receive';
import { participantAttrs } from '../send';
import type { World } from '../world';
import { checkMessage } from './message-checks';

/** A client sends a message: it is acknowledged, and passed on to every device that it was encrypted for. */
export async function handleMessage(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const { companion } = connection;
  const { id = '', to = '' } = node.attrs;
  if (companion === null) return world.fault('a message before the login', node);
  if (!checkMessage(world, companion, node)) return nack(connection, node, 479);
  if (node.attrs['category'] === 'peer') {
    acknowledge(connection, node);
    return receive(world, companion.owner, companion, node, childrenOf(node, 'enc'));
  }
  const addressing = to.endsWith('@lid') ? 'lid' : 'phone';
  if (isGroup(to)) {
    const group = world.groups.get(to);
    if (group === undefined) return nack(connection, node, 404);
    if (!group.members.has(companion.owner)) return nack(connection, node, 403);
    if (group.onlyAdminsSend && !group.isAdmin(companion.owner)) return nack(connection, node, 403);
    world.messages.set(id, { id, at: Date.now(), sender: companion, chat: to, addressing: group.addressing });
    acknowledge(connection, node);
    return passOnToGroup(world, companion, group, node);
  }
  const recipient = world.find(to);
  if (recipient === undefined) {
    world.fault('a message to a number that is not on WhatsApp', node);
    return nack(connection, node, 404);
  }
  const error = refusalOf(world, companion, recipient, node);
  if (error !== null) return nack(connection, node, error);
  world.messages.set(id, { id, at: Date.now(), sender: companion, chat: to, addressing });
  acknowledge(connection, node);
  if (recipient.blocked.has(companion.owner)) return undefined;
  return passOnToPerson(world, companion, recipient, addressing, node);
}

/** 463 for a new chat of a restricted account, or without the token of somebody who requires one. */
function refusalOf(world: World, sender: Companion, recipient: Person, node: BinaryNode): number | null {
  const me = sender.owner;
  const token = childOf(node, 'tctoken');
  const expected = recipient.tokensGiven.get(me);
  if (token !== undefined && expected?.equals(bytesOf(token)) !== true)
    world.fault('a message with a wrong privacy token', node);
  const isKnown = recipient === me || me.hasChatWith(recipient);
  if (isKnown || token !== undefined) return null;
  if (me.timelock.isActive || me.newChatCap.status === 'CAPPED' || world.requiresTokens) return 463;
  me.newChatCap.used += 1;
  return null;
}

function acknowledge(connection: Connection, node: BinaryNode): void {
  const { id, to } = node.attrs;
  connection.send(makeNode('ack', { class: 'message', id, from: to, t: nowInSeconds() }));
}

function nack(connection: Connection, node: BinaryNode, error: number): void {
  const { id, to } = node.attrs;
  connection.send(makeNode('ack', { class: 'message', id, from: to, t: nowInSeconds(), error: String(error) }));
}

async function passOnToPerson(
  world: World,
  sender: Companion,
  recipient: Person,
  addressing: Addressing,
  node: BinaryNode,
): Promise<void> {
  for (const [device, encrypted] of encryptedFor(world, node)) {
    const owner = device instanceof Person ? device : device.owner;
    const isOwn = owner === sender.owner;
    const alternative =
      addressing === 'lid'
        ? isOwn
          ? { peer_recipient_pn: recipient.jid }
          : { sender_pn: sender.owner.jid }
        : isOwn
          ? { peer_recipient_lid: recipient.lidJid }
          : { sender_lid: sender.owner.lidJid };
    const stanza = makeNode(
      'message',
      {
        ...passedAttrs(sender, node),
        ...alternative,
        from: addressing === 'lid' ? sender.lid : sender.jid,
        recipient: isOwn ? recipient.addressed(addressing) : undefined,
      },
      [...encrypted, ...childrenOf(node, 'device-identity')],
    );
    if (device instanceof Person) await receive(world, device, sender, stanza, encrypted);
    else device.deliver(stanza);
  }
}

async function passOnToGroup(world: World, sender: Companion, group: Group, node: BinaryNode): Promise<void> {
  const own = encryptedFor(world, node);
  const common = childrenOf(node, 'enc');
  const devices = group.people().flatMap((person) => [person, ...person.companions.values()]);
  for (const device of devices) {
    if (device === sender) continue;
    const encrypted = [...(own.get(device) ?? []), ...common];
    const attrs = { ...passedAttrs(sender, node), from: group.id };
    const stanza = makeNode('message', { ...attrs, ...participantAttrs(sender.owner, group.addressing, sender) }, [
      ...encrypted,
      ...childrenOf(node, 'device-identity'),
    ]);
    if (device instanceof Person) await receive(world, device, sender, stanza, encrypted);
    else device.deliver(stanza);
  }
}

function encryptedFor(world: World, node: BinaryNode): Map<Companion | Person, BinaryNode[]> {
  const found = new Map<Companion | Person, BinaryNode[]>();
  for (const to of childrenOf(childOf(node, 'participants'), 'to')) {
    const device = world.findDevice(to.attrs['jid']);
    if (device !== undefined) found.set(device, childrenOf(to, 'enc'));
  }
  const single = readAddress(node.attrs['participant'] ?? node.attrs['to']);
  const device = world.findDevice(node.attrs['participant'] ?? node.attrs['to']);
  if (found.size === 0 && single !== null && device !== undefined) found.set(device, childrenOf(node, 'enc'));
  return found;
}

function passedAttrs(sender: Companion, node: BinaryNode): Record<string, string> {
  const { id = '', type = 'text', edit } = node.attrs;
  return {
    id,
    type,
    t: nowInSeconds(),
    notify: sender.pushName ?? sender.owner.name,
    ...(edit === undefined ? {} : { edit }),
  };
}
