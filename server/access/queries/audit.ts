import { queries, type Store } from '../../db/database';
import { auditEntries } from '../schema/audit';

export async function insertAuditEntry(tx: Store, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await queries(tx).insert(auditEntries).values(entry);
}
