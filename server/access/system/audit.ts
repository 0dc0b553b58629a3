import { lt } from 'drizzle-orm';

import type { Store } from '../../db/database';
import { purgeOldest } from '../../db/purge';
import { auditEntries } from '../schema/audit';

export function purgeAuditEntries(store: Store, before: Date): Promise<number> {
  const { id, createdAt } = auditEntries;
  return purgeOldest(store, auditEntries, { key: id, by: createdAt, where: lt(createdAt, before) });
}
