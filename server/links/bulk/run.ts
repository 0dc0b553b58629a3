import type { ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { LinksContext } from '../context';
import type { ItemResult } from './item-result';

/** Larger transactions would block others too long. */
const ITEMS_AT_A_TIME = 250;
const ITEMS_OF_ONE_REQUEST = 10;

export const extraCost = (items: number): number => Math.floor(items / ITEMS_OF_ONE_REQUEST);

export interface BulkRun {
  outcomes: ItemResult[];
  events: NewEvent[];
}

/** `atomic` items share one transaction, which is rolled back when `validate` throws. Joins an open transaction. */
export async function runItems<T>(
  ctx: LinksContext,
  items: readonly T[],
  { atomic, validate }: { atomic: boolean; validate: (outcomes: readonly ItemResult[]) => void },
  work: (ctx: LinksContext, tx: ScopedDb, items: readonly T[]) => Promise<BulkRun>,
): Promise<ItemResult[]> {
  const outcomes: ItemResult[] = [];
  while (outcomes.length < items.length) {
    const done = await ctx.db.transaction(async (tx) => {
      const isWhole = atomic || tx.store === ctx.db.store;
      const inner = { ...ctx, store: tx.store, db: tx };
      const end = isWhole ? items.length : Math.min(items.length, outcomes.length + ITEMS_AT_A_TIME);
      const all: BulkRun = { outcomes: [], events: [] };
      for (let at = outcomes.length; at < end; at += ITEMS_AT_A_TIME) {
        const some = await work(inner, tx, items.slice(at, Math.min(end, at + ITEMS_AT_A_TIME)));
        all.outcomes.push(...some.outcomes);
        all.events.push(...some.events);
      }
      if (atomic) validate(all.outcomes);
      await emit(ctx, tx, all.events);
      return all;
    });
    outcomes.push(...done.outcomes);
  }
  return outcomes;
}
