import type { BulkChange, BulkResult, BulkUpdateLinks } from '../../../shared/links/bulk';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { chargeMore } from '../../limits/charge';
import { redirectAnew } from '../changes';
import type { LinksContext } from '../context';
import { editLinks } from '../links/edit';
import { linkUpdated } from '../links/events';
import { figuresOf, type LinkFigures } from '../links/figures';
import { findLinks } from '../links/find';
import { type LinkOrigin, type LinkRow, originOf } from '../links/origin';
import { requireFewPasswords } from '../links/passwords';
import { type PreparedChange, prepareChanges } from '../links/prepare-changes';
import { orTaken } from '../links/update';
import { bulkResult, failed, type Outcome, requireAll } from './outcome';
import { type Done, extraCost, runItems } from './run';

/** Changes many links: each by an item of its own, or all the same way. Throws 422 for too many passwords. */
export async function bulkUpdateLinks(ctx: LinksContext, input: BulkUpdateLinks): Promise<BulkResult> {
  const { atomic } = input;
  const isSingly = input.items !== undefined;
  const asked = isSingly
    ? input.items.map(({ id, ...change }) => ({ id, change }))
    : input.ids.map((id) => ({ id, change: input.set }));
  chargeMore(ctx, extraCost(asked.length));
  const pointerOf = (index: number): string => (isSingly ? `/items/${index}` : `/ids/${index}`);
  requireOnce(asked);
  if (isSingly) requireFewPasswords(input.items);

  const rows = await findLinks(
    ctx,
    ctx.db,
    asked.map(({ id }) => id),
  );
  const figures = await figuresOf(ctx, [...rows.values()]);
  const changes = await prepareAll(ctx, asked, rows);
  const outcomes = await orTaken(() =>
    runItems(ctx, changes, { atomic, judge: (all) => requireAll(all, pointerOf) }, (inner, tx, some) =>
      applyChanges(inner, tx, some, originOf(ctx), figures),
    ),
  );
  return bulkResult(ctx, outcomes, pointerOf);
}

function requireOnce(asked: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of asked.entries()) {
    if (seen.has(id))
      throw fieldError('unprocessable', `/items/${index}/id`, 'duplicate', 'Must contain each link only once.');
    seen.add(id);
  }
}

/** In place of a link that is not there stands 404. */
async function prepareAll(
  ctx: LinksContext,
  asked: readonly { id: string; change: BulkChange }[],
  rows: ReadonlyMap<string, LinkRow>,
): Promise<(PreparedChange | ApiError)[]> {
  const known = asked.flatMap(({ id, change }) => {
    const row = rows.get(id);
    return row ? [{ row, input: change }] : [];
  });
  const prepared = (await prepareChanges(ctx, known)).values();
  return asked.map(({ id }) => (rows.has(id) ? prepared.next().value : undefined) ?? new ApiError('not_found'));
}

async function applyChanges(
  ctx: LinksContext,
  tx: ScopedDb,
  changes: readonly (PreparedChange | ApiError)[],
  origin: LinkOrigin,
  figures: LinkFigures,
): Promise<Done> {
  const open = changes.filter((change): change is PreparedChange => !(change instanceof ApiError));
  const held = await findLinks(
    ctx,
    tx,
    open.map(({ row }) => row.id),
    { lock: true },
  );
  const edited = await editLinks(ctx, tx, open, held, figures);
  const done: Done = { outcomes: [], events: [] };
  const results = edited.values();
  for (const change of changes) {
    const result = change instanceof ApiError ? change : (results.next().value ?? new ApiError('not_found'));
    if (result instanceof ApiError) {
      done.outcomes.push(failed(result));
      continue;
    }
    const { before, after, addresses } = result;
    done.outcomes.push({ status: 'updated', link: after });
    if (before === after) continue;
    await redirectAnew(ctx, tx.store, addresses);
    done.events.push(linkUpdated(before, after, origin));
  }
  return done;
}

/**
 * One change of a link that stands in the way of a new one. `ctx` must be bound to the transaction, in which nobody
 * else writes: a password comes hashed.
 */
export async function changeExisting(
  ctx: LinksContext,
  tx: ScopedDb,
  row: LinkRow,
  { change, passwordHash }: { change: BulkChange; passwordHash: string | null | undefined },
  origin: LinkOrigin,
): Promise<{ outcomes: Outcome[]; events: Done['events'] }> {
  const prepared = await prepareChanges(ctx, [{ row, input: change }]);
  const changes = prepared.map((one) =>
    one instanceof ApiError || passwordHash === undefined ? one : { ...one, columns: { ...one.columns, passwordHash } },
  );
  return applyChanges(ctx, tx, changes, origin, await figuresOf(ctx, [row]));
}
