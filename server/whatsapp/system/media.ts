import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';

import { queries, runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED } from '../../db/dialect';
import { withDistinctValues } from '../../db/sql-text';
import type { Claim, DueLane } from '../../work/types';
import { waMedia, waMediaUploads } from '../schema/media';

type MediaRow = typeof waMedia.$inferSelect;

const WANTED = 'next_try_at is not null';

/** One index step per workspace, to its first unclaimed file, else its first lease. */
const WORKSPACES = `${withDistinctValues({ table: 'wa_media', column: 'workspace_id', where: WANTED })}
  select t.value, coalesce(
    (select m.next_try_at from wa_media m where m.workspace_id = t.value and m.${WANTED}
      and (m.lease_until is null or m.lease_until <= $1) order by m.next_try_at limit 1),
    (select min(m.lease_until) from wa_media m where m.workspace_id = t.value and m.${WANTED}))
  from t where t.value is not null`;

export async function workspacesWithMedia(store: Store, now: number): Promise<DueLane[]> {
  const rows = await runStatement(store, WORKSPACES, [timeValue(now)]);
  return rows.map(([id, at]) => ({ lane: String(id), at: timeFromDatabase(at) }));
}

/** The files belong to `owner` until `until`. */
export async function claimMedia(
  store: Store,
  workspaceId: string,
  { owner, now, until, limit }: Claim,
): Promise<MediaRow[]> {
  const db = queries(store);
  const { id, nextTryAt, leaseUntil } = waMedia;
  const isFree = or(isNull(leaseUntil), lte(leaseUntil, now));
  const isDue = and(eq(waMedia.workspaceId, workspaceId), isNotNull(nextTryAt), lte(nextTryAt, now), isFree);
  // Follows the index, however many files wait.
  const due = db.select({ id }).from(waMedia).where(isDue).orderBy(asc(nextTryAt)).limit(limit);
  return (
    db
      .update(waMedia)
      .set({ leaseOwner: owner, leaseUntil: until })
      // By id alone: SQLite would scan all due rows otherwise.
      .where(sql`${id} in (${due.getSQL()}${sql.raw(FOR_UPDATE_SKIP_LOCKED)})`)
      .returning()
  );
}

/** By id alone, since a signed link has no workspace. */
export async function findMedia(store: Store, id: string): Promise<MediaRow | undefined> {
  const [row] = await queries(store).select().from(waMedia).where(eq(waMedia.id, id)).limit(1);
  return row;
}

/** Expires the oldest files, except those of messages that are still to be sent. */
export async function expireMedia(
  store: Store,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<Pick<MediaRow, 'id' | 'workspaceId' | 'sha256'>[]> {
  const db = queries(store);
  const isOver = and(
    isNotNull(waMedia.storedAt),
    lt(waMedia.storedAt, before),
    eq(waMedia.status, 'ready'),
    sql`not exists (select 1 from wa_messages where wa_messages.media_id = ${waMedia.id}
      and wa_messages.status in ('scheduled', 'queued', 'sending'))`,
  );
  const oldest = db.select({ id: waMedia.id }).from(waMedia).where(isOver).orderBy(asc(waMedia.id)).limit(limit);
  return db
    .update(waMedia)
    .set({ status: 'expired', storedAt: null, updatedAt: now, version: sql`${waMedia.version} + 1` })
    .where(inArray(waMedia.id, oldest))
    .returning({ id: waMedia.id, workspaceId: waMedia.workspaceId, sha256: waMedia.sha256 });
}

export async function purgeMediaUploads(store: Store, now: Date): Promise<void> {
  await queries(store).delete(waMediaUploads).where(lte(waMediaUploads.expiresAt, now));
}
