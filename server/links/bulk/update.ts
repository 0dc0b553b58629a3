import type { BulkChange, BulkResult, BulkUpdateLinks } from '../../../shared/links/bulk';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { chargeMore } from '../../limits/charge';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { clickStatsOf, type LinkClickStats } from '../links/click-stats';
import { editLinks } from '../links/edit';
import { linkUpdated } from '../links/events';
import { findLinks } from '../links/find';
import { type LinkOrigin, originOf } from '../links/origin';
import { withDuplicateConflict } from '../links/update';
import { requirePasswordLimit } from '../links/validation/passwords';
import { type PreparedChange, prepareChanges } from '../links/validation/prepare-changes';
import type { LinkRow } from '../schema/links';
import { bulkResult, failedItem, requireAll } from './item-result';
import { type ItemRun, extraCost, runItems } from './run';

/** Throws 422 for too many passwords. */
export async function bulkUpdateLinks(ctx: LinksContext, input: BulkUpdateLinks): Promise<BulkResult> {
  const { atomic } = input;
  const hasItems = input.items !== undefined;
  const requested = hasItems
    ? input.items.map(({ id, ...change }) => ({ id, change }))
    : input.ids.map((id) => ({ id, change: input.set }));
  chargeMore(ctx, extraCost(requested.length));
  const pointerOf = (index: number): string => (hasItems ? `/items/${index}` : `/ids/${index}`);
  requireUniqueIds(requested);
  if (hasItems) requirePasswordLimit(input.items);

  const rows = await findLinks(
    ctx,
    ctx.db,
    requested.map(({ id }) => id),
  );
  const clickStats = await clickStatsOf(ctx, [...rows.values()]);
  const changes = await prepareAll(ctx, requested, rows);
  const itemResults = await withDuplicateConflict(() =>
    runItems(ctx, changes, { atomic, validate: (all) => requireAll(all, pointerOf) }, (inner, tx, some) =>
      applyChanges(inner, tx, some, originOf(ctx), clickStats),
    ),
  );
  return bulkResult(ctx, itemResults, pointerOf);
}

function requireUniqueIds(requested: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of requested.entries()) {
    if (seen.has(id))
      throw fieldError('unprocessable', `/items/${index}/id`, 'duplicate', 'Must contain each link only once.');
    seen.add(id);
  }
}

async function prepareAll(
  ctx: LinksContext,
  requested: readonly { id: string; change: BulkChange }[],
  rows: ReadonlyMap<string, LinkRow>,
): Promise<(PreparedChange | ApiError)[]> {
  const known = requested.flatMap(({ id, change }) => {
    const row = rows.get(id);
    return row ? [{ row, input: change }] : [];
  });
  const prepared = (await prepareChanges(ctx, known)).values();
  return requested.map(({ id }) => (rows.has(id) ? prepared.next().value : undefined) ?? new ApiError('not_found'));
}

async function applyChanges(
  ctx: LinksContext,
  tx: ScopedDb,
  changes: readonly (PreparedChange | ApiError)[],
  origin: LinkOrigin,
  clickStats: LinkClickStats,
): Promise<ItemRun> {
  const open = changes.filter((change): change is PreparedChange => !(change instanceof ApiError));
  const locked = await findLinks(
    ctx,
    tx,
    open.map(({ row }) => row.id),
    { lock: true },
  );
  const edited = await editLinks(ctx, tx, open, locked, clickStats);
  const done: ItemRun = { itemResults: [], events: [] };
  const results = edited.values();
  for (const change of changes) {
    const result = change instanceof ApiError ? change : (results.next().value ?? new ApiError('not_found'));
    if (result instanceof ApiError) {
      done.itemResults.push(failedItem(result));
      continue;
    }
    const { before, after, addresses } = result;
    done.itemResults.push({ status: 'updated', link: after });
    if (before === after) continue;
    await invalidateRedirects(ctx, tx.store, addresses);
    done.events.push(linkUpdated(before, after, origin));
  }
  return done;
}

/** Requires `ctx` bound to the transaction and a hashed password. */
export async function changeExisting(
  ctx: LinksContext,
  tx: ScopedDb,
  row: LinkRow,
  { change, passwordHash }: { change: BulkChange; passwordHash: string | null | undefined },
  origin: LinkOrigin,
): Promise<ItemRun> {
  const prepared = await prepareChanges(ctx, [{ row, input: change }]);
  const changes = prepared.map((one) =>
    one instanceof ApiError || passwordHash === undefined ? one : { ...one, columns: { ...one.columns, passwordHash } },
  );
  return applyChanges(ctx, tx, changes, origin, await clickStatsOf(ctx, [row]));
}
