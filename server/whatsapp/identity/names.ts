import type { ContactRow } from '../present/contacts';

type Named = Pick<ContactRow, 'name' | 'pushName' | 'phone' | 'username' | 'lid' | 'bsuid'>;

const SHOWN_DIGITS = 4;

export const masked = (phone: string): string => `…${phone.slice(-SHOWN_DIGITS)}`;

/** For callers who may not see whole numbers. */
export const nameOf = ({ name, pushName, phone, username, lid, bsuid }: Named): string =>
  name ?? pushName ?? (phone === null ? (username ?? lid ?? bsuid ?? '') : masked(phone));
