import { eq } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import { supports } from '../../../shared/whatsapp/capabilities';
import {
  type CheckContacts,
  type CheckedContacts,
  type Contact,
  type ContactAbout,
  type ContactId,
  type ContactPicture,
  type ResolveContact,
} from '../../../shared/whatsapp/contact';
import { phoneDigits } from '../../../shared/whatsapp/party';
import { ApiError } from '../../errors';
import { isOutage } from '../../outage';
import type { WhatsAppContext } from '../context';
import type { Address, Person } from '../drivers/driver-events';
import { addressFor } from '../identity/addresses';
import { contactAt } from '../identity/recipient';
import { requireInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { presentContact } from '../present/contacts';
import { asking } from '../provider';
import { waContacts } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';
import { requireContact } from './service';

export async function checkContacts(ctx: WhatsAppContext, input: CheckContacts): Promise<CheckedContacts> {
  const row = await requireInstance(ctx, input.instance_id);
  const found = await ask(ctx, row, input.phones);
  const contacts = await learn(
    ctx,
    row,
    found.map(({ exists, person }) => (exists ? person : undefined)),
  );
  const data = input.phones.map((phone, index) => ({
    input: phone,
    exists: found[index]?.exists ?? false,
    contact: contacts[index] ?? null,
  }));
  return { data };
}

const ask = (ctx: WhatsAppContext, row: InstanceRow, phones: readonly string[]) =>
  asking(ctx, row, 'contact.check', ({ driver, instance }) => {
    const digits = phones.map((phone) => phoneDigits(phone) ?? '');
    return driver.contacts?.check?.(instance, digits);
  });

/** In the order of the people, stored as from a provider event. */
async function learn(
  ctx: WhatsAppContext,
  row: InstanceRow,
  people: readonly (Person | undefined)[],
): Promise<(Contact | undefined)[]> {
  return onInstance(
    ctx,
    row.id,
    async (work) => {
      const columns = people.filter((person) => person !== undefined);
      for (const person of columns) await ctx.whatsapp.apply(work, { kind: 'contact', person });
      const contacts: (Contact | undefined)[] = [];
      for (const person of people) contacts.push(person && (await presented(work, person)));
      return contacts;
    },
    { lock: true },
  );
}

async function presented(work: Work, address: Address): Promise<Contact | undefined> {
  const contact = await contactAt(work, address);
  return contact && presentContact(contact);
}

/** Queries the network about an unknown number. Throws 404. */
export async function resolveContact(ctx: WhatsAppContext, input: ResolveContact): Promise<Contact> {
  const { instance_id, lid, bsuid, phone, username } = input;
  const row = await requireInstance(ctx, instance_id);
  const address: Address = {
    lid,
    bsuid,
    username,
    ...(phone === undefined ? {} : { phone: phoneDigits(phone) ?? '' }),
  };
  const known = await onInstance(ctx, row.id, (work) => presented(work, address));
  if (known) return known;
  if (phone !== undefined && supports(row.driver, 'contact.check') && row.status === 'connected') {
    const [found] = await ask(ctx, row, [phone]);
    const [contact] = found?.exists === true ? await learn(ctx, row, [found.person]) : [];
    if (contact) return contact;
  }
  throw new ApiError('not_found', 'The instance has no contact with this address.');
}

export async function contactPicture(ctx: WhatsAppContext, input: ContactId): Promise<ContactPicture> {
  const { instance, row } = await requireContact(ctx, input);
  if (isFresh(ctx, row.pictureAt)) return { url: row.pictureUrl };
  const url = await asking(ctx, instance, 'contact.picture', (asked) =>
    asked.driver.contacts?.picture?.(asked.instance, addressFor(row)),
  );
  await note(ctx, row, { pictureUrl: url }, { pictureAt: ctx.now() });
  return { url };
}

export async function contactAbout(ctx: WhatsAppContext, input: ContactId): Promise<ContactAbout> {
  const { instance, row } = await requireContact(ctx, input);
  if (isFresh(ctx, row.aboutAt)) return { about: row.about };
  const about = await asking(ctx, instance, 'contact.about', (asked) =>
    asked.driver.contacts?.about?.(asked.instance, addressFor(row)),
  );
  await note(ctx, row, { about }, { aboutAt: ctx.now() });
  return { about };
}

const isFresh = ({ now }: WhatsAppContext, at: Date | null): boolean =>
  at !== null && now().getTime() - at.getTime() < DAY_MS;

/** Without the stored answer, each call would query the network. */
async function note(
  ctx: WhatsAppContext,
  row: typeof waContacts.$inferSelect,
  columns: { pictureUrl?: string | null; about?: string | null },
  at: { pictureAt?: Date; aboutAt?: Date },
): Promise<void> {
  await onInstance(
    ctx,
    row.instanceId,
    async (work) => {
      await ctx.whatsapp.apply(work, { kind: 'contact', person: addressFor(row), ...columns });
      await work.tx.update(waContacts, eq(waContacts.id, row.id), at);
    },
    { lock: true },
  ).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
}
