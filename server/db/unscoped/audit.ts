import { lt } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { auditEntries } from '../schema';

export async function insertAuditEntry(tx: Store, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await queries(tx).insert(auditEntries).values(entry);
}

/** Deletes entries older than the retention. */
export async function purgeAuditEntries(store: Store, before: Date): Promise<void> {
  await queries(store).delete(auditEntries).where(lt(auditEntries.createdAt, before));
}
