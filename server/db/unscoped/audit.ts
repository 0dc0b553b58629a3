import { queries, type Store } from '../database';
import { auditEntries } from '../schema';

export async function insertAuditEntry(tx: Store, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await queries(tx).insert(auditEntries).values(entry);
}
