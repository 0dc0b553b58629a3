import type { Contact } from 'baileys';

import type { DriverEvent } from '../../driver-events';
import { personAt } from './addresses';

/** A name in the address book is shown only until the person’s own name is known. */
export function contactEvents({ id, lid, phoneNumber, name, notify, verifiedName }: Partial<Contact>): DriverEvent[] {
  const person = personAt(id, phoneNumber, lid);
  if (!person) return [];
  const ownName = notify ?? verifiedName;
  const names = {
    ...(ownName ? { name: ownName } : {}),
    ...(name ? { placeholderName: name } : {}),
    ...(verifiedName ? { isBusiness: true } : {}),
  };
  const isNews = Object.keys(names).length > 0 || Object.keys(person).length > 1;
  return isNews ? [{ kind: 'contact', person: { ...person, ...names } }] : [];
}
