import { chunked } from '../../chunked';
import type { ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { LinksContext } from '../context';
import type { ItemResult } from './item-result';

/** Larger transactions would block others too long. */
const ITEMS_AT_A_TIME = 250;
const ITEMS_PER_CHARGE = 10;

export const extraCost = (items: number): number => Math.floor(items / ITEMS_PER_CHARGE);

export interface ItemRun {
  itemResults: ItemResult[];
  events: NewEvent[];
}

/** `atomic` items share one transaction, which is rolled back when `validate` throws. Joins an open transaction. */
export async function runItems<T>(
  ctx: LinksContext,
  items: readonly T[],
  { atomic, validate }: { atomic: boolean; validate: (itemResults: readonly ItemResult[]) => void },
  work: (ctx: LinksContext, tx: ScopedDb, items: readonly T[]) => Promise<ItemRun>,
): Promise<ItemResult[]> {
  const itemResults: ItemResult[] = [];
  while (itemResults.length < items.length) {
    const done = await ctx.db.transaction(async (tx) => {
      const isWhole = atomic || tx.store === ctx.db.store;
      const inner = { ...ctx, store: tx.store, db: tx };
      const end = isWhole ? items.length : itemResults.length + ITEMS_AT_A_TIME;
      const all: ItemRun = { itemResults: [], events: [] };
      for (const some of chunked(items.slice(itemResults.length, end), ITEMS_AT_A_TIME)) {
        const part = await work(inner, tx, some);
        all.itemResults.push(...part.itemResults);
        all.events.push(...part.events);
      }
      if (atomic) validate(all.itemResults);
      await emit(ctx, tx, all.events);
      return all;
    });
    itemResults.push(...done.itemResults);
  }
  return itemResults;
}
