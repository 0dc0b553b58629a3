import { type ApiError, fieldError, relatedNotFound } from '../../errors';
import type { Address } from '../drivers/driver-events';
import { findAddresses, readContacts } from '../queries/people';
import { waChats, waGroups } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { addressesOf } from './addresses';
import { chatOfGroup, type ChatRow, chatWith, type GroupRow } from './chat';
import { contactFor, type ContactRow } from './contact';
import { findGroup } from './group';
import { parseRecipient } from './parse';

export interface Resolved {
  chat: ChatRow;
  contact: ContactRow | null;
  group: GroupRow | null;
}

const unknown = (pointer: string): ApiError => relatedNotFound(pointer);

const invalid = (pointer: string): ApiError =>
  fieldError(
    'validation_failed',
    pointer,
    'invalid_recipient',
    'Must be a phone number of 7 to 15 digits, a contact, group or chat id, a JID or a BSUID.',
  );

/** Throws 422 `related_not_found` for an unknown id, 400 for an invalid recipient. Locks the instance. */
export async function resolveRecipient(work: Work, text: string, pointer: string): Promise<Resolved> {
  const recipient = parseRecipient(text);
  if (!recipient) throw invalid(pointer);
  await lockInstance(work);

  switch (recipient.kind) {
    case 'address':
      return direct(work, await contactFor(work, recipient.address));
    case 'contact': {
      const contact = await findContact(work, recipient.id);
      if (!contact) throw unknown(pointer);
      return direct(work, contact);
    }
    case 'provider_group': {
      const group = await findGroup(work, recipient.providerGroupId);
      if (!group) throw unknown(pointer);
      return { chat: await chatOfGroup(work, group), contact: null, group };
    }
    case 'group': {
      const group = await work.tx.get(waGroups, recipient.id);
      if (group?.instanceId !== work.instance.id) throw unknown(pointer);
      return { chat: await chatOfGroup(work, group), contact: null, group };
    }
    default:
      return byChat(work, recipient.id, pointer);
  }
}

const direct = async (work: Work, contact: ContactRow): Promise<Resolved> => ({
  chat: await chatWith(work, contact),
  contact,
  group: null,
});

async function byChat(work: Work, id: string, pointer: string): Promise<Resolved> {
  const chat = await work.tx.get(waChats, id);
  if (chat?.instanceId !== work.instance.id) throw unknown(pointer);
  const contact = chat.contactId === null ? undefined : await findContact(work, chat.contactId);
  const group = chat.groupId === null ? undefined : await work.tx.get(waGroups, chat.groupId);
  return { chat, contact: contact ?? null, group: group ?? null };
}

export async function findContact(work: Work, id: string): Promise<ContactRow | undefined> {
  const contact = (await readContacts(work.tx.store, work.tx.workspaceId, [id])).get(id);
  return contact?.instanceId === work.instance.id ? contact : undefined;
}

export async function contactAt(work: Work, address: Address): Promise<ContactRow | undefined> {
  const wanted = addressesOf(address);
  const owned = await findAddresses(work.tx.store, work.instance, wanted);
  return wanted
    .map(({ kind, value }) => owned.find((one) => one.kind === kind && one.value === value)?.contact)
    .find((contact) => contact !== undefined);
}
