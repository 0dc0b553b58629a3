import { andThen, type Awaitable } from '../../awaitable';
import type { LinkCounters } from '../clicks/store/store';
import type { LinksContext } from '../context';
import type { LinkRow } from '../schema/links';

/** Links without clicks are left out. */
export interface LinkClickStats {
  counters: ReadonlyMap<string, LinkCounters>;
  uses: ReadonlyMap<string, number>;
}

export const NO_CLICK_STATS: LinkClickStats = { counters: new Map(), uses: new Map() };

/** Call it outside transactions: on PostgreSQL it uses a connection of its own. */
export function clickStatsOf(
  ctx: Pick<LinksContext, 'clicks' | 'workspaceId'>,
  rows: readonly Pick<LinkRow, 'id' | 'maxClicks'>[],
): Awaitable<LinkClickStats> {
  if (rows.length === 0) return NO_CLICK_STATS;
  const { store } = ctx.clicks;
  const limited = rows.filter(({ maxClicks }) => maxClicks !== null).map(({ id }) => id);
  const counting = store.counters(
    ctx.workspaceId,
    rows.map(({ id }) => id),
  );
  if (limited.length === 0) return andThen(counting, (counters) => ({ counters, uses: NO_CLICK_STATS.uses }));
  return Promise.all([counting, store.uses(limited)]).then(([counters, uses]) => ({ counters, uses }));
}
