import { eq } from 'drizzle-orm';

import type { OptOut } from '../../../shared/whatsapp/contact';
import { defined } from '../../defined';
import type { DriverContactEvent, DriverPresenceEvent } from '../drivers/driver-events';
import { addressesOf, shown } from '../identity/addresses';
import { contactFor, type ContactRow, findOrCreateContact, publishContact } from '../identity/contact';
import { contactAt } from '../identity/recipient';
import { party, presentContact } from '../present/contacts';
import { deleteAddress } from '../queries/people';
import { waContacts } from '../schema/people';
import type { Work } from '../work-types';

export async function applyContact(work: Work, driverEvent: DriverContactEvent): Promise<void> {
  const former =
    driverEvent.oldPhone === undefined ? undefined : await contactAt(work, { phone: driverEvent.oldPhone });
  const { contact: known, isNew } = await findOrCreateContact(work, driverEvent.person, { same: former });
  if (isNew) work.raise('whatsapp.contact.updated', { ...presentContact(known), previous: {} });

  const { about, pictureUrl, isBlocked } = driverEvent;
  const contact = await publishContact(work, known, defined({ about, pictureUrl, isBlocked }));
  const changed = driverEvent.optOut === undefined ? contact : await changeOptOut(work, contact, driverEvent.optOut);
  const left = await leaveNumber(work, changed, driverEvent.oldPhone);
  if (driverEvent.identityChanged !== true && left === undefined) return;
  const previous = left === undefined ? {} : { phone: left };
  work.raise('whatsapp.contact.identity_changed', { ...presentContact(changed), previous });
}

/** A previous number may be reassigned. Undefined when it was removed before. */
async function leaveNumber(work: Work, contact: ContactRow, oldPhone: string | undefined): Promise<string | undefined> {
  const [address] = addressesOf({ phone: oldPhone });
  if (!address || contact.phone === shown(address)) return undefined;
  const holder = await contactAt(work, { phone: address.value });
  if (holder?.id !== contact.id) return undefined;
  await deleteAddress(work.tx, work.instance.id, address);
  return shown(address);
}

/** An opt-out that a user set to `all` is not weakened by the provider. */
export async function changeOptOut(work: Work, contact: ContactRow, optOut: OptOut): Promise<ContactRow> {
  if (contact.optOut === optOut || contact.optOut === 'all') return contact;
  const [row] = await work.tx.update(waContacts, eq(waContacts.id, contact.id), {
    optOut,
    updatedAt: work.now,
    version: contact.version + 1,
  });
  if (!row) throw new Error(`Contact ${contact.id} is gone.`);
  const previous = { opt_out: contact.optOut };
  work.raise('whatsapp.contact.opt_out_changed', { ...presentContact(row), previous });
  return row;
}

export async function applyPresence(work: Work, { person, state, lastSeenAt }: DriverPresenceEvent): Promise<void> {
  const contact = await contactFor(work, person);
  const last_seen_at = lastSeenAt?.toISOString() ?? null;
  work.raise('whatsapp.presence.updated', { party: party(contact), state, last_seen_at });
}
