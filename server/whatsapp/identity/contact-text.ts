import { labelSortKey } from '../../fold-text';
import type { ContactRow } from '../present/contacts';
import { nameOf } from './names';

type Called = Pick<ContactRow, 'phone' | 'lid' | 'bsuid' | 'username' | 'name' | 'pushName'>;

const searchOf = (contact: Called): string =>
  [contact.name, contact.pushName, contact.phone, contact.username, contact.lid, contact.bsuid]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();

export const titleOf = (contact: Called): string =>
  contact.name ?? contact.pushName ?? contact.phone ?? contact.username ?? contact.lid ?? contact.bsuid ?? '';

export const textsOf = (contact: Called): Pick<ContactRow, 'search' | 'sortKey' | 'maskedSortKey'> => ({
  search: searchOf(contact),
  sortKey: labelSortKey(titleOf(contact)),
  maskedSortKey: labelSortKey(nameOf(contact)),
});
