import { and, eq, inArray } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../database';
import { waChats, waContacts, waGroups } from '../schema';

/*
 * As the partial index `wa_messages_line_idx` spells it, which holds what an instance has not sent. Messages of
 * publications are those of priority 1.
 */
const COUNT_PUBLISHED = `select count(*) from (select 1 from wa_messages where instance_id = $1 and priority = 1
  and status in ('queued', 'sending') and accepted_at is null limit $2) unsent`;

/** Messages of publications that an instance has not sent, up to `most`. */
export async function countPublished(store: Store, instanceId: string, most: number): Promise<number> {
  const [row] = await runStatement(store, COUNT_PUBLISHED, [instanceId, most]);
  return Number(row?.[0] ?? 0);
}

/** Groups that instances of a workspace can write to. */
export async function groupsOfInstances(store: Store, workspaceId: string, instanceIds: readonly string[]) {
  if (instanceIds.length === 0) return [];
  return queries(store)
    .select({ id: waGroups.id, instanceId: waGroups.instanceId, subject: waGroups.subject })
    .from(waGroups)
    .where(
      and(
        eq(waGroups.workspaceId, workspaceId),
        inArray(waGroups.instanceId, [...instanceIds]),
        eq(waGroups.status, 'active'),
      ),
    );
}

/** What tells people apart in a list of them. */
export interface KnownPerson {
  id: string;
  name: string | null;
  phone: string | null;
  /** Their address where there is neither name nor number. */
  address: string | null;
  /** What of it is stored of the place that it has in the list. */
  place: string;
}

/** Lists differ in how those without a name are called. */
export type PeopleOrder = 'place' | 'masked_place';

interface PeopleAsked {
  order: PeopleOrder;
  /** People come by their places, then by their ids, after this one. */
  after: { place: string; id: string };
  limit: number;
  /** Leaves out who cannot hold this; ASCII in lower case. Others may come all the same. */
  part?: string | undefined;
  /** Only those with a chat, or only those without. */
  hasChat?: boolean | undefined;
}

const PEOPLE = `select id, coalesce(name, push_name), phone, coalesce(username, lid, bsuid)`;
const OF_INSTANCE = `from wa_contacts where workspace_id = $1 and instance_id = $2 and merged_into_id is null`;
/** As the indexes of the table have it. */
const byBytes = (column: string, on: 'sqlite' | 'postgres'): string =>
  on === 'postgres' ? `${column} collate "C"` : column;
const HAS_CHAT = `exists (select 1 from wa_chats where workspace_id = $1 and contact_id = wa_contacts.id)`;
/** Letters beyond ASCII stand in `search` with their accents: whoever has some is looked at by the caller. */
const MAY_HOLD = {
  sqlite: `(instr(search, $6) > 0 or search = '' or octet_length(search) <> length(search))`,
  postgres: `(strpos(search, $6) > 0 or search = '' or octet_length(search) <> length(search))`,
};

/** Some of the people that an instance knows. */
export async function peopleOfInstance(
  store: Store,
  { workspaceId, instanceId }: { workspaceId: string; instanceId: string },
  { order, after, limit, part, hasChat }: PeopleAsked,
): Promise<KnownPerson[]> {
  const chat = hasChat === undefined ? [] : [hasChat ? HAS_CHAT : `not ${HAS_CHAT}`];
  const textOn = (on: 'sqlite' | 'postgres'): string => {
    const place = byBytes(order, on);
    const conditions = [`(${place}, id) > ($3, $4)`, ...chat, ...(part === undefined ? [] : [MAY_HOLD[on]])];
    return `${PEOPLE}, ${order} ${OF_INSTANCE} and ${conditions.join(' and ')} order by ${place}, id limit $5`;
  };
  const text = { sqlite: textOn('sqlite'), postgres: textOn('postgres') };
  const values = [workspaceId, instanceId, after.place, after.id, limit, ...(part === undefined ? [] : [part])];
  const rows = (await runStatement(store, text, values)) as [
    string,
    string | null,
    string | null,
    string | null,
    string,
  ][];
  return rows.map(([id, name, phone, address, place]) => ({ id, name, phone, address, place }));
}

const UNPLACED = (on: 'sqlite' | 'postgres') => `select c.id from wa_instances i join wa_contacts c
  on c.instance_id = i.id and ${byBytes('c.place', on)} = '' and c.merged_into_id is null limit $1`;

/** Contacts of any workspace that were written before places were stored, or by a process that knows of none. */
export async function unplacedContacts(store: Store, limit: number) {
  const found = await runStatement(store, { sqlite: UNPLACED('sqlite'), postgres: UNPLACED('postgres') }, [limit]);
  const ids = found.map(([id]) => id as string);
  return ids.length === 0 ? [] : queries(store).select().from(waContacts).where(inArray(waContacts.id, ids));
}

type Places = Pick<typeof waContacts.$inferSelect, 'place' | 'maskedPlace'>;

/** Stores the places of a contact, unless another process has. */
export async function placeContact(store: Store, id: string, places: Places): Promise<void> {
  await queries(store)
    .update(waContacts)
    .set(places)
    .where(and(eq(waContacts.id, id), eq(waContacts.place, '')));
}

/** Those among contacts of a workspace with whom there is a chat. */
export async function withChat(store: Store, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries(store)
    .select({ contactId: waChats.contactId })
    .from(waChats)
    .where(and(eq(waChats.workspaceId, workspaceId), inArray(waChats.contactId, [...ids])));
  return new Set(rows.flatMap(({ contactId }) => contactId ?? []));
}
