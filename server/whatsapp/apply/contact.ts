import { eq } from 'drizzle-orm';

import type { OptOut } from '../../../shared/whatsapp/contact';
import type { CallNews, ContactNews, PresenceNews } from '../drivers/news';
import { addressesOf, shown } from '../identity/addresses';
import { chatWith } from '../identity/chat';
import { contactOf, type ContactRow, tellContact } from '../identity/contact';
import { findGroup } from '../identity/group';
import { contactAt } from '../identity/recipient';
import { party, presentContact } from '../present/contacts';
import { deleteAddress } from '../queries/people';
import { waChats, waContacts } from '../schema/people';
import type { Work } from '../work';
import { windowAfter } from './chat';

/** What is known of somebody: addresses that belong together, and what they say of themselves. */
export async function applyContact(work: Work, news: ContactNews): Promise<void> {
  const former = news.oldPhone === undefined ? undefined : await contactAt(work, { phone: news.oldPhone });
  const known = await contactOf(work, news.person, former ? { same: former } : {});
  const isNew = known.version === 1 && known.createdAt.getTime() === work.now.getTime();
  if (isNew) work.raise('whatsapp.contact.updated', { ...presentContact(known), previous: {} });

  const { about, pictureUrl, isBlocked } = news;
  const contact = await tellContact(work, known, {
    ...(about === undefined ? {} : { about }),
    ...(pictureUrl === undefined ? {} : { pictureUrl }),
    ...(isBlocked === undefined ? {} : { isBlocked }),
  });
  const changed = news.optOut === undefined ? contact : await changeOptOut(work, contact, news.optOut);
  const left = await leaveNumber(work, changed, news.oldPhone);
  if (news.identityChanged !== true && left === undefined) return;
  const previous = left === undefined ? {} : { phone: left };
  work.raise('whatsapp.contact.identity_changed', { ...presentContact(changed), previous });
}

/** The number before leads to nobody: it may be given to somebody else. Undefined where it was left before. */
async function leaveNumber(work: Work, contact: ContactRow, oldPhone: string | undefined): Promise<string | undefined> {
  const [address] = addressesOf({ phone: oldPhone });
  if (!address || contact.phone === shown(address)) return undefined;
  const holder = await contactAt(work, { phone: address.value });
  if (holder?.id !== contact.id) return undefined;
  await deleteAddress(work.tx.store, work.instance, address);
  return shown(address);
}

/** What the provider says that somebody wants. What a user of ours set for `all` it does not weaken. */
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

/** Somebody came online, left, or types. */
export async function applyPresence(work: Work, { person, state, lastSeenAt }: PresenceNews): Promise<void> {
  const contact = await contactOf(work, person);
  const last_seen_at = lastSeenAt?.toISOString() ?? null;
  work.raise('whatsapp.presence.updated', { party: party(contact), state, last_seen_at });
}

/** Somebody calls; a call opens the window as a message does. */
export async function applyCall(work: Work, news: CallNews): Promise<void> {
  const { person, providerCallId, providerGroupId, isVideo, status, rejected, at } = news;
  const contact = await contactOf(work, person);
  const group = providerGroupId === undefined ? undefined : await findGroup(work, providerGroupId);
  if (providerGroupId === undefined) {
    const chat = await chatWith(work, contact);
    const windowExpiresAt = windowAfter(work, chat, at);
    if (windowExpiresAt?.getTime() !== chat.windowExpiresAt?.getTime()) {
      await work.tx.update(waChats, eq(waChats.id, chat.id), { windowExpiresAt, updatedAt: work.now });
    }
  }
  work.raise(
    'whatsapp.call.received',
    { party: party(contact), group_id: group?.id ?? null, is_video: isVideo, status, rejected },
    { dedupeKey: `wa-call:${work.instance.id}:${providerCallId}:${status}`.slice(0, 250) },
  );
}
