import { and, eq, gt, inArray } from 'drizzle-orm';

import { type Store, queries, runStatement } from '../../db/database';
import { waMedia, waMediaUploads } from '../schema/media';

export async function findStoredHashes(
  store: Store,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await queries(store)
    .select({ sha256: waMedia.sha256 })
    .from(waMedia)
    .where(and(eq(waMedia.workspaceId, workspaceId), inArray(waMedia.sha256, [...hashes]), eq(waMedia.status, 'ready')))
    .groupBy(waMedia.sha256);
  return new Set(rows.map(({ sha256 }) => sha256 ?? ''));
}

/** Equal contents count once. */
export async function countMediaBytes(store: Store, workspaceId: string): Promise<number> {
  const [row] = await runStatement(
    store,
    `select sum(size) from (select max(size) as size from wa_media
       where workspace_id = $1 and sha256 is not null and status = 'ready' group by sha256) as files`,
    [workspaceId],
  );
  return Number(row?.[0] ?? 0);
}

type Upload = typeof waMediaUploads.$inferSelect;

/** Undefined when the upload has expired, or is of another type. */
export async function findMediaUpload(
  store: Store,
  { workspaceId, instanceId, sha256, mimeType, now }: Omit<Upload, 'providerMediaId' | 'expiresAt'> & { now: Date },
): Promise<string | undefined> {
  const [row] = await queries(store)
    .select({ id: waMediaUploads.providerMediaId })
    .from(waMediaUploads)
    .where(
      and(
        eq(waMediaUploads.workspaceId, workspaceId),
        eq(waMediaUploads.instanceId, instanceId),
        eq(waMediaUploads.sha256, sha256),
        eq(waMediaUploads.mimeType, mimeType),
        gt(waMediaUploads.expiresAt, now),
      ),
    )
    .limit(1);
  return row?.id;
}

export async function recordMediaUpload(store: Store, upload: Upload): Promise<void> {
  const { providerMediaId, expiresAt } = upload;
  await queries(store)
    .insert(waMediaUploads)
    .values(upload)
    .onConflictDoUpdate({
      target: [waMediaUploads.instanceId, waMediaUploads.sha256, waMediaUploads.mimeType],
      set: { providerMediaId, expiresAt },
    });
}
