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
  const itemResults = await runItems(ctx, ids, { atomic: false, validate: () => {} }, async (inner, tx, some) => {
    const locked = await findLinks(inner, tx, some, { lock: true });
    const events = await removeLinks(inner, tx, [...locked.values()], clickStats);
    return {
      itemResults: some.map((id): ItemResult =>
        locked.has(id) ? { status: 'deleted' } : failedItem(new ApiError('not_found')),
      ),
      events,
    };
  });
  return bulkResult(ctx, itemResults, (index) => `/ids/${index}`);
}
