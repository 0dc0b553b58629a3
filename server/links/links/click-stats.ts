import type { LinkCounters } from '../clicks/store/store';
import type { LinksContext } from '../context';
import type { LinkColumns } from './origin';

/** Links without clicks are left out. */
export interface LinkClickStats {
  counters: ReadonlyMap<string, LinkCounters>;
  uses: ReadonlyMap<string, number>;
}

export const NO_CLICK_STATS: LinkClickStats = { counters: new Map(), uses: new Map() };

/** Call it outside transactions: on PostgreSQL it uses a connection of its own. */
export async function clickStatsOf(
  ctx: Pick<LinksContext, 'clicks' | 'workspaceId'>,
  rows: readonly Pick<LinkColumns, 'id' | 'maxClicks'>[],
): Promise<LinkClickStats> {
  if (rows.length === 0) return NO_CLICK_STATS;
  const { store } = ctx.clicks;
  const limited = rows.filter(({ maxClicks }) => maxClicks !== null).map(({ id }) => id);
  const [counters, uses] = await Promise.all([
    store.counters(
      ctx.workspaceId,
      rows.map(({ id }) => id),
    ),
    limited.length > 0 ? store.uses(limited) : NO_CLICK_STATS.uses,
  ]);
  return { counters, uses };
}
