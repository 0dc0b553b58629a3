import type { AddressKind } from '../../../shared/whatsapp/party';
import type { Address } from '../drivers/news';

export interface KindValue {
  kind: AddressKind;
  value: string;
}

/** The strongest first: a network gives a LID once, a BSUID per number, numbers again, and names to whoever asks. */
const BY_STRENGTH = ['lid', 'bsuid', 'phone', 'username'] as const satisfies readonly AddressKind[];

/** Columns of a contact that hold addresses. */
export type AddressColumns = Record<AddressKind, string | null>;

const LID_SUFFIX = '@lid';

/** Addresses in the one form in which they are compared and kept; empty ones are left out. Strongest first. */
export function addressesOf(address: Address): KindValue[] {
  return BY_STRENGTH.flatMap((kind) => {
    const value = normal(kind, address[kind]);
    return value === undefined ? [] : [{ kind, value }];
  });
}

function normal(kind: AddressKind, given: string | undefined): string | undefined {
  const text = given?.trim() ?? '';
  if (text === '') return undefined;
  if (kind === 'phone') {
    const digits = text.replaceAll(/[^0-9]/g, '');
    return digits === '' ? undefined : digits;
  }
  if (kind === 'lid') return `${(text.split('@')[0] ?? '').split(':')[0]}${LID_SUFFIX}`;
  return kind === 'username' ? text.replace(/^@/, '').toLowerCase() : text;
}

/** As a contact’s column shows it. */
export const shown = ({ kind, value }: KindValue): string => (kind === 'phone' ? `+${value}` : value);

/** The addresses of a contact, for a driver. */
export function addressFor({ phone, lid, bsuid, username }: AddressColumns): Address {
  return {
    ...(phone === null ? {} : { phone: phone.replaceAll(/[^0-9]/g, '') }),
    ...(lid === null ? {} : { lid }),
    ...(bsuid === null ? {} : { bsuid }),
    ...(username === null ? {} : { username }),
  };
}

/**
 * Whether a contact that was found by an address of `kind` can be who the addresses name: a stronger address that
 * differs says that the weaker one went to somebody else.
 */
export function canBe(contact: AddressColumns, addresses: readonly KindValue[], kind: AddressKind): boolean {
  for (const address of addresses) {
    if (address.kind === kind) return true;
    const own = contact[address.kind];
    if (own !== null && own !== shown(address)) return false;
  }
  return true;
}

/** What the chat with somebody is called at first. */
export const placeOf = (addresses: readonly KindValue[]): string | undefined =>
  (addresses.find(({ kind }) => kind === 'phone') ?? addresses[0])?.value;
