import { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../../shared/ids';
import { queries, type Store } from '../../db/database';
import { PURGE_ROWS } from '../../db/purge';
import { requestLogs } from '../schema';

/** Also deletes requests beyond the newest `keep`. */
export async function purgeRequestLogs(
  store: Store,
  { workspaceId, before, keep }: { workspaceId: string; before: Date; keep: number },
): Promise<number> {
  const db = queries(store);
  const { id } = requestLogs;
  const ours = eq(requestLogs.workspaceId, workspaceId);
  const [excess] = await db.select({ id }).from(requestLogs).where(ours).orderBy(desc(id)).limit(1).offset(keep);
  // Ids contain their time, so the index of the list finds old rows.
  const tooOld = lt(id, idAt(ID_PREFIXES.request, before.getTime()));
  const due = and(ours, excess ? or(tooOld, lte(id, excess.id)) : tooOld);
  const oldest = db.select({ id }).from(requestLogs).where(due).orderBy(asc(id));
  const gone = await db
    .delete(requestLogs)
    .where(and(ours, inArray(id, oldest.limit(PURGE_ROWS))))
    .returning({ id });
  return gone.length;
}
