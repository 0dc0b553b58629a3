import type { Store } from '../../db/database';
import { placeContact, unplacedContacts } from '../queries/destinations';
import { placesOf } from './contact-text';

const AT_ONCE = 50;

/** Gives contacts without a place theirs, some at a time; returns how many. */
export async function fillPlaces(store: Store): Promise<number> {
  // Nothing needs to be writable where there is nothing to do.
  if ((await unplacedContacts(store, 1)).length === 0) return 0;
  return store.transaction(async (tx) => {
    const contacts = await unplacedContacts(tx, AT_ONCE);
    for (const contact of contacts) await placeContact(tx, contact.id, placesOf(contact));
    return contacts.length;
  });
}
