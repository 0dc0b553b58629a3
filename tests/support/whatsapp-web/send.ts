import { randomBytes } from 'node:crypto';

import { encodeWAMessage, type BinaryNode, type proto } from 'baileys';

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
  /** The stanza has only the one address of the sender: no phone number beside the LID, or no LID beside it. */
  hidesAlternative?: boolean;
  /** Seconds since 1970. */
  timestamp?: number;
  /** More attributes of the stanza. */
  attrs?: Record<string, string>;
  /** Clients get a ciphertext that they cannot read, and get the message when they ask again; or `forever`. */
  undecryptable?: boolean | 'forever';
  /** Encrypted as they are, in the place of an encoded message. */
  bytes?: Uint8Array;
}

/** What a phone sent, for clients that ask for it again. */
export interface SentByPhone {
  to: string;
  message: proto.IMessage;
  options: SendOptions;
  isRecoverable: boolean;
  sender: Person;
}

/** From the phone of a person to a phone number or a group. */
export async function send(
  world: World,
  sender: Person,
  to: string,
  message: proto.IMessage,
  given: SendOptions,
): Promise<string> {
  const id = given.id ?? freshMessageId();
  const options = { ...given, id };
  world.sentByPhones.set(id, { to, message, options, isRecoverable: given.undecryptable !== 'forever', sender });
  if (isGroup(to)) await sendToGroup(world, sender, to, message, options);
  else await sendToPerson(world, sender, to, message, options);
  world.changed();
  return id;
}

export const freshMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

/** Attributes of a message of a phone, for clients of others. */
export function stanzaAttrs(
  world: World,
  sender: Person,
  to: string,
  options: SendOptions,
  message: proto.IMessage,
): Record<string, string> {
  const common = { ...commonAttrs(message, options), notify: sender.name };
  const group = world.groups.get(to);
  if (group !== undefined) return { ...common, ...participantAttrs(sender, group.addressing), from: to };
  const addressing = options.addressing ?? world.addressing;
  const other = addressing === 'lid' ? { sender_pn: sender.jid } : { sender_lid: sender.lidJid };
  return { ...common, from: sender.addressed(addressing), ...(options.hidesAlternative === true ? {} : other) };
}

async function sendToPerson(
  world: World,
  sender: Person,
  to: string,
  message: proto.IMessage,
  options: SendOptions,
): Promise<void> {
  const recipient = world.person(to);
  const addressing = options.addressing ?? world.addressing;
  if (recipient !== sender && !recipient.blocked.has(sender)) {
    const attrs = stanzaAttrs(world, sender, to, options, message);
    for (const companion of recipient.companions.values())
      await deliverEncrypted(sender, companion, options.bytes ?? message, attrs, options.undecryptable);
    recipient.knows(sender);
    store(recipient, sender.phone, sender, message, attrs);
  }
  const copy = { deviceSentMessage: { destinationJid: recipient.addressed(addressing), message } };
  const alternative =
    addressing === 'lid' ? { peer_recipient_pn: recipient.jid } : { peer_recipient_lid: recipient.lidJid };
  const attrs = {
    ...commonAttrs(message, options),
    ...alternative,
    from: sender.addressed(addressing),
    recipient: recipient.addressed(addressing),
  };
  for (const companion of sender.companions.values()) await deliverEncrypted(sender, companion, copy, attrs);
}

async function sendToGroup(
  world: World,
  sender: Person,
  to: string,
  message: proto.IMessage,
  options: SendOptions,
): Promise<void> {
  const group = world.groups.get(to);
  if (group === undefined) throw new Error(`there is no group ${to}`);
  const encrypted = await sender.signal.encryptForGroup(
    to,
    sender.addressed(group.addressing),
    options.bytes ?? encodeWAMessage(message),
  );
  const keyHolders = sender.groupKeysSentTo.get(to) ?? new Set<Companion>();
  sender.groupKeysSentTo.set(to, keyHolders);
  const attrs = stanzaAttrs(world, sender, to, options, message);
  for (const member of group.people()) {
    for (const companion of member.companions.values()) {
      const key = keyHolders.has(companion) ? null : await sender.signal.encrypt(companion, encrypted.senderKey);
      keyHolders.add(companion);
      const ciphertext = options.undecryptable ? garble(encrypted.ciphertext) : encrypted.ciphertext;
      const keyNodes = key === null ? [] : [encNode(key.type, key.ciphertext)];
      companion.deliver(makeNode('message', attrs, [...keyNodes, encNode('skmsg', ciphertext)]));
    }
    if (member !== sender) store(member, to, sender, message, attrs);
  }
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
  message: proto.IMessage | Uint8Array,
  attrs: Record<string, string>,
  undecryptable: SendOptions['undecryptable'] = false,
): Promise<void> {
  const encrypted = await sender.signal.encrypt(companion, message);
  if (encrypted === null) return;
  const ciphertext = undecryptable === false ? encrypted.ciphertext : garble(encrypted.ciphertext);
  companion.deliver(makeNode('message', attrs, [encNode(encrypted.type, ciphertext)]));
}

export const encNode = (type: string, ciphertext: Uint8Array, attrs: Record<string, string> = {}): BinaryNode =>
  makeNode('enc', { v: '2', type, ...attrs }, ciphertext);

/** Flips bits near the end, where the MAC or the signature is. */
function garble(ciphertext: Uint8Array): Uint8Array {
  const garbled = Buffer.from(ciphertext);
  const at = garbled.length - 4;
  garbled.writeUInt8(garbled.readUInt8(at) ^ 255, at);
  return garbled;
}

function store(
  recipient: Person,
  chat: string,
  sender: Person,
  message: proto.IMessage,
  attrs: Record<string, string>,
): void {
  const id = attrs['id'] ?? '';
  recipient.received.push({ id, chat, from: sender.phone, text: textIn(message), message, file: null, attrs });
}

const commonAttrs = (message: proto.IMessage, options: SendOptions): Record<string, string> => ({
  id: options.id ?? '',
  type: stanzaTypeOf(message),
  t: options.timestamp === undefined ? nowInSeconds() : String(options.timestamp),
  ...options.attrs,
});
