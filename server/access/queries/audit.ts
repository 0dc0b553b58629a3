import { queries, type Store } from '../../db/database';
import { auditEntries } from '../../usage/schema';

export async function insertAuditEntry(tx: Store, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await queries(tx).insert(auditEntries).values(entry);
}
