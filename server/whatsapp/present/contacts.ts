import type { InferSelectModel } from 'drizzle-orm';

import { Contact } from '../../../shared/whatsapp/contact';
import type { Party } from '../../../shared/whatsapp/party';
import { presentAs } from '../../present-as';
import type { waContacts } from '../schema/people';
import type { InstanceRow } from '../work-types';

export type ContactRow = InferSelectModel<typeof waContacts>;

export const party = (contact: ContactRow): Party => ({
  contact_id: contact.id,
  phone: contact.phone,
  lid: contact.lid,
  bsuid: contact.bsuid,
  username: contact.username,
  name: contact.name ?? contact.pushName,
});

export const ownParty = (instance: Pick<InstanceRow, 'phone' | 'lid' | 'displayName'>): Party => ({
  contact_id: null,
  phone: instance.phone,
  lid: instance.lid,
  bsuid: null,
  username: null,
  name: instance.displayName,
});

export const UNKNOWN_PARTY: Party = {
  contact_id: null,
  phone: null,
  lid: null,
  bsuid: null,
  username: null,
  name: null,
};

export const presentContact = (row: ContactRow): Contact =>
  presentAs(Contact, row, {
    object: 'whatsapp.contact',
    contact_id: row.id,
    profile_picture_url: row.pictureUrl,
  });
