import type { InferSelectModel } from 'drizzle-orm';

import type { Contact } from '../../../shared/whatsapp/contact';
import type { Party } from '../../../shared/whatsapp/party';
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

/** A person without any known address. */
export const UNKNOWN_PARTY: Party = {
  contact_id: null,
  phone: null,
  lid: null,
  bsuid: null,
  username: null,
  name: null,
};

export const presentContact = (row: ContactRow): Contact => ({
  ...party(row),
  id: row.id,
  object: 'whatsapp.contact',
  instance_id: row.instanceId,
  name: row.name,
  push_name: row.pushName,
  is_business: row.isBusiness,
  is_blocked: row.isBlocked,
  profile_picture_url: row.pictureUrl,
  about: row.about,
  opt_out: row.optOut,
  metadata: row.metadata,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
});
