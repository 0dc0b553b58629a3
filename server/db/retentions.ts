import { asc, gt } from 'drizzle-orm';

import { nextTurn } from '../schedule';
import { queries, type Store } from './database';
import { workspaces } from './workspaces';

/** On SQLite a query blocks the event loop, so each covers few workspaces. */
const WORKSPACES = 20;

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
