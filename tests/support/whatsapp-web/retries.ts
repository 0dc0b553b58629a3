import { proto, type BinaryNode } from 'baileys';

import { isGroup } from './address';
import type { Companion, KeyBundle } from './companion';
import { bundleContent } from './key-bundle';
import { bigEndian, bytesOf, childOf, makeNode, nowInSeconds } from './node';
import type { Person } from './person';
import { encNode, stanzaAttrs } from './send';
import type { World } from './world';

/** A phone could not read a message of a client and asks that client for it again. */
export function askAgain(world: World, person: Person, id: string, count: number, keys: BinaryNode[] = []): void {
  const message = world.messages.get(id);
  if (message === undefined) throw new Error(`no client sent a message ${id}`);
  world.expectResend(id);
  const by = person.addressed(message.addressing);
  const from = isGroup(message.chat) ? { from: message.chat, participant: by } : { from: by };
  const t = nowInSeconds();
  message.sender.deliver(
    makeNode('receipt', { ...from, id, type: 'retry', t }, [
      makeNode('retry', { count: String(count), id, t, v: '1' }),
      makeNode('registration', {}, bigEndian(person.signal.registrationId, 4)),
      ...(keys.length === 0 ? [] : [makeNode('keys', {}, keys)]),
    ]),
  );
}

const MAX_REQUESTS = 4;

/** The phone could not read a message; from the second request on it adds keys for a new session, as phones do. */
export async function askForUnreadable(world: World, person: Person, id: string): Promise<void> {
  const count = (person.unreadable.get(id) ?? 0) + 1;
  if (!world.messages.has(id) || count > MAX_REQUESTS) return;
  person.unreadable.set(id, count);
  const [, ...keys] = count === 1 ? [] : bundleContent(await person.signal.takeBundle());
  askAgain(world, person, id, count, keys);
}

/** A client could not read a message of a phone, which encrypts it anew in a new session. */
export function answerRetry(world: World, author: Person, companion: Companion, node: BinaryNode): void {
  const id = node.attrs['id'] ?? '';
  const count = childOf(node, 'retry')?.attrs['count'] ?? '';
  if (!/^[1-9]$/.test(count) || bytesOf(childOf(node, 'registration')).length !== 4)
    world.fault('a malformed request for a message', node);
  const sent = world.sentByPhones.get(id);
  if (sent === undefined) return world.fault('a request for a message that nobody sent', node);
  author.askedFor.push({ id, count: Number(count), by: companion.owner.phone });
  world.changed();
  if (!sent.isRecoverable) return;
  void author.inTurn(async () => {
    // The session until now stays for what is on its way.
    await author.signal.beginSession(companion, readBundle(companion, node) ?? companion.takeBundle());
    const group = isGroup(sent.to) ? world.groups.get(sent.to) : undefined;
    const key = group && (await author.signal.senderKeyOf(group.id, author.addressed(group.addressing)));
    const encrypted = await author.signal.encrypt(companion, { ...sent.message, ...key });
    if (encrypted === null) return;
    const attrs = stanzaAttrs(world, author, sent.to, { ...sent.options, id }, sent.message);
    companion.deliverAgain(makeNode('message', attrs, [encNode(encrypted.type, encrypted.ciphertext, { count })]));
  });
}

/** The keys that a client adds to its second request. */
function readBundle(companion: Companion, node: BinaryNode): KeyBundle | null {
  const keys = childOf(node, 'keys');
  if (keys === undefined) return null;
  const read = (tag: string) => {
    const key = childOf(keys, tag);
    return { id: bytesOf(childOf(key, 'id')), value: bytesOf(childOf(key, 'value')) };
  };
  const signature = bytesOf(childOf(childOf(keys, 'skey'), 'signature'));
  return {
    registrationId: bytesOf(childOf(node, 'registration')),
    identity: companion.identity,
    preKey: read('key'),
    signedPreKey: { ...read('skey'), signature },
  };
}

/** The own phone answers a client that asks it for a message that the client could not read. */
export function answerPlaceholderRequest(
  world: World,
  person: Person,
  stanzaId: string,
  request: proto.Message.IPeerDataOperationRequestMessage,
): proto.IMessage | null {
  const results = (request.placeholderMessageResendRequest ?? []).flatMap(({ messageKey }) => {
    const sent = world.sentByPhones.get(messageKey?.id ?? '');
    if (!sent?.isRecoverable || !messageKey) return [];
    const info = { key: messageKey, message: sent.message, messageTimestamp: Math.floor(Date.now() / 1000) };
    const webMessageInfoBytes = proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject(info)).finish();
    return [{ placeholderMessageResendResponse: { webMessageInfoBytes } }];
  });
  person.placeholdersAsked.push(stanzaId);
  if (results.length === 0) return null;
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
        stanzaId,
        peerDataOperationResult: results,
      },
    },
  };
}
