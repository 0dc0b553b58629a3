import { and, eq, inArray } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { byBytes, textContains } from '../../db/dialect';
import type { ScopedDb } from '../../db/scoped';
import { waChats, waGroups } from '../schema/people';

/* As the partial index `wa_messages_line_idx` spells it. Messages of publications have priority 1. */
const COUNT_PUBLISHED = `select count(*) from (select 1 from wa_messages where workspace_id = $1 and instance_id = $2
  and priority = 1 and status in ('queued', 'sending') and accepted_at is null limit $3) unsent`;

export async function countPublished(
  { store, workspaceId }: ScopedDb,
  instanceId: string,
  max: number,
): Promise<number> {
  const [row] = await runStatement(store, COUNT_PUBLISHED, [workspaceId, instanceId, max]);
  return Number(row?.[0] ?? 0);
}

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

export interface KnownPerson {
  id: string;
  name: string | null;
  phone: string | null;
  /** Set when there is neither name nor number. */
  address: string | null;
  sortKey: string;
}

export type PeopleOrder = 'sort_key' | 'masked_sort_key';

interface PeopleQuery {
  order: PeopleOrder;
  after: { sortKey: string; id: string };
  limit: number;
  /** A lower-case ASCII filter; it may match too much, which the caller filters. */
  part?: string | undefined;
  hasChat?: boolean | undefined;
}

const PEOPLE = `select id, coalesce(name, push_name), phone, coalesce(username, lid, bsuid)`;
const OF_INSTANCE = `from wa_contacts where workspace_id = $1 and instance_id = $2 and merged_into_id is null`;
const HAS_CHAT = `exists (select 1 from wa_chats where workspace_id = $1 and contact_id = wa_contacts.id)`;
/** `search` keeps accents, so the caller filters texts with letters beyond ASCII. */
const MAY_HOLD = `(${textContains('search', '$6')} or search = '' or octet_length(search) <> length(search))`;

export async function peopleOfInstance(
  store: Store,
  { workspaceId, instanceId }: { workspaceId: string; instanceId: string },
  { order, after, limit, part, hasChat }: PeopleQuery,
): Promise<KnownPerson[]> {
  const chat = hasChat === undefined ? [] : [hasChat ? HAS_CHAT : `not ${HAS_CHAT}`];
  const ordered = byBytes(order);
  const conditions = [`(${ordered}, id) > ($3, $4)`, ...chat, ...(part === undefined ? [] : [MAY_HOLD])];
  const text = `${PEOPLE}, ${order} ${OF_INSTANCE} and ${conditions.join(' and ')} order by ${ordered}, id limit $5`;
  const values = [workspaceId, instanceId, after.sortKey, after.id, limit, ...(part === undefined ? [] : [part])];
  const rows = (await runStatement(store, text, values)) as [
    string,
    string | null,
    string | null,
    string | null,
    string,
  ][];
  return rows.map(([id, name, phone, address, sortKey]) => ({ id, name, phone, address, sortKey }));
}

export async function withChat(store: Store, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries(store)
    .select({ contactId: waChats.contactId })
    .from(waChats)
    .where(and(eq(waChats.workspaceId, workspaceId), inArray(waChats.contactId, [...ids])));
  return new Set(rows.flatMap(({ contactId }) => contactId ?? []));
}
