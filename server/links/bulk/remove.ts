import type { BulkRemoveLinks, BulkResult } from '../../../shared/links/bulk';
import { ApiError } from '../../errors';
import { chargeMore } from '../../limits/charge';
import type { LinksContext } from '../context';
import { figuresOf } from '../links/figures';
import { findLinks } from '../links/find';
import { removeLinks } from '../links/update';
import { bulkResult, failed, type Outcome } from './outcome';
import { extraCost, runItems } from './run';

/** Removes many links; one that is not there fails alone. */
export async function bulkRemoveLinks(ctx: LinksContext, { ids }: BulkRemoveLinks): Promise<BulkResult> {
  chargeMore(ctx, extraCost(ids.length));
  const figures = await figuresOf(ctx, [...(await findLinks(ctx, ctx.db, ids)).values()]);
  const outcomes = await runItems(ctx, ids, { atomic: false, judge: () => {} }, async (inner, tx, some) => {
    const held = await findLinks(inner, tx, some, { lock: true });
    const events = await removeLinks(inner, tx, [...held.values()], figures);
    return {
      outcomes: some.map((id): Outcome => (held.has(id) ? { status: 'deleted' } : failed(new ApiError('not_found')))),
      events,
    };
  });
  return bulkResult(ctx, outcomes, (index) => `/ids/${index}`);
}
