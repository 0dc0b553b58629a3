import { and, eq, inArray } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../database';
import { waChats, waGroups } from '../schema';

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
}

interface PeopleAsked {
  /** People come in the order of their ids, after this one. */
  after: string;
  limit: number;
  /** Leaves out who cannot hold this; ASCII in lower case. Others may come all the same. */
  part?: string | undefined;
  /** Only those with a chat, or only those without. */
  hasChat?: boolean | undefined;
}

const PEOPLE = `select id, coalesce(name, push_name), phone, coalesce(username, lid, bsuid) from wa_contacts
  where workspace_id = $1 and instance_id = $2 and id > $3 and merged_into_id is null`;
const HAS_CHAT = `exists (select 1 from wa_chats where workspace_id = $1 and contact_id = wa_contacts.id)`;
/** Letters beyond ASCII stand in `search` with their accents: whoever has some is looked at by the caller. */
const MAY_HOLD = {
  sqlite: `(instr(search, $5) > 0 or search = '' or octet_length(search) <> length(search))`,
  postgres: `(strpos(search, $5) > 0 or search = '' or octet_length(search) <> length(search))`,
};

/** Some of the people that an instance knows. */
export async function peopleOfInstance(
  store: Store,
  { workspaceId, instanceId }: { workspaceId: string; instanceId: string },
  { after, limit, part, hasChat }: PeopleAsked,
): Promise<KnownPerson[]> {
  const chat = hasChat === undefined ? [] : [hasChat ? HAS_CHAT : `not ${HAS_CHAT}`];
  const textOn = (engine: 'sqlite' | 'postgres'): string =>
    `${[PEOPLE, ...chat, ...(part === undefined ? [] : [MAY_HOLD[engine]])].join(' and ')} order by id limit $4`;
  const text = { sqlite: textOn('sqlite'), postgres: textOn('postgres') };
  const values = [workspaceId, instanceId, after, limit, ...(part === undefined ? [] : [part])];
  const rows = (await runStatement(store, text, values)) as [string, string | null, string | null, string | null][];
  return rows.map(([id, name, phone, address]) => ({ id, name, phone, address }));
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
