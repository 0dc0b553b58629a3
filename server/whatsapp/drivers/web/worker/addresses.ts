import type { Address, Person, Place } from '../../driver-events';
import { notReachable } from './errors';
import type { WebSession } from './session-types';

/** `<user>[_<agent>][:<device>]@<server>`, as WhatsApp writes the address of a person's device. */
const PERSON_JID = /^(\d{1,20})(?:_\d{1,3})?(?::\d{1,5})?@(s\.whatsapp\.net|c\.us|hosted|lid|hosted\.lid)$/;
/** Sender of WhatsApp's own announcements. */
const SYSTEM_USER = '0';

const PHONE_SERVER = 's.whatsapp.net';

export function addressOf(jid: string | null | undefined): Address | undefined {
  const [, user, server] = PERSON_JID.exec(jid ?? '') ?? [];
  if (user === undefined || server === undefined || user === SYSTEM_USER) return undefined;
  return server.endsWith('lid') ? { lid: `${user}@lid` } : { phone: user };
}

/** One person with the addresses of all JIDs: a LID and a phone number. */
export function personAt(...jids: readonly (string | null | undefined)[]): Person | undefined {
  const addresses = jids.map(addressOf).filter((address) => address !== undefined);
  return addresses.length === 0 ? undefined : Object.assign({}, ...addresses);
}

export const isGroupJid = (jid: string | null | undefined): jid is string => jid?.endsWith('@g.us') === true;

/** Undefined for broadcasts, channels and WhatsApp itself. */
export function placeOf(...jids: readonly (string | null | undefined)[]): Place | undefined {
  const [first] = jids;
  if (isGroupJid(first)) return { type: 'group', providerGroupId: first };
  const person = personAt(...jids);
  return person && { type: 'direct', person };
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export const phoneJid = (phone: string): string => `${digitsOf(phone)}@${PHONE_SERVER}`;

/** The LID if known, otherwise the phone number; undefined when WhatsApp Web cannot reach the address. */
export function jidOf({ lid, phone }: Address): string | undefined {
  if (lid !== undefined) return lid;
  return phone === undefined ? undefined : phoneJid(phone);
}

/** Throws `CallError` when WhatsApp Web cannot reach the address. */
export function reachableJid(address: Address): string {
  const jid = jidOf(address);
  if (jid === undefined) throw notReachable();
  return jid;
}

export const isSamePerson = (one: Address, other: Address): boolean =>
  (one.lid !== undefined && one.lid === other.lid) || (one.phone !== undefined && one.phone === other.phone);

/** Every JID that the person may have, the LID first. */
export const jidsOf = ({ phone, lid }: Address): string[] => [
  ...(lid === undefined ? [] : [lid]),
  ...(phone === undefined ? [] : [phoneJid(phone)]),
];

export const jidUser = (jid: string): string => jid.replace(/[_:@].*$/, '');

export const groupJid = (providerGroupId: string): string =>
  providerGroupId.includes('@') ? providerGroupId : `${providerGroupId}@g.us`;

/** `socket.user` keeps its value from when the socket was made, in part without a LID. */
export function ownAddress({ socket }: WebSession): Address {
  const { me } = socket.authState.creds;
  return personAt(me?.id, me?.lid) ?? {};
}

/** Adds the missing half: WhatsApp is asked for an unknown LID; an unknown phone number stays unknown. */
export async function completed(session: WebSession, address: Address): Promise<Address> {
  const { lidMapping } = session.socket.signalRepository;
  const { phone, lid } = address;
  if (lid === undefined && phone !== undefined) {
    return { ...addressOf(await lidMapping.getLIDForPN(phoneJid(phone))), phone };
  }
  if (phone === undefined && lid !== undefined) return { ...addressOf(await lidMapping.getPNForLID(lid)), lid };
  return address;
}
