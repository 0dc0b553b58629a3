import { asc, inArray, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { PURGE_ROWS } from '../../db/purge';
import { auditEntries } from '../schema/audit';

export async function purgeAuditEntries(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { id, createdAt } = auditEntries;
  const oldest = db.select({ id }).from(auditEntries).where(lt(createdAt, before)).orderBy(asc(createdAt));
  const gone = await db
    .delete(auditEntries)
    .where(inArray(id, oldest.limit(PURGE_ROWS)))
    .returning({ id });
  return gone.length;
}
