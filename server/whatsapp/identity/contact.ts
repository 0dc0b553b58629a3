import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Person } from '../drivers/news';
import { type ContactRow, presentContact } from '../present/contacts';
import { findAddresses, type OwnedAddress, putAddresses } from '../queries/people';
import { waChats, waContacts } from '../schema/people';
import { holdInstance, type Work } from '../work';
import { addressesOf, canBe, type KindValue, shown } from './addresses';
import { textsOf, titleOf } from './contact-text';
import { mergeContacts } from './merge';

export type { ContactRow };

interface Known {
  /** Somebody of whom it is proved that they are this person: the recipient of a message that the person got. */
  same?: ContactRow | undefined;
  /** The addresses of `same` stay as they are; those that are new are added. */
  keepsAddresses?: boolean;
}

const MAX_NAME = 200;

/**
 * The contact that a person is: found by any of the addresses, or made. Contacts that prove to be one are merged into
 * the oldest. What the person says of themselves is taken over. Holds the instance: people change one at a time.
 */
export async function contactOf(work: Work, given: Person, known: Known = {}): Promise<ContactRow> {
  await holdInstance(work);
  const person = { ...given, name: given.name?.slice(0, MAX_NAME).toWellFormed() };
  const addresses = addressesOf(person);
  if (addresses.length === 0 && !known.same) throw new Error('A person needs an address.');

  const owned = await findAddresses(work.tx.store, work.instance, addresses);
  const candidates = fitting(addresses, owned, known.same).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  // What somebody has who is not that person.
  const foreign = owned.filter((one) => candidates.every(({ id }) => id !== one.contact.id));
  const free = addresses.filter((one) => !ownerOf(one, owned));
  const claimed = known.keepsAddresses ? free : addresses.filter((one) => free.includes(one) || ownerOf(one, foreign));
  const [oldest, ...others] = candidates;
  if (!oldest) return makeContact(work, person, addresses, foreign);

  let contact = oldest;
  for (const other of others) contact = await mergeContacts(work, contact, other);
  await claimAddresses(work, contact, claimed, foreign);
  const shownNow = known.keepsAddresses
    ? addresses.filter((one) => contact[one.kind] === null && !ownerOf(one, foreign))
    : toShow(contact, addresses, claimed);
  return learn(work, contact, person, shownNow);
}

const ownerOf = ({ kind, value }: KindValue, owned: readonly OwnedAddress[]): ContactRow | undefined =>
  owned.find((one) => one.kind === kind && one.value === value)?.contact;

/** Those who have one of the addresses and can be that person. */
function fitting(
  addresses: readonly KindValue[],
  owned: readonly OwnedAddress[],
  same: ContactRow | undefined,
): ContactRow[] {
  const found = new Map<string, ContactRow>(same ? [[same.id, same]] : []);
  // In the order of strength, so that a contact is judged by the strongest address that it was found by.
  for (const address of addresses) {
    const contact = ownerOf(address, owned);
    if (!contact || found.has(contact.id)) continue;
    const { kind } = address;
    if (canBe(contact, addresses, kind) && (!same || canBe(contact, strongOf(same), kind))) {
      found.set(contact.id, contact);
    }
  }
  return [...found.values()];
}

/** What two people cannot share. */
const strongOf = ({ lid, bsuid }: ContactRow): KindValue[] =>
  addressesOf({ ...(lid === null ? {} : { lid }), ...(bsuid === null ? {} : { bsuid }) });

/**
 * Which addresses the contact shows from now on. Somebody may have two of a kind, such as a number in its older and
 * its newer form: one that was known says by itself nothing of which is the present one, several together do.
 */
const toShow = (contact: ContactRow, addresses: readonly KindValue[], claimed: readonly KindValue[]): KindValue[] =>
  addresses.filter((address) => contact[address.kind] === null || addresses.length > 1 || claimed.includes(address));

async function makeContact(
  work: Work,
  person: Person,
  addresses: readonly KindValue[],
  foreign: readonly OwnedAddress[],
): Promise<ContactRow> {
  const columns = columnsOf(addresses);
  const values = {
    phone: null,
    lid: null,
    bsuid: null,
    username: null,
    ...columns,
    name: null,
    pushName: person.name ?? person.placeholderName ?? null,
  };
  const contact = await work.tx.insert(waContacts, {
    id: newId(ID_PREFIXES.contact),
    instanceId: work.instance.id,
    ...values,
    isBusiness: person.isBusiness ?? false,
    metadata: {},
    ...textsOf(values),
    createdAt: work.now,
    updatedAt: work.now,
  });
  await claimAddresses(work, contact, addresses, foreign);
  return contact;
}

const columnsOf = (addresses: readonly KindValue[]): Partial<ContactRow> =>
  Object.fromEntries(addresses.map((address) => [address.kind, shown(address)]));

/** The addresses become the contact’s; whoever had one before has it no longer. */
async function claimAddresses(
  work: Work,
  contact: ContactRow,
  claimed: readonly KindValue[],
  foreign: readonly OwnedAddress[],
): Promise<void> {
  const losses = new Map<ContactRow, Partial<ContactRow>>();
  for (const address of claimed) {
    const former = foreign.find((one) => one.kind === address.kind && one.value === address.value)?.contact;
    if (former?.[address.kind] === shown(address)) losses.set(former, { ...losses.get(former), [address.kind]: null });
  }
  for (const [former, lost] of losses) await tellContact(work, former, lost);
  await putAddresses(
    work.tx.store,
    claimed.map((address) => ({
      ...address,
      workspaceId: work.tx.workspaceId,
      instanceId: work.instance.id,
      contactId: contact.id,
      createdAt: work.now,
    })),
  );
}

/** Takes over what is new of somebody, and tells of it. */
async function learn(
  work: Work,
  contact: ContactRow,
  person: Person,
  addresses: readonly KindValue[],
): Promise<ContactRow> {
  const pushName = person.name || (contact.pushName ?? person.placeholderName);
  const told: Partial<ContactRow> = {
    ...columnsOf(addresses),
    ...(pushName === undefined ? {} : { pushName }),
    ...(person.isBusiness === undefined ? {} : { isBusiness: person.isBusiness }),
  };
  return tellContact(work, contact, told);
}

/** Writes those of the columns that differ, and raises `whatsapp.contact.updated` with what they were. */
export async function tellContact(work: Work, contact: ContactRow, told: Partial<ContactRow>): Promise<ContactRow> {
  const entries = Object.entries(told) as [keyof ContactRow, never][];
  const changes = Object.fromEntries(entries.filter(([key, value]) => contact[key] !== value)) as Partial<ContactRow>;
  if (Object.keys(changes).length === 0) return contact;
  return changeContact(work, contact, { ...changes, ...textsOf({ ...contact, ...changes }) });
}

async function changeContact(work: Work, contact: ContactRow, changes: Partial<ContactRow>): Promise<ContactRow> {
  const [row] = await work.tx.update(waContacts, eq(waContacts.id, contact.id), {
    ...changes,
    updatedAt: work.now,
    version: contact.version + 1,
  });
  if (!row) throw new Error(`Contact ${contact.id} is gone.`);
  const title = titleOf(row);
  if (title !== titleOf(contact)) {
    const isDirect = and(eq(waChats.contactId, row.id), eq(waChats.type, 'direct'));
    await work.tx.update(waChats, isDirect, { title, updatedAt: work.now });
  }
  const { changed, previous } = differenceOf(presentContact(contact), presentContact(row));
  if (changed) work.raise('whatsapp.contact.updated', { ...presentContact(row), previous });
  return row;
}

/** What changes whenever something does. */
const MOVED: ReadonlySet<PropertyKey> = new Set(['updated_at', 'version']);

/** What the fields that differ were before; `updated_at` and `version` are not told of. */
export function differenceOf<T extends object>(before: T, after: T): { changed: boolean; previous: Partial<T> } {
  const keys = (Object.keys(before) as (keyof T)[]).filter(
    (key) => !MOVED.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const previous = Object.fromEntries(keys.map((key) => [key, before[key]])) as Partial<T>;
  return { changed: keys.length > 0, previous };
}
