import { generateSignalPubKey, type BinaryNode } from 'baileys';

import type { Companion, PreKey } from '../companion';
import type { Connection } from '../connection';
import { sendHistory } from '../history';
import { bundleContent } from '../key-bundle';
import { bytesOf, childOf, childrenOf, makeNode, nowInSeconds } from '../node';
import { Person } from '../person';
import { sendToOwnDevice } from '../send';
import { isSignedBy } from '../signatures';
import type { World } from '../world';

/** Public keys for Signal sessions: uploaded by clients, and handed out to them. */
export async function handlePreKeys(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const { companion } = connection;
  if (companion === null) return;
  const [first] = childrenOf(node);
  if (node.attrs['type'] === 'set') {
    if (first?.tag === 'rotate') rotate(world, companion, childOf(first, 'skey'), node);
    else store(world, companion, node);
    connection.answer(node);
    if (companion.hasHistory) return;
    companion.hasHistory = true;
    await sendToOwnDevice(companion.owner, companion, companion.owner.appState.keyShare);
    if (!companion.owner.sendsHistory) return;
    return sendHistory(world, companion, companion.owner.history);
  }
  if (first?.tag === 'count')
    return connection.answer(node, [makeNode('count', { value: String(companion.preKeys.length) })]);
  if (first?.tag === 'digest') return connection.answer(node, companion.bundle === null ? [] : [makeNode('digest')]);
  if (first?.tag !== 'key') return world.fault('a request about keys that nobody expects', node);
  const users: BinaryNode[] = [];
  for (const user of childrenOf(first, 'user')) users.push(await presentBundle(world, user.attrs['jid'] ?? ''));
  return connection.answer(node, [makeNode('list', {}, users)]);
}

function store(world: World, companion: Companion, node: BinaryNode): void {
  const identity = bytesOf(childOf(node, 'identity'));
  if (!identity.equals(companion.identity)) world.fault(`${companion.jid} uploaded another identity than it linked`);
  companion.bundle = {
    registrationId: bytesOf(childOf(node, 'registration')),
    identity,
    signedPreKey: readSignedPreKey(world, companion, childOf(node, 'skey')),
  };
  const keys = childrenOf(childOf(node, 'list'), 'key').map(readPreKey);
  if (keys.length === 0) world.fault(`${companion.jid} uploaded no keys`);
  const known = new Set(companion.preKeys.map(({ id }) => id.toString('hex')));
  for (const key of keys) {
    if (key.value.length !== 32 || key.id.length !== 3) world.fault(`${companion.jid} uploaded a malformed key`);
    if (known.has(key.id.toString('hex'))) world.fault(`${companion.jid} uploaded a key twice`);
    companion.preKeys.push(key);
  }
}

function rotate(world: World, companion: Companion, skey: BinaryNode | undefined, node: BinaryNode): void {
  if (companion.bundle === null) return world.fault('a rotation of no key', node);
  companion.bundle.signedPreKey = readSignedPreKey(world, companion, skey);
}

function readSignedPreKey(world: World, companion: Companion, skey: BinaryNode | undefined) {
  const key = { ...readPreKey(skey), signature: bytesOf(childOf(skey, 'signature')) };
  if (!isSignedBy(companion.identity, generateSignalPubKey(key.value), key.signature))
    world.fault(`${companion.jid} uploaded a signed key with a wrong signature`);
  return key;
}

const readPreKey = (node: BinaryNode | undefined): PreKey => ({
  id: bytesOf(childOf(node, 'id')),
  value: bytesOf(childOf(node, 'value')),
});

async function presentBundle(world: World, jid: string): Promise<BinaryNode> {
  const device = world.findDevice(jid);
  if (device === undefined) world.fault(`keys of ${jid}, which does not exist`);
  const bundle = device instanceof Person ? await device.signal.takeBundle() : device?.takeBundle();
  if (!bundle) return makeNode('user', { jid }, [makeNode('error', { code: '404', text: 'item-not-found' })]);
  return makeNode('user', { jid, t: nowInSeconds() }, bundleContent(bundle));
}
