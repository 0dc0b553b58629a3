import type { LinkCounters } from '../clicks/store/store';
import type { LinksContext } from '../context';
import type { LinkRow } from './origin';

/** What the click store knows of links; of those that are left out nothing happened yet. */
export interface LinkFigures {
  counters: ReadonlyMap<string, LinkCounters>;
  /** Uses of limited links. */
  uses: ReadonlyMap<string, number>;
}

export const NO_FIGURES: LinkFigures = { counters: new Map(), uses: new Map() };

/** Call it outside transactions: on PostgreSQL it takes a connection of its own. */
export async function figuresOf(
  ctx: Pick<LinksContext, 'clicks' | 'workspaceId'>,
  rows: readonly Pick<LinkRow, 'id' | 'maxClicks'>[],
): Promise<LinkFigures> {
  if (rows.length === 0) return NO_FIGURES;
  const { store } = ctx.clicks;
  const limited = rows.filter(({ maxClicks }) => maxClicks !== null).map(({ id }) => id);
  const [counters, uses] = await Promise.all([
    store.counters(
      ctx.workspaceId,
      rows.map(({ id }) => id),
    ),
    limited.length > 0 ? store.uses(limited) : NO_FIGURES.uses,
  ]);
  return { counters, uses };
}
