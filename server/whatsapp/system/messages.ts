import { lt, asc, and, inArray } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { PURGE_ROWS } from '../../db/purge';
import { waEarlyEvents } from '../schema/messages';

/** Their message never arrived. */
export async function purgeEarlyEvents(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { hash, createdAt } = waEarlyEvents;
  const isOld = lt(createdAt, before);
  const oldest = db.select({ hash }).from(waEarlyEvents).where(isOld).orderBy(asc(createdAt)).limit(PURGE_ROWS);
  const gone = await db
    .delete(waEarlyEvents)
    .where(and(isOld, inArray(hash, oldest)))
    .returning({ hash });
  return gone.length;
}
