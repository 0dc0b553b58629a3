import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, runStatement, type Store } from '../../db/database';
import { engine } from '../../db/engine';
import { insertNew } from '../../db/insert-new';
import { rowsById } from '../../db/rows-by-id';
import { rowOf, shapeOf } from '../../db/table-shape';
import {
  waChats,
  waContactAddresses,
  waContacts,
  waGroupJoinRequests,
  waGroupParticipants,
  waGroups,
} from '../schema/people';

export type AddressRow = typeof waContactAddresses.$inferSelect;
export type ParticipantRow = typeof waGroupParticipants.$inferSelect;
export type JoinRequestRow = typeof waGroupJoinRequests.$inferSelect;

export interface Owner {
  id: string;
  workspaceId: string;
}

export interface OwnedAddress {
  kind: AddressRow['kind'];
  value: string;
  contact: typeof waContacts.$inferSelect;
}

/** Which of the addresses belong to a contact, and to whom. */
export async function findAddresses(
  store: Store,
  { id: instanceId, workspaceId }: Owner,
  addresses: readonly Pick<AddressRow, 'kind' | 'value'>[],
): Promise<OwnedAddress[]> {
  if (addresses.length === 0) return [];
  const rows = await runStatement(store, addressesText(addresses.length), [
    workspaceId,
    instanceId,
    ...addresses.flatMap(({ kind, value }) => [kind, value]),
  ]);
  return rows.map(([kind, value, ...contact]) => ({
    kind: kind as AddressRow['kind'],
    value: String(value),
    contact: rowOf(CONTACTS, contact) as OwnedAddress['contact'],
  }));
}

const CONTACTS = shapeOf(waContacts);
const CONTACT_COLUMNS = CONTACTS.columns.map(([, { name }]) => `c."${name}"`).join(', ');

const addressesText = (count: number): string => {
  const each = Array.from(
    { length: count },
    (_, index) => `(a.kind = $${2 * index + 3} and a.value = $${2 * index + 4})`,
  );
  return `select a.kind, a.value, ${CONTACT_COLUMNS} from wa_contact_addresses a
    join wa_contacts c on c.id = a.contact_id and c.workspace_id = a.workspace_id
    where a.workspace_id = $1 and a.instance_id = $2 and (${each.join(' or ')})`;
};

/** Assigns the addresses, whoever had them before. */
export async function putAddresses(tx: Store, rows: readonly AddressRow[]): Promise<void> {
  if (rows.length === 0) return;
  await queries(tx)
    .insert(waContactAddresses)
    .values([...rows])
    .onConflictDoUpdate({
      target: [waContactAddresses.instanceId, waContactAddresses.kind, waContactAddresses.value],
      set: { contactId: sql`excluded.contact_id` },
    });
}

export async function deleteAddress(
  tx: Store,
  { id: instanceId, workspaceId }: Owner,
  { kind, value }: Pick<AddressRow, 'kind' | 'value'>,
): Promise<void> {
  await queries(tx)
    .delete(waContactAddresses)
    .where(
      and(
        eq(waContactAddresses.workspaceId, workspaceId),
        eq(waContactAddresses.instanceId, instanceId),
        eq(waContactAddresses.kind, kind),
        eq(waContactAddresses.value, value),
      ),
    );
}

/** Contacts by id, following merges; keyed by the requested id. */
export async function readContacts(
  store: Store,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, typeof waContacts.$inferSelect>> {
  const found = new Map<string, typeof waContacts.$inferSelect>();
  let wanted = [...new Set(ids)];
  const read = async (some: readonly string[]) => {
    if (some.length === 0) return [];
    if (engine === 'sqlite') return rowsById(store, waContacts, workspaceId, some);
    return queries(store)
      .select()
      .from(waContacts)
      .where(and(eq(waContacts.workspaceId, workspaceId), inArray(waContacts.id, [...some])));
  };
  const rows = await read(wanted);
  for (const row of rows) found.set(row.id, row);

  wanted = rows.flatMap(({ mergedIntoId }) => (mergedIntoId && !found.has(mergedIntoId) ? [mergedIntoId] : []));
  const survivors = new Map((await read([...new Set(wanted)])).map((row) => [row.id, row]));
  for (const row of rows) {
    if (row.mergedIntoId === null) continue;
    const survivor = survivors.get(row.mergedIntoId) ?? found.get(row.mergedIntoId);
    if (survivor) found.set(row.id, survivor);
  }
  return found;
}

/** Undefined when there is a chat with that provider’s id. */
export async function insertChat(
  tx: Store,
  row: typeof waChats.$inferInsert,
): Promise<typeof waChats.$inferSelect | undefined> {
  const [made] = await insertNew(tx, waChats, [row]);
  return made;
}

/** Undefined when there is a group with that provider’s id. */
export async function insertGroup(
  tx: Store,
  row: typeof waGroups.$inferInsert,
): Promise<typeof waGroups.$inferSelect | undefined> {
  const [made] = await insertNew(tx, waGroups, [row]);
  return made;
}

export async function readParticipants(
  store: Store,
  workspaceId: string,
  groupIds: readonly string[],
): Promise<ParticipantRow[]> {
  if (groupIds.length === 0) return [];
  return queries(store)
    .select()
    .from(waGroupParticipants)
    .where(and(eq(waGroupParticipants.workspaceId, workspaceId), inArray(waGroupParticipants.groupId, [...groupIds])));
}

/** Adds participants, or updates their role. */
export async function putParticipants(tx: Store, rows: readonly ParticipantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await queries(tx)
    .insert(waGroupParticipants)
    .values([...rows])
    .onConflictDoUpdate({
      target: [waGroupParticipants.groupId, waGroupParticipants.contactId],
      set: {
        role: sql`excluded.role`,
        joinedAt: sql`coalesce(${waGroupParticipants.joinedAt}, excluded.joined_at)`,
      },
    });
}

const isOf = (table: typeof waGroupParticipants | typeof waGroupJoinRequests, { id, workspaceId }: Owner) =>
  and(eq(table.workspaceId, workspaceId), eq(table.groupId, id));

export async function deleteParticipants(tx: Store, group: Owner, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await queries(tx)
    .delete(waGroupParticipants)
    .where(and(isOf(waGroupParticipants, group), inArray(waGroupParticipants.contactId, [...contactIds])));
}

/** Adds requests to join; returns the new ones. */
export async function insertJoinRequests(tx: Store, rows: readonly JoinRequestRow[]): Promise<JoinRequestRow[]> {
  if (rows.length === 0) return [];
  return queries(tx)
    .insert(waGroupJoinRequests)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

export async function listJoinRequests(store: Store, workspaceId: string, groupId: string): Promise<JoinRequestRow[]> {
  return queries(store)
    .select()
    .from(waGroupJoinRequests)
    .where(and(eq(waGroupJoinRequests.workspaceId, workspaceId), eq(waGroupJoinRequests.groupId, groupId)));
}

export async function deleteJoinRequests(tx: Store, group: Owner, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await queries(tx)
    .delete(waGroupJoinRequests)
    .where(and(isOf(waGroupJoinRequests, group), inArray(waGroupJoinRequests.requestId, [...requestIds])));
}

/** Deletes requests of people who joined in another way. */
export async function deleteJoinRequestsOf(tx: Store, group: Owner, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await queries(tx)
    .delete(waGroupJoinRequests)
    .where(and(isOf(waGroupJoinRequests, group), inArray(waGroupJoinRequests.contactId, [...contactIds])));
}

export async function knownGroups(store: Store, instance: Owner): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ id: waGroups.providerGroupId })
    .from(waGroups)
    .where(and(eq(waGroups.workspaceId, instance.workspaceId), eq(waGroups.instanceId, instance.id)));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
