import type { AddressKind } from '../../../shared/whatsapp/party';
import type { Address } from '../drivers/driver-events';

export interface KindValue {
  kind: AddressKind;
  value: string;
}

/** Strongest first, by how permanently a network assigns them. */
const BY_STRENGTH = ['lid', 'bsuid', 'phone', 'username'] as const satisfies readonly AddressKind[];

type AddressColumns = Record<AddressKind, string | null>;

const LID_SUFFIX = '@lid';

/** Normalised, without empty ones, strongest first. */
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

export const shown = ({ kind, value }: KindValue): string => (kind === 'phone' ? `+${value}` : value);

export function addressFor({ phone, lid, bsuid, username }: AddressColumns): Address {
  return {
    ...(phone === null ? {} : { phone: phone.replaceAll(/[^0-9]/g, '') }),
    ...(lid === null ? {} : { lid }),
    ...(bsuid === null ? {} : { bsuid }),
    ...(username === null ? {} : { username }),
  };
}

/** A different stronger address means that the weaker address was reassigned to another person. */
export function canBe(contact: AddressColumns, addresses: readonly KindValue[], kind: AddressKind): boolean {
  for (const address of addresses) {
    if (address.kind === kind) return true;
    const own = contact[address.kind];
    if (own !== null && own !== shown(address)) return false;
  }
  return true;
}

export const initialChatAddress = (addresses: readonly KindValue[]): string | undefined =>
  (addresses.find(({ kind }) => kind === 'phone') ?? addresses[0])?.value;
