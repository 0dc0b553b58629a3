import { asc, gt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { nextTurn } from '../../schedule';

/** On SQLite a query blocks the event loop, so each covers few workspaces. */
const WORKSPACES = 20;

/** Retention settings of every workspace; null for the default of the installation. */
export async function* listRetentions(store: Store) {
  for (let after = ''; ;) {
    const page = await queries(store)
      .select({
        id: workspaces.id,
        logDays: workspaces.logRetentionDays,
        eventDays: workspaces.eventRetentionDays,
        deliveryDays: workspaces.deliveryRetentionDays,
      })
      .from(workspaces)
      .where(gt(workspaces.id, after))
      .orderBy(asc(workspaces.id))
      .limit(WORKSPACES);
    yield* page;
    if (page.length < WORKSPACES) return;
    after = page.at(-1)?.id ?? '';
    await nextTurn();
  }
}
