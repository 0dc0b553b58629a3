import { and, eq, gt, inArray, lt, lte } from 'drizzle-orm';

import { queries, runStatement, type Store, type Value } from '../database';
import { idempotencyRecords, members } from '../schema';
import { boundValue, rowOf, shapeOf } from '../table-shape';

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;

const at = (workspaceId: string, key: string) =>
  and(eq(idempotencyRecords.workspaceId, workspaceId), eq(idempotencyRecords.key, key));

/** Inserts the reservation; false when the key is there already. */
export async function insertReservation(
  store: Store,
  record: typeof idempotencyRecords.$inferInsert,
): Promise<boolean> {
  const rows = await queries(store)
    .insert(idempotencyRecords)
    .values(record)
    .onConflictDoNothing()
    .returning({ key: idempotencyRecords.key });
  return rows.length > 0;
}

const RECORDS = shapeOf(idempotencyRecords);
const FIND = `select ${RECORDS.names} from ${RECORDS.name} where "workspace_id" = $1 and "key" = $2`;

export async function findReservation(
  store: Store,
  workspaceId: string,
  key: string,
): Promise<IdempotencyRecord | undefined> {
  const [row] = await runStatement(store, FIND, [workspaceId, key]);
  return row && (rowOf(RECORDS, row) as IdempotencyRecord);
}

/** The record of a call that made a workspace, which is where it lies; of members only, as long as they are that. */
export async function findOwnRecord(
  store: Store,
  { key, actorId, operationId }: Pick<IdempotencyRecord, 'key' | 'actorId' | 'operationId'>,
  now: Date,
): Promise<IdempotencyRecord | undefined> {
  const [row] = await queries(store)
    .select({ record: idempotencyRecords })
    .from(members)
    .innerJoin(idempotencyRecords, eq(idempotencyRecords.workspaceId, members.workspaceId))
    .where(
      and(
        eq(members.userId, actorId),
        eq(idempotencyRecords.key, key),
        eq(idempotencyRecords.actorId, actorId),
        eq(idempotencyRecords.operationId, operationId),
        gt(idempotencyRecords.expiresAt, now),
      ),
    );
  return row?.record;
}

const PLACES = RECORDS.columns.map((_, index) => `$${index + 1}`).join(', ');
const NEWER = RECORDS.columns.map(([, { name }]) => `"${name}" = excluded."${name}"`).join(', ');
const KEEP = `insert into ${RECORDS.name} (${RECORDS.names}) values (${PLACES})
  on conflict (workspace_id, key) do update set ${NEWER}`;
const IS_PAST = 'idempotency_records.expires_at <= excluded.created_at';

/** Stores an answer at once; one that is there makes room if that is asked for, or if it is past its end. */
export async function keepAnswer(
  store: Store,
  record: IdempotencyRecord,
  { replaces }: { replaces: boolean },
): Promise<void> {
  const values = RECORDS.columns.map(([key, column]) => boundValue(column, record[key as keyof IdempotencyRecord]));
  await runStatement(store, replaces ? KEEP : `${KEEP} where ${IS_PAST}`, values as Value[]);
}

/** Takes over a reservation whose lease has run out; false when somebody else was first. */
export async function takeOverReservation(
  store: Store,
  found: IdempotencyRecord,
  change: { owner: string; leaseExpiresAt: Date },
): Promise<boolean> {
  const rows = await queries(store)
    .update(idempotencyRecords)
    .set(change)
    .where(
      and(
        at(found.workspaceId, found.key),
        eq(idempotencyRecords.state, 'running'),
        eq(idempotencyRecords.owner, found.owner),
      ),
    )
    .returning({ key: idempotencyRecords.key });
  return rows.length > 0;
}

/** Stores the answer under a reservation that is still held; false when the lease was lost. */
export async function completeReservation(
  tx: Store,
  held: { workspaceId: string; key: string; owner: string },
  answer: { status: number; headers: Record<string, string>; body: string | null },
): Promise<boolean> {
  const rows = await queries(tx)
    .update(idempotencyRecords)
    .set({ ...answer, state: 'done' })
    .where(and(at(held.workspaceId, held.key), eq(idempotencyRecords.owner, held.owner)))
    .returning({ key: idempotencyRecords.key });
  return rows.length > 0;
}

/** Frees the key, if it is still only reserved: a commit whose answer was lost has made it `done`, and that stands. */
export async function dropReservation(
  store: Store,
  held: { workspaceId: string; key: string; owner: string },
): Promise<void> {
  await queries(store)
    .delete(idempotencyRecords)
    .where(
      and(
        at(held.workspaceId, held.key),
        eq(idempotencyRecords.owner, held.owner),
        eq(idempotencyRecords.state, 'running'),
      ),
    );
}

/** Deletes a record that is past its end. */
export async function dropExpired(store: Store, { workspaceId, key }: IdempotencyRecord, now: Date): Promise<void> {
  await queries(store)
    .delete(idempotencyRecords)
    .where(and(at(workspaceId, key), lte(idempotencyRecords.expiresAt, now)));
}

/** Deletes records past their end, 500 a call; returns how many. */
export async function purgeReservations(store: Store, now: Date): Promise<number> {
  const db = queries(store);
  const rows = await db
    .select({ workspaceId: idempotencyRecords.workspaceId, key: idempotencyRecords.key })
    .from(idempotencyRecords)
    .where(lt(idempotencyRecords.expiresAt, now))
    .limit(500);
  if (rows.length === 0) return 0;
  const deleted = await db
    .delete(idempotencyRecords)
    .where(
      and(
        inArray(
          idempotencyRecords.key,
          rows.map((row) => row.key),
        ),
        lt(idempotencyRecords.expiresAt, now),
      ),
    )
    .returning({ key: idempotencyRecords.key });
  return deleted.length;
}
