import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';

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

/** People that instances of a workspace know, and whether there is a chat with them. */
export async function contactsOfInstances(store: Store, workspaceId: string, instanceIds: readonly string[]) {
  if (instanceIds.length === 0) return [];
  const db = queries(store);
  const chat = db
    .select({ one: sql`1` })
    .from(waChats)
    .where(and(eq(waChats.workspaceId, workspaceId), eq(waChats.contactId, waContacts.id)));
  const rows = await db
    .select({
      id: waContacts.id,
      instanceId: waContacts.instanceId,
      name: waContacts.name,
      pushName: waContacts.pushName,
      phone: waContacts.phone,
      username: waContacts.username,
      lid: waContacts.lid,
      bsuid: waContacts.bsuid,
      hasChat: sql<number | boolean>`${exists(chat)}`,
    })
    .from(waContacts)
    .where(
      and(
        eq(waContacts.workspaceId, workspaceId),
        inArray(waContacts.instanceId, [...instanceIds]),
        isNull(waContacts.mergedIntoId),
      ),
    );
  return rows.map((row) => ({ ...row, hasChat: Boolean(row.hasChat) }));
}
