import { proto, type BinaryNode } from 'baileys';

import { isGroup } from './address';
import type { Companion } from './companion';
import { textIn } from './content';
import { checkContent } from './content-checks';
import { readFile } from './media/files';
import { bytesOf } from './node';
import type { Person } from './person';
import { receiptFrom } from './receipts';
import { answerPlaceholderRequest, askAgain, askForUnreadable } from './retries';
import { sendToOwnDevice } from './send';
import type { World } from './world';

/** The phone of a person gets a message from a client. Answers when it has read it. */
export function receive(
  world: World,
  person: Person,
  sender: Companion,
  stanza: BinaryNode,
  encrypted: BinaryNode[],
): Promise<void> {
  return person.inTurn(async () => {
    try {
      const message = await decryptAll(person, sender, stanza, encrypted);
      if (hidesItself(world, person, stanza)) return;
      await accept(world, person, sender, stanza, message);
    } catch (error) {
      world.fault(`${person.phone} cannot decrypt: ${String(error)}`, stanza);
      await askForUnreadable(world, person, stanza.attrs['id'] ?? '');
    }
    world.changed();
  });
}

async function decryptAll(
  person: Person,
  sender: Companion,
  stanza: BinaryNode,
  encrypted: BinaryNode[],
): Promise<proto.Message> {
  const whole = proto.Message.create();
  for (const enc of encrypted) {
    const { type = '' } = enc.attrs;
    const part =
      type === 'skmsg'
        ? await person.signal.decryptFromGroup(stanza.attrs['from'] ?? '', sender, bytesOf(enc))
        : await person.signal.decrypt(sender, type, bytesOf(enc));
    if (part.senderKeyDistributionMessage)
      await person.signal.learnSenderKey(sender, part.senderKeyDistributionMessage);
    Object.assign(whole, part);
  }
  return whole;
}

/** Whether the phone behaves as if it could not read the message. */
function hidesItself(world: World, person: Person, stanza: BinaryNode): boolean {
  if (person.unreadableNext === 0 || stanza.attrs['category'] === 'peer') return false;
  person.unreadableNext -= 1;
  askAgain(world, person, stanza.attrs['id'] ?? '', 1);
  return true;
}

async function answerPeerMessage(
  world: World,
  person: Person,
  sender: Companion,
  id: string,
  message: proto.Message,
): Promise<void> {
  const request = message.protocolMessage?.peerDataOperationRequestMessage;
  if (!request) return world.fault('a message for the own phone that nobody expects');
  const answer = answerPlaceholderRequest(world, person, id, request);
  if (answer !== null) await sendToOwnDevice(person, sender, answer);
}

async function accept(
  world: World,
  person: Person,
  sender: Companion,
  stanza: BinaryNode,
  message: proto.Message,
): Promise<void> {
  const { from = '', recipient, id = '', category } = stanza.attrs;
  const isOwn = sender.owner === person;
  if (category === 'peer') return answerPeerMessage(world, person, sender, id, message);
  const copy = message.deviceSentMessage;
  if (isOwn && !isGroup(from) && !copy) world.fault('a copy for the own phone that does not say so', stanza);
  if (!isOwn && copy) world.fault('a message of another person that says it is a copy', stanza);
  if (isOwn && copy && world.find(copy.destinationJid ?? '') !== world.find(recipient))
    world.fault('a copy for the own phone that names the wrong chat', stanza);
  const content = copy?.message ?? message;
  checkContent(world, sender.owner, stanza, content);
  if (!isGroup(from)) (isOwn ? world.find(recipient) : person)?.knows(sender.owner);
  person.received.push({
    id,
    chat: isGroup(from) ? from : (world.find(isOwn ? recipient : from)?.phone ?? ''),
    from: sender.owner.phone,
    text: textIn(content),
    message: content,
    file: await readFile(world, content),
    attrs: stanza.attrs,
  });
  if (!isOwn && person.autoReceipt !== 'none') receiptFrom(world, person, [id], 'delivered');
  if (!isOwn && person.autoReceipt === 'read') receiptFrom(world, person, [id], 'read');
}
