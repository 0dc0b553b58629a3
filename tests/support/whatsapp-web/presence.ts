import type { BinaryNode } from 'baileys';

import { isGroup } from './address';
import type { Connection } from './connection';
import { childrenOf, makeNode } from './node';
import type { Person } from './person';
import { participantAttrs } from './send';
import type { World } from './world';

export type ChatState = 'composing' | 'recording' | 'paused';

export interface SeenChatState {
  from: string;
  chat: string;
  state: ChatState;
}

const CHAT_STATES: Record<ChatState, BinaryNode> = {
  composing: makeNode('composing'),
  recording: makeNode('composing', { media: 'audio' }),
  paused: makeNode('paused'),
};

/** `presence` of a client: whether it is available, its name, or whose presence it wants to know. */
export function handlePresence(world: World, connection: Connection, node: BinaryNode): void {
  const { companion } = connection;
  const { type, to, name } = node.attrs;
  if (companion === null) {
    // The library tells its name when the phone names it, before it starts again.
    if (type !== undefined) world.fault('a presence before the login', node);
    return;
  }
  if (type === 'subscribe') {
    const person = world.find(to);
    if (person === undefined) return world.fault('the presence of nobody', node);
    person.subscribers.set(companion, to ?? '');
    return sendPresence(person);
  }
  if (name !== undefined) companion.pushName = name;
  if (type === 'available' || type === 'unavailable') companion.owner.isAvailable = type === 'available';
  else if (type !== undefined || name === undefined) world.fault('a presence that nobody expects', node);
  return world.changed();
}

/** `chatstate` of a client: it is typing, recording, or stopped. */
export function handleChatState(world: World, connection: Connection, node: BinaryNode): void {
  const { companion } = connection;
  const { from, to = '' } = node.attrs;
  const [content] = childrenOf(node);
  if (companion === null || world.find(from) !== companion.owner)
    return world.fault('a chatstate of somebody else', node);
  const isAudio = content?.attrs['media'] === 'audio';
  const state = content?.tag === 'composing' ? (isAudio ? 'recording' : 'composing') : content?.tag;
  if (state !== 'composing' && state !== 'recording' && state !== 'paused')
    return world.fault('a chatstate that nobody expects', node);
  const people = isGroup(to) ? (world.groups.get(to)?.people() ?? []) : [world.find(to)];
  for (const person of people) {
    if (person === undefined) world.fault('a chatstate for nobody', node);
    else if (person !== companion.owner) passOnChatState(world, companion.owner, person, to, state);
  }
  world.changed();
}

/** The person is typing to a number or a group. */
export function sendChatState(world: World, person: Person, to: string, state: ChatState): void {
  const people = isGroup(to) ? (world.groups.get(to)?.people() ?? []) : [world.person(to)];
  for (const other of people) if (other !== person) passOnChatState(world, person, other, to, state);
}

export function sendPresence(person: Person): void {
  const { presence } = person;
  const attrs =
    presence === 'online' ? {} : { type: 'unavailable', last: presence === null ? 'deny' : presence.lastSeen };
  for (const [companion, from] of person.subscribers) companion.notify(makeNode('presence', { from, ...attrs }));
}

function passOnChatState(world: World, from: Person, to: Person, chat: string, state: ChatState): void {
  to.chatStates.push({ from: from.phone, chat: isGroup(chat) ? chat : from.phone, state });
  const group = world.groups.get(chat);
  const attrs =
    group === undefined
      ? { from: from.addressed(world.addressing) }
      : { from: chat, ...participantAttrs(from, group.addressing) };
  for (const companion of to.companions.values()) companion.notify(makeNode('chatstate', attrs, [CHAT_STATES[state]]));
}
