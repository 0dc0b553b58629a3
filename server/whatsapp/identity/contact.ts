import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { defined } from '../../defined';
import type { Person } from '../drivers/driver-events';
import { type ContactRow, presentContact } from '../present/contacts';
import { findAddresses, type OwnedAddress, upsertAddresses } from '../queries/people';
import { waChats, waContacts } from '../schema/people';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { addressesOf, canBe, type KindValue, shown } from './addresses';
import { textsOf, titleOf } from './contact-text';
import { mergeContacts } from './merge';

export type { ContactRow };

interface KnownIdentity {
  /** A contact proven to be this person, such as the recipient of a delivered message. */
  same?: ContactRow | undefined;
  /** Keeps the addresses of `same` and only adds new ones. */
  keepsAddresses?: boolean;
}

const MAX_NAME = 200;

/** Merges contacts proven to be one person. Locks the instance, which serialises changes of people. */
export const contactFor = async (work: Work, given: Person, known?: KnownIdentity): Promise<ContactRow> =>
  (await findOrCreateContact(work, given, known)).contact;

export async function findOrCreateContact(
  work: Work,
  given: Person,
  known: KnownIdentity = {},
): Promise<{ contact: ContactRow; isNew: boolean }> {
  await lockInstance(work);
  const person = { ...given, name: given.name?.slice(0, MAX_NAME).toWellFormed() };
  const addresses = addressesOf(person);
  if (addresses.length === 0 && !known.same) throw new Error('A person needs an address.');

  const owned = await findAddresses(work.tx.store, work.instance, addresses);
  const candidates = fitting(addresses, owned, known.same).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const foreign = owned.filter((one) => candidates.every(({ id }) => id !== one.contact.id));
  const free = addresses.filter((one) => !ownerOf(one, owned));
  const claimed = known.keepsAddresses ? free : addresses.filter((one) => free.includes(one) || ownerOf(one, foreign));
  const [oldest, ...others] = candidates;
  if (!oldest) return { contact: await createContact(work, person, addresses, foreign), isNew: true };

  let contact = oldest;
  for (const other of others) contact = await mergeContacts(work, contact, other);
  await claimAddresses(work, contact, claimed, foreign);
  const shownNow = known.keepsAddresses
    ? addresses.filter((one) => contact[one.kind] === null && !ownerOf(one, foreign))
    : toShow(contact, addresses, claimed);
  return { contact: await learn(work, contact, person, shownNow), isNew: false };
}

const ownerOf = ({ kind, value }: KindValue, owned: readonly OwnedAddress[]): ContactRow | undefined =>
  owned.find((one) => one.kind === kind && one.value === value)?.contact;

function fitting(
  addresses: readonly KindValue[],
  owned: readonly OwnedAddress[],
  same: ContactRow | undefined,
): ContactRow[] {
  const found = new Map<string, ContactRow>(same ? [[same.id, same]] : []);
  // By strength, so that each contact is compared by its strongest address.
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

const strongOf = ({ lid, bsuid }: ContactRow): KindValue[] =>
  addressesOf({ ...(lid === null ? {} : { lid }), ...(bsuid === null ? {} : { bsuid }) });

/** A single known address does not prove that it is the current one, several together do. */
const toShow = (contact: ContactRow, addresses: readonly KindValue[], claimed: readonly KindValue[]): KindValue[] =>
  addresses.filter((address) => contact[address.kind] === null || addresses.length > 1 || claimed.includes(address));

async function createContact(
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
    pushName: visibleName(person) ?? person.placeholderName ?? null,
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

/** Names may consist of spaces and invisible characters, which would leave a chat without a title. */
const visibleName = ({ name }: Person): string | undefined =>
  name !== undefined && /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name) ? name : undefined;

const columnsOf = (addresses: readonly KindValue[]): Partial<ContactRow> =>
  Object.fromEntries(addresses.map((address) => [address.kind, shown(address)]));

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
  for (const [former, lost] of losses) await publishContact(work, former, lost);
  await upsertAddresses(
    work.tx,
    claimed.map((address) => ({
      ...address,
      instanceId: work.instance.id,
      contactId: contact.id,
      createdAt: work.now,
    })),
  );
}

async function learn(
  work: Work,
  contact: ContactRow,
  person: Person,
  addresses: readonly KindValue[],
): Promise<ContactRow> {
  const pushName = visibleName(person) ?? contact.pushName ?? person.placeholderName;
  const columns: Partial<ContactRow> = {
    ...columnsOf(addresses),
    ...defined({ pushName, isBusiness: person.isBusiness }),
  };
  return publishContact(work, contact, columns);
}

/** Raises `whatsapp.contact.updated` with the previous values. */
export async function publishContact(
  work: Work,
  contact: ContactRow,
  columns: Partial<ContactRow>,
): Promise<ContactRow> {
  const entries = Object.entries(columns) as [keyof ContactRow, never][];
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

const MOVED: ReadonlySet<PropertyKey> = new Set(['updated_at', 'version']);

/** Previous values of changed fields, without `updated_at` and `version`. */
export function differenceOf<T extends object>(before: T, after: T): { changed: boolean; previous: Partial<T> } {
  const keys = (Object.keys(before) as (keyof T)[]).filter(
    (key) => !MOVED.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const previous = Object.fromEntries(keys.map((key) => [key, before[key]])) as Partial<T>;
  return { changed: keys.length > 0, previous };
}
