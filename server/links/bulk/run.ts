import type { ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { LinksContext } from '../context';
import type { Outcome } from './outcome';

/** More would keep others waiting for too long. */
const ITEMS_AT_A_TIME = 250;
const ITEMS_OF_ONE_REQUEST = 10;

/** What an item of many costs besides the request: a tenth of one. */
export const extraCost = (items: number): number => Math.floor(items / ITEMS_OF_ONE_REQUEST);

export interface Done {
  outcomes: Outcome[];
  events: NewEvent[];
}

/**
 * Works items off, some in a transaction, all in one when `atomic`: then `judge` throws to take all of them back. A
 * transaction that is open already is joined, and its events come last.
 */
export async function runItems<T>(
  ctx: LinksContext,
  items: readonly T[],
  { atomic, judge }: { atomic: boolean; judge: (outcomes: readonly Outcome[]) => void },
  work: (ctx: LinksContext, tx: ScopedDb, items: readonly T[]) => Promise<Done>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < items.length) {
    const done = await ctx.db.transaction(async (tx) => {
      const isWhole = atomic || tx.store === ctx.db.store;
      const inner = { ...ctx, store: tx.store, db: tx };
      const end = isWhole ? items.length : Math.min(items.length, outcomes.length + ITEMS_AT_A_TIME);
      const all: Done = { outcomes: [], events: [] };
      for (let at = outcomes.length; at < end; at += ITEMS_AT_A_TIME) {
        const some = await work(inner, tx, items.slice(at, Math.min(end, at + ITEMS_AT_A_TIME)));
        all.outcomes.push(...some.outcomes);
        all.events.push(...some.events);
      }
      if (atomic) judge(all.outcomes);
      await emit(ctx, tx.store, ctx.workspaceId, all.events);
      return all;
    });
    outcomes.push(...done.outcomes);
  }
  return outcomes;
}
