import { labelPlace } from '../../fold-text';
import type { ContactRow } from '../present/contacts';
import { nameOf } from './names';

type Called = Pick<ContactRow, 'phone' | 'lid' | 'bsuid' | 'username' | 'name' | 'pushName'>;

/** What `q` looks through. */
export const searchOf = (contact: Called): string =>
  [contact.name, contact.pushName, contact.phone, contact.username, contact.lid, contact.bsuid]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();

/** What the chat with somebody is called. */
export const titleOf = (contact: Called): string =>
  contact.name ?? contact.pushName ?? contact.phone ?? contact.username ?? contact.lid ?? contact.bsuid ?? '';

/** Columns that follow from how somebody is called. */
export const textsOf = (contact: Called): Pick<ContactRow, 'search' | 'place' | 'maskedPlace'> => ({
  search: searchOf(contact),
  place: labelPlace(titleOf(contact)),
  maskedPlace: labelPlace(nameOf(contact)),
});
