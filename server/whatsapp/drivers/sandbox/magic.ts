import type { Address, Person, Place } from '../driver-events';

/** The last four digits of these numbers select the simulated behaviour. */
const PREFIX = '1555010';

const MAGIC = {
  normal: '0000',
  notOnWhatsApp: '0001',
  neverRead: '0002',
  unconfirmed: '0003',
  windowClosed: '0004',
  rateLimitedOnce: '0005',
  optedOut: '0006',
  echo: '0007',
  reacts: '0008',
  hidden: '0009',
  twice: '0010',
  outOfOrder: '0011',
  mediaFailsOnce: '0012',
} as const;
export type Magic = keyof typeof MAGIC;

const NAMES = new Map<string, Magic>(Object.entries(MAGIC).map(([name, code]) => [code, name as Magic]));

/** Addresses of a person who hides the number. */
export const HIDDEN: Address = { lid: '155501000090009@lid', bsuid: 'US.155501000090009' };

export function magicOf({ phone, lid, bsuid }: Address): Magic {
  if ((lid !== undefined && lid === HIDDEN.lid) || (bsuid !== undefined && bsuid === HIDDEN.bsuid)) return 'hidden';
  if (phone?.startsWith(PREFIX) !== true) return 'normal';
  return NAMES.get(phone.slice(PREFIX.length)) ?? 'normal';
}

export const magicAt = (place: Place): Magic => (place.type === 'group' ? 'normal' : magicOf(place.person));

export function sandboxPerson(address: Address): Person {
  const magic = magicOf(address);
  if (magic === 'hidden') return { ...HIDDEN, placeholderName: 'Hidden number' };
  if (address.phone === undefined) return address;
  return { ...address, placeholderName: `Sandbox ${address.phone.slice(-4)}` };
}
