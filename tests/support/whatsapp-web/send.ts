import { randomBytes } from 'node:crypto';

import type { BinaryNode, proto } from 'baileys';

import { isGroup, type Addressing } from './address';
import type { Companion } from './companion';
import { stanzaTypeOf, textIn } from './content';
import { makeNode, nowInSeconds } from './node';
import type { Person } from './person';
import type { World } from './world';

export interface SendOptions {
  id?: string;
  /** How the stanza names the sender of a direct message. */
  addressing?: Addressing;
  /** Only the LID of the sender is known: the stanza has no phone number. */
  hidesPhone?: boolean;
  /** Seconds since 1970. */
  timestamp?: number;
  /** More attributes of the stanza. */
  attrs?: Record<string, string>;
}

/** From the phone of a person to a phone number or a group. */
export async function send(
  world: World,
  sender: Person,
  to: string,
  message: proto.IMessage,
  options: SendOptions,
): Promise<string> {
  const id = options.id ?? freshMessageId();
  world.sentByPhones.set(id, message);
  if (isGroup(to)) await sendToGroup(world, sender, to, id, message, options);
  else await sendToPerson(world, sender, to, id, message, options);
  return id;
}

export const freshMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

async function sendToPerson(
  world: World,
  sender: Person,
  to: string,
  id: string,
  message: proto.IMessage,
  options: SendOptions,
): Promise<void> {
  const recipient = world.person(to);
  const addressing = options.addressing ?? world.addressing;
  const common = commonAttrs(id, message, options);
  for (const companion of recipient.companions.values()) {
    if (recipient === sender) break;
    const other = addressing === 'lid' ? { sender_pn: sender.jid } : { sender_lid: sender.lidJid };
    const attrs = {
      ...common,
      from: sender.addressed(addressing),
      ...(options.hidesPhone === true ? {} : other),
      notify: sender.name,
    };
    await deliverEncrypted(sender, companion, message, attrs);
  }
  const copy = { deviceSentMessage: { destinationJid: recipient.addressed(addressing), message } };
  for (const companion of sender.companions.values()) {
    const alternative =
      addressing === 'lid' ? { peer_recipient_pn: recipient.jid } : { peer_recipient_lid: recipient.lidJid };
    await deliverEncrypted(sender, companion, copy, {
      ...common,
      from: sender.addressed(addressing),
      recipient: recipient.addressed(addressing),
      ...alternative,
    });
  }
  if (recipient === sender) return;
  recipient.received.push({
    id,
    chat: sender.phone,
    from: sender.phone,
    text: textIn(message),
    message,
    file: null,
    attrs: common,
  });
  world.changed();
}

async function sendToGroup(
  world: World,
  sender: Person,
  to: string,
  id: string,
  message: proto.IMessage,
  options: SendOptions,
): Promise<void> {
  const group = world.groups.get(to);
  if (group === undefined) throw new Error(`there is no group ${to}`);
  const encrypted = await sender.signal.encryptForGroup(to, sender.addressed(group.addressing), message);
  const keyHolders = sender.groupKeysSentTo.get(to) ?? new Set<Companion>();
  sender.groupKeysSentTo.set(to, keyHolders);
  const common = commonAttrs(id, message, options);
  for (const member of group.people()) {
    for (const companion of member.companions.values()) {
      const key = keyHolders.has(companion) ? null : await sender.signal.encrypt(companion, encrypted.senderKey);
      keyHolders.add(companion);
      const content = [
        ...(key === null ? [] : [encNode(key.type, key.ciphertext)]),
        encNode('skmsg', encrypted.ciphertext),
      ];
      const attrs = { ...common, ...participantAttrs(sender, group.addressing), from: to, notify: sender.name };
      companion.deliver(makeNode('message', attrs, content));
    }
    if (member === sender) continue;
    member.received.push({
      id,
      chat: to,
      from: sender.phone,
      text: textIn(message),
      message,
      file: null,
      attrs: common,
    });
  }
  world.changed();
}

/** A message of the own phone for one of its linked devices, which is no message of a chat. */
export async function sendToOwnDevice(sender: Person, companion: Companion, message: proto.IMessage): Promise<void> {
  const attrs = { id: freshMessageId(), t: nowInSeconds(), type: 'text', category: 'peer', from: sender.jid };
  await deliverEncrypted(sender, companion, message, attrs);
}

export const participantAttrs = (sender: Person, addressing: Addressing, device?: Companion) =>
  addressing === 'lid'
    ? { participant: device?.lid ?? sender.lidJid, participant_pn: sender.jid, addressing_mode: 'lid' }
    : { participant: device?.jid ?? sender.jid, participant_lid: sender.lidJid, addressing_mode: 'pn' };

async function deliverEncrypted(
  sender: Person,
  companion: Companion,
  message: proto.IMessage,
  attrs: Record<string, string>,
): Promise<void> {
  const encrypted = await sender.signal.encrypt(companion, message);
  if (encrypted === null) return;
  companion.deliver(makeNode('message', attrs, [encNode(encrypted.type, encrypted.ciphertext)]));
}

export const encNode = (type: string, ciphertext: Uint8Array, attrs: Record<string, string> = {}): BinaryNode =>
  makeNode('enc', { v: '2', type, ...attrs }, ciphertext);

const commonAttrs = (id: string, message: proto.IMessage, options: SendOptions): Record<string, string> => ({
  id,
  type: stanzaTypeOf(message),
  t: options.timestamp === undefined ? nowInSeconds() : String(options.timestamp),
  ...options.attrs,
});
