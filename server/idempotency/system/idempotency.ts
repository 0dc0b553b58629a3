import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm';

import { queries, runStatement, type Store, type Value } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import { boundValue, rowOf, shapeOf } from '../../db/table-shape';
import { idempotencyRecords, userIdempotencyRecords } from '../schema';

type Records = typeof idempotencyRecords;
export type IdempotencyRecord = Omit<Records['$inferSelect'], 'workspaceId'>;

export interface KeyHolder {
  kind: 'workspace' | 'user';
  id: string;
}

export interface HeldKey {
  holder: KeyHolder;
  key: string;
}

const TABLES = {
  workspace: statementsOf(idempotencyRecords, 'workspaceId'),
  user: statementsOf(userIdempotencyRecords as unknown as Records, 'userId' as 'workspaceId'),
};

/** Prepared once, since they run with every keyed request. */
function statementsOf(table: Records, holderKey: 'workspaceId') {
  const shape = shapeOf(table);
  const holderId = table[holderKey];
  const places = placeholders(shape.columns);
  const newer = shape.columns.map(([, { name }]) => `"${name}" = excluded."${name}"`).join(', ');
  const keep = `insert into ${shape.name} (${shape.names}) values (${places})
  on conflict ("${holderId.name}", "key") do update set ${newer}`;
  return {
    table,
    shape,
    holderKey,
    find: `select ${shape.names} from ${shape.name} where "${holderId.name}" = $1 and "key" = $2`,
    keep,
    keepIfPast: `${keep} where ${shape.name}."expires_at" <= excluded."created_at"`,
    at: ({ holder, key }: HeldKey) => and(eq(holderId, holder.id), eq(table.key, key)),
  };
}

export async function insertReservation(
  store: Store,
  holder: KeyHolder,
  record: Omit<Records['$inferInsert'], 'workspaceId'>,
): Promise<boolean> {
  const { table, holderKey } = TABLES[holder.kind];
  const rows = await queries(store)
    .insert(table)
    .values({ ...record, [holderKey]: holder.id })
    .onConflictDoNothing()
    .returning({ key: table.key });
  return rows.length > 0;
}

export async function findReservation(store: Store, { holder, key }: HeldKey): Promise<IdempotencyRecord | undefined> {
  const { find, shape } = TABLES[holder.kind];
  const [row] = await runStatement(store, find, [holder.id, key]);
  return row && (rowOf(shape, row) as IdempotencyRecord);
}

/** Replaces an existing answer if requested or if that has expired. */
export async function saveAnswer(
  store: Store,
  holder: KeyHolder,
  record: IdempotencyRecord,
  { replaces }: { replaces: boolean },
): Promise<void> {
  const { shape, holderKey, keep, keepIfPast } = TABLES[holder.kind];
  const row = { ...record, [holderKey]: holder.id };
  const values = shape.columns.map(([key, column]) => boundValue(column, row[key as keyof typeof row]));
  await runStatement(store, replaces ? keep : keepIfPast, values as Value[]);
}

export async function takeOverReservation(
  store: Store,
  held: HeldKey & { owner: string },
  change: { owner: string; leaseExpiresAt: Date },
): Promise<boolean> {
  const { table, at } = TABLES[held.holder.kind];
  const rows = await queries(store)
    .update(table)
    .set(change)
    .where(and(at(held), eq(table.state, 'running'), eq(table.owner, held.owner)))
    .returning({ key: table.key });
  return rows.length > 0;
}

/** Returns false when the lease was lost. */
export async function completeReservation(
  tx: Store,
  held: HeldKey & { owner: string },
  answer: { status: number; headers: Record<string, string>; body: string | null },
): Promise<boolean> {
  const { table, at } = TABLES[held.holder.kind];
  const rows = await queries(tx)
    .update(table)
    .set({ ...answer, state: 'done' })
    .where(and(at(held), eq(table.owner, held.owner)))
    .returning({ key: table.key });
  return rows.length > 0;
}

/** Keeps a record that is `done`, since a commit may succeed without an answer. */
export async function dropReservation(store: Store, held: HeldKey & { owner: string }): Promise<void> {
  const { table, at } = TABLES[held.holder.kind];
  await queries(store)
    .delete(table)
    .where(and(at(held), eq(table.owner, held.owner), eq(table.state, 'running')));
}

/** The key stays taken, since the outcome is unknown. */
export async function endReservation(store: Store, held: HeldKey & { owner: string }): Promise<void> {
  const { table, at } = TABLES[held.holder.kind];
  await queries(store)
    .update(table)
    .set({ leaseExpiresAt: sql`${table.createdAt}` })
    .where(and(at(held), eq(table.owner, held.owner), eq(table.state, 'running')));
}

export async function dropExpired(store: Store, held: HeldKey, now: Date): Promise<void> {
  const { table, at } = TABLES[held.holder.kind];
  await queries(store)
    .delete(table)
    .where(and(at(held), lte(table.expiresAt, now)));
}

export async function purgeReservations(store: Store, now: Date): Promise<number> {
  return (await purge(store, TABLES.workspace.table, now)) + (await purge(store, TABLES.user.table, now));
}

async function purge(store: Store, table: Records, now: Date): Promise<number> {
  const db = queries(store);
  const rows = await db.select({ key: table.key }).from(table).where(lt(table.expiresAt, now)).limit(500);
  if (rows.length === 0) return 0;
  const keys = rows.map((row) => row.key);
  const deleted = await db
    .delete(table)
    .where(and(inArray(table.key, keys), lt(table.expiresAt, now)))
    .returning({ key: table.key });
  return deleted.length;
}
