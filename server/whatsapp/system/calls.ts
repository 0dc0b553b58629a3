import { and, asc, inArray, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { PURGE_ROWS } from '../../db/purge';
import { waCalls } from '../schema/people';

export async function purgeCalls(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { id, createdAt } = waCalls;
  const isOld = lt(createdAt, before);
  const oldest = db.select({ id }).from(waCalls).where(isOld).orderBy(asc(createdAt)).limit(PURGE_ROWS);
  const gone = await db
    .delete(waCalls)
    .where(and(isOld, inArray(id, oldest)))
    .returning({ id });
  return gone.length;
}
