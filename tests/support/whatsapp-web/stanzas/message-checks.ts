import { generateParticipantHashV2, proto, type BinaryNode } from 'baileys';

import { isGroup } from '../address';
import type { Companion } from '../companion';
import { bytesOf, childOf, childrenOf } from '../node';
import { ACCOUNT_SIGNATURE, DEVICE_SIGNATURE } from '../pairing/link';
import { Person } from '../person';
import { isSignedBy } from '../signatures';
import type { World } from '../world';

const TYPES = new Set(['text', 'media', 'reaction', 'poll', 'event']);
const CHILDREN = new Set(['participants', 'enc', 'device-identity', 'meta', 'reporting', 'tctoken', 'biz', 'bot']);

/** False when the message cannot be passed on. */
export function checkMessage(world: World, sender: Companion, node: BinaryNode): boolean {
  const { id, to, type = '' } = node.attrs;
  if (!id || !to) {
    world.fault('a message without an id or an address', node);
    return false;
  }
  if (!TYPES.has(type)) world.fault('a message of an unknown type', node);
  for (const child of childrenOf(node)) {
    if (!CHILDREN.has(child.tag)) world.fault(`a message with a part <${child.tag}>`, node);
  }
  const devices = childrenOf(childOf(node, 'participants'), 'to');
  const encrypted = [...childrenOf(node, 'enc'), ...devices.flatMap((device) => childrenOf(device, 'enc'))];
  if (encrypted.length === 0) {
    world.fault('a message that is encrypted for nobody', node);
    return false;
  }
  for (const enc of encrypted) {
    if (enc.attrs['v'] !== '2' || bytesOf(enc).length === 0) world.fault('a malformed encryption', enc);
  }
  if (encrypted.some((enc) => enc.attrs['type'] === 'pkmsg') && childOf(node, 'device-identity') === undefined)
    world.fault('a first message without the identity of the device', node);
  const identity = childOf(node, 'device-identity');
  if (identity !== undefined && !isIdentityOf(sender, bytesOf(identity)))
    world.fault('a message with the identity of another device', node);
  const isResend = node.attrs['participant'] !== undefined || node.attrs['device_fanout'] === 'false';
  const isPeer = node.attrs['category'] === 'peer';
  if (!isResend && !isPeer) {
    if (isGroup(to)) checkGroup(world, sender, node);
    else checkFanOut(world, sender, node);
  }
  if (!isPeer && !isResend && world.messages.has(id) && !world.isResendExpected(id))
    world.fault('a message with an id that was used before', node);
  return true;
}

/** Signed by the phone of the account and by the device itself. */
function isIdentityOf(sender: Companion, bytes: Buffer): boolean {
  if (sender.provenIdentity?.equals(bytes) === true) return true;
  const { details, accountSignatureKey, accountSignature, deviceSignature } =
    proto.ADVSignedDeviceIdentity.decode(bytes);
  const account = Buffer.from(sender.owner.signal.identity.public);
  if (!details || !accountSignature || !deviceSignature) return false;
  if (!accountSignatureKey || !account.equals(accountSignatureKey)) return false;
  const isProven =
    isSignedBy(account, Buffer.concat([ACCOUNT_SIGNATURE, details, sender.identity]), accountSignature) &&
    isSignedBy(sender.identity, Buffer.concat([DEVICE_SIGNATURE, details, sender.identity, account]), deviceSignature);
  if (isProven) sender.provenIdentity = bytes;
  return isProven;
}

function checkFanOut(world: World, sender: Companion, node: BinaryNode): void {
  const recipient = world.find(node.attrs['to']);
  const jids = childrenOf(childOf(node, 'participants'), 'to').map((to) => to.attrs['jid'] ?? '');
  const reached = new Set(jids.map((jid) => world.findDevice(jid)));
  if (reached.has(undefined)) world.fault('a message for a device that does not exist', node);
  if (reached.has(sender)) world.fault('a message for the device that sends it', node);
  if (new Set(jids).size !== jids.length) world.fault('a message that is encrypted twice for one device', node);
  if (recipient === undefined) return;
  for (const device of devicesOf(sender.owner, recipient)) {
    if (device === sender || reached.has(device)) continue;
    if (device instanceof Person || device.isKnownTo(sender))
      world.fault(`a message that ${device.jid} cannot read`, node);
  }
  const hashes = new Set(
    childrenOf(childOf(node, 'participants'), 'to').flatMap((to) =>
      childrenOf(to, 'enc').map((enc) => enc.attrs['phash']),
    ),
  );
  hashes.delete(undefined);
  if (hashes.size > 0 && !hashes.has(generateParticipantHashV2([...jids])))
    world.fault('a message with a wrong hash of its participants', node);
}

function checkGroup(world: World, sender: Companion, node: BinaryNode): void {
  const group = world.groups.get(node.attrs['to'] ?? '');
  if (group === undefined) return;
  if (!childrenOf(node, 'enc').some((enc) => enc.attrs['type'] === 'skmsg'))
    world.fault('a message to a group that is not encrypted for the group', node);
  if (node.attrs['addressing_mode'] !== (group.addressing === 'lid' ? 'lid' : 'pn'))
    world.fault('a message to a group in the wrong addressing mode', node);
  const holders = group.keyHoldersOf(sender);
  for (const to of childrenOf(childOf(node, 'participants'), 'to')) {
    const device = world.findDevice(to.attrs['jid']);
    if (device === undefined) world.fault('a key for a device that does not exist', node);
    else holders.add(device);
  }
  for (const device of devicesOf(...group.people())) {
    if (device === sender || holders.has(device)) continue;
    if (device instanceof Person || device.isKnownTo(sender))
      world.fault(`a message to a group that ${device.jid} cannot read`, node);
  }
}

const devicesOf = (...people: Person[]): (Person | Companion)[] =>
  [...new Set(people)].flatMap((person) => [person, ...person.companions.values()]);
