import { and, eq, inArray, sql } from 'drizzle-orm';

import { andThen, type Awaitable } from '../../awaitable';
import { queries, runStatement, type Store } from '../../db/database';
import { FOR_UPDATE } from '../../db/dialect';
import { insertNew } from '../../db/insert-new';
import { scoped, type ScopedDb } from '../../db/scoped';
import { rowOf, shapeOf } from '../../db/table-shape';
import {
  waChats,
  waContactAddresses,
  waContacts,
  waGroupJoinRequests,
  waGroupParticipants,
  waGroups,
} from '../schema/people';

type ContactRow = typeof waContacts.$inferSelect;
type AddressRow = typeof waContactAddresses.$inferSelect;
export type JoinRequestRow = typeof waGroupJoinRequests.$inferSelect;
export type ParticipantRow = typeof waGroupParticipants.$inferSelect;

export interface Owner {
  id: string;
  workspaceId: string;
}

export interface OwnedAddress {
  kind: AddressRow['kind'];
  value: string;
  contact: ContactRow;
}

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

export const upsertAddresses = (tx: ScopedDb, rows: readonly Omit<AddressRow, 'workspaceId'>[]) =>
  tx.upsert(waContactAddresses, rows, {
    target: [waContactAddresses.instanceId, waContactAddresses.kind, waContactAddresses.value],
    set: { contactId: sql`excluded.contact_id` },
  });

export const deleteAddress = (tx: ScopedDb, instanceId: string, { kind, value }: Pick<AddressRow, 'kind' | 'value'>) =>
  tx.delete(
    waContactAddresses,
    and(
      eq(waContactAddresses.instanceId, instanceId),
      eq(waContactAddresses.kind, kind),
      eq(waContactAddresses.value, value),
    ),
  );

/** Follows merges; keyed by the requested id. */
export function readContacts(
  store: Store,
  workspaceId: string,
  ids: readonly string[],
): Awaitable<Map<string, ContactRow>> {
  const read = (some: readonly string[]) => scoped(store, workspaceId).getEach(waContacts, [...new Set(some)]);
  return andThen(read(ids), (rows) => {
    const found = new Map(rows.map((row) => [row.id, row]));
    const elsewhere = rows.flatMap(({ mergedIntoId: id }) => (id !== null && !found.has(id) ? [id] : []));
    return andThen(read(elsewhere), (others) => {
      const survivors = new Map(others.map((row) => [row.id, row]));
      for (const row of rows) {
        if (row.mergedIntoId === null) continue;
        const survivor = survivors.get(row.mergedIntoId) ?? found.get(row.mergedIntoId);
        if (survivor) found.set(row.id, survivor);
      }
      return found;
    });
  });
}

const CHATS = shapeOf(waChats);
const DIRECT_CHAT = `select ${CHATS.names} from "wa_chats"
  where "workspace_id" = $1 and contact_id = $2 and type = 'direct' limit 1${FOR_UPDATE}`;

export async function lockDirectChat(
  tx: Store,
  { workspaceId, id }: Owner,
): Promise<typeof waChats.$inferSelect | undefined> {
  const [row] = await runStatement(tx, DIRECT_CHAT, [workspaceId, id]);
  return row && (rowOf(CHATS, row) as typeof waChats.$inferSelect);
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

export const readParticipants = async (db: ScopedDb, groupIds: readonly string[]): Promise<ParticipantRow[]> =>
  groupIds.length === 0
    ? []
    : db.select(waGroupParticipants, { where: inArray(waGroupParticipants.groupId, [...groupIds]) });

export const upsertParticipants = (tx: ScopedDb, rows: readonly Omit<ParticipantRow, 'workspaceId'>[]) =>
  tx.upsert(waGroupParticipants, rows, {
    target: [waGroupParticipants.groupId, waGroupParticipants.contactId],
    set: {
      role: sql`excluded.role`,
      joinedAt: sql`coalesce(${waGroupParticipants.joinedAt}, excluded.joined_at)`,
    },
  });

export async function deleteParticipants(tx: ScopedDb, groupId: string, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  const { groupId: group, contactId } = waGroupParticipants;
  await tx.delete(waGroupParticipants, and(eq(group, groupId), inArray(contactId, [...contactIds])));
}

export const readJoinRequests = (db: ScopedDb, groupId: string): Promise<JoinRequestRow[]> =>
  db.select(waGroupJoinRequests, { where: eq(waGroupJoinRequests.groupId, groupId) });

export async function deleteJoinRequests(tx: ScopedDb, groupId: string, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  const { groupId: group, requestId } = waGroupJoinRequests;
  await tx.delete(waGroupJoinRequests, and(eq(group, groupId), inArray(requestId, [...requestIds])));
}

export async function deleteJoinRequestsOf(
  tx: ScopedDb,
  groupId: string,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0) return;
  const { groupId: group, contactId } = waGroupJoinRequests;
  await tx.delete(waGroupJoinRequests, and(eq(group, groupId), inArray(contactId, [...contactIds])));
}

export async function knownGroups(store: Store, instance: Owner): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ id: waGroups.providerGroupId })
    .from(waGroups)
    .where(and(eq(waGroups.workspaceId, instance.workspaceId), eq(waGroups.instanceId, instance.id)));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
