import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { Contact, ContactId, ListContacts, UpdateContact } from '../../../shared/whatsapp/contact';
import { given, containsExactly } from '../../db/match';
import { openPage, pageOfRows } from '../../paging';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { requireTag, tagged } from '../etag';
import { addressFor } from '../identity/addresses';
import { type ContactRow, publishContact } from '../identity/contact';
import { requireInstance, requireOfInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { presentContact } from '../present/contacts';
import { applied, asking } from '../provider';
import { readContacts } from '../queries/people';
import { contactsFound } from '../queries/search';
import { waContacts } from '../schema/people';
import { lockInstance } from '../work';
import type { InstanceRow, Work } from '../work-types';

export async function listContacts(ctx: WhatsAppContext, input: ListContacts): Promise<Page<Contact>> {
  const { instance_id, limit, cursor, ...filters } = input;
  requireCapability(await requireInstance(ctx, instance_id), 'contact.list');
  const where = and(
    eq(waContacts.instanceId, instance_id),
    isNull(waContacts.mergedIntoId),
    given(filters.q, (part) => containsExactly(waContacts.search, part.toLowerCase())),
    given(filters.blocked, (blocked) => eq(waContacts.isBlocked, blocked)),
    given(filters.opt_out, (optOut) => eq(waContacts.optOut, optOut)),
  );
  const asked = { limit, cursor, where, filters: { ...filters, instance_id } };
  const isPlain = Object.values(filters).every((filter) => filter === undefined);
  return isPlain ? pageOfRows(ctx.db, waContacts, asked, presentAll) : searched(ctx, asked);
}

interface ContactSearch {
  limit: number;
  cursor: string | undefined;
  where: SQL | undefined;
  filters: Record<string, unknown>;
}

/** Filters may match few of many contacts, so the search runs in a Worker. */
async function searched(
  ctx: WhatsAppContext,
  { limit, cursor, where, filters }: ContactSearch,
): Promise<Page<Contact>> {
  const page = openPage(ctx.workspaceId, 'desc', { ...filters, limit, cursor });
  const statement = contactsFound(ctx.store, ctx.workspaceId, { where, after: page.after, limit: page.maxRows });
  const found = await ctx.analyst.ask('found_ids', { workspaceId: ctx.workspaceId, statement });
  const ids = found.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await ctx.db.select(waContacts, { where: inArray(waContacts.id, ids), orderBy: [desc(waContacts.id)] });
  return page.answer(rows, 'id', presentAll);
}

const presentAll = (rows: readonly ContactRow[]): Contact[] => rows.map(presentContact);

/** The current contact of an id; merged contacts resolve to the survivor. Throws 404. */
export async function requireContact(
  ctx: WhatsAppContext,
  { instance_id, contact_id }: ContactId,
): Promise<{ instance: InstanceRow; row: ContactRow }> {
  const instance = await requireInstance(ctx, instance_id);
  const found = await readContacts(ctx.store, ctx.workspaceId, [contact_id]);
  return { instance, row: requireOfInstance(found.get(contact_id), instance.id) };
}

const answerContact = (ctx: WhatsAppContext, row: ContactRow): Contact => tagged(ctx, row.version, presentContact(row));

export async function getContact(ctx: WhatsAppContext, input: ContactId): Promise<Contact> {
  return answerContact(ctx, (await requireContact(ctx, input)).row);
}

/** A user may weaken an opt-out too. */
export async function updateContact(ctx: WhatsAppContext, input: UpdateContact): Promise<Contact> {
  const { opt_out: optOut, name, metadata } = input;
  const row = await onInstance(
    ctx,
    input.instance_id,
    async (work) => {
      const { row: before } = await requireContact({ ...ctx, db: work.tx, store: work.tx.store }, input);
      requireTag(ctx, before.version);
      const isOther = metadata !== undefined && !Bun.deepEquals(metadata, before.metadata);
      const named = await publishContact(work, before, {
        ...(name === undefined ? {} : { name }),
        ...(isOther ? { metadata } : {}),
      });
      return optOut === undefined || optOut === named.optOut ? named : setOptOut(work, named, optOut);
    },
    { lock: true },
  );
  return answerContact(ctx, row);
}

async function setOptOut(work: Work, before: ContactRow, optOut: ContactRow['optOut']): Promise<ContactRow> {
  await lockInstance(work);
  const [row = before] = await work.tx.update(waContacts, eq(waContacts.id, before.id), {
    optOut,
    updatedAt: work.now,
    version: before.version + 1,
  });
  const previous = { opt_out: before.optOut };
  work.raise('whatsapp.contact.opt_out_changed', { ...presentContact(row), previous });
  return row;
}

export async function setBlocked(ctx: WhatsAppContext, input: ContactId, isBlocked: boolean): Promise<Contact> {
  const { instance, row } = await requireContact(ctx, input);
  const who = addressFor(row);
  await asking(ctx, instance, 'contact.block', (asked) =>
    asked.driver.contacts?.block?.(asked.instance, who, isBlocked),
  );
  await applied(ctx, instance.id, [{ kind: 'contact', person: who, isBlocked }]);
  return presentContact((await requireContact(ctx, input)).row);
}
