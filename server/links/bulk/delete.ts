import type { BulkDeleteLinks, BulkResult } from '../../../shared/links/bulk';
import { ApiError } from '../../errors';
import { chargeMore } from '../../limits/charge';
import type { LinksContext } from '../context';
import { clickStatsOf } from '../links/click-stats';
import { findLinks } from '../links/find';
import { removeLinks } from '../links/update';
import { bulkResult, failedItem, type ItemResult } from './item-result';
import { extraCost, runItems } from './run';

export async function bulkDeleteLinks(ctx: LinksContext, { ids }: BulkDeleteLinks): Promise<BulkResult> {
  chargeMore(ctx, extraCost(ids.length));
  const clickStats = await clickStatsOf(ctx, [...(await findLinks(ctx, ctx.db, ids)).values()]);
  const outcomes = await runItems(ctx, ids, { atomic: false, validate: () => {} }, async (inner, tx, some) => {
    const held = await findLinks(inner, tx, some, { lock: true });
    const events = await removeLinks(inner, tx, [...held.values()], clickStats);
    return {
      outcomes: some.map((id): ItemResult =>
        held.has(id) ? { status: 'deleted' } : failedItem(new ApiError('not_found')),
      ),
      events,
    };
  });
  return bulkResult(ctx, outcomes, (index) => `/ids/${index}`);
}
