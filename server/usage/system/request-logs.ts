import { and, desc, eq, lt, lte, or, type SQL } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../../shared/ids';
import { queries, type Store } from '../../db/database';
import { purgeOldest } from '../../db/purge';
import { workspaceHas } from '../../db/retentions';
import { requestLogs } from '../schema';

// Ids contain their time, so the index of the list finds old rows.
const isOlder = (before: Date): SQL => lt(requestLogs.id, idAt(ID_PREFIXES.request, before.getTime()));

export const hasOutdatedRequestLogs = (store: Store, { before, keep }: { before: Date; keep: number }) =>
  or(
    workspaceHas(store, requestLogs, isOlder(before)),
    workspaceHas(store, requestLogs, undefined, { by: desc(requestLogs.id), skip: keep }),
  );

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
  const due = and(ours, excess ? or(isOlder(before), lte(id, excess.id)) : isOlder(before));
  return purgeOldest(store, requestLogs, { key: id, by: id, where: due });
}
