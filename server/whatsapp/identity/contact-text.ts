import type { ContactRow } from '../present/contacts';

/** What `q` looks through. */
export const searchOf = (
  contact: Pick<ContactRow, 'phone' | 'lid' | 'bsuid' | 'username' | 'name' | 'pushName'>,
): string =>
  [contact.name, contact.pushName, contact.phone, contact.username, contact.lid, contact.bsuid]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();

/** What the chat with somebody is called. */
export const titleOf = (contact: ContactRow): string =>
  contact.name ?? contact.pushName ?? contact.phone ?? contact.username ?? contact.lid ?? contact.bsuid ?? '';
