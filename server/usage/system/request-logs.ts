import { and, desc, eq, lt, lte, or } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../../shared/ids';
import { queries, type Store } from '../../db/database';
import { purgeOldest } from '../../db/purge';
import { requestLogs } from '../schema';

/** Also deletes requests beyond the newest `keep`. */
export async function purgeRequestLogs(
  store: Store,
  { workspaceId, before, keep }: { workspaceId: string; before: Date; keep: number },
): Promise<number> {
  const { id } = requestLogs;
  const ours = eq(requestLogs.workspaceId, workspaceId);
  const [excess] = await queries(store)
    .select({ id })
    .from(requestLogs)
    .where(ours)
    .orderBy(desc(id))
    .limit(1)
    .offset(keep);
  // Ids contain their time, so the index of the list finds old rows.
  const tooOld = lt(id, idAt(ID_PREFIXES.request, before.getTime()));
  const due = and(ours, excess ? or(tooOld, lte(id, excess.id)) : tooOld);
  return purgeOldest(store, requestLogs, { key: id, by: id, where: due });
}
