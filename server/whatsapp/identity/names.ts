import type { ContactRow } from '../present/contacts';

type Named = Pick<ContactRow, 'name' | 'pushName' | 'phone' | 'username' | 'lid' | 'bsuid'>;

/** Digits of a number that everybody may see. */
const SHOWN_DIGITS = 4;

/** A number without all but its last digits. */
export const masked = (phone: string): string => `…${phone.slice(-SHOWN_DIGITS)}`;

/** What somebody is called, for a caller who may not see whole numbers. */
export const nameOf = ({ name, pushName, phone, username, lid, bsuid }: Named): string =>
  name ?? pushName ?? (phone === null ? (username ?? lid ?? bsuid ?? '') : masked(phone));
