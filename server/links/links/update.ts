import { inArray } from 'drizzle-orm';

import type { LinkId, UpdateLink } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import { duplicateIn } from '../../db/faults';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { insertLinkRemovals } from '../queries/writes';
import { links, type LinkRow } from '../schema/links';
import { clickStatsOf, type LinkClickStats } from './click-stats';
import { editLinks } from './edit';
import { linkDeleted, linkUpdated } from './events';
import { requireLink } from './find';
import { conflictError } from './insert';
import { originOf } from './origin';
import { hideCounters, presentLinks } from './present';
import { type PreparedChange, prepareChanges } from './validation/prepare-changes';

/** Null clears. Throws 409 when slug or external id is taken. */
export async function updateLink(ctx: LinksContext, { link_id, ...input }: UpdateLink): Promise<Link> {
  const row = await requireLink(ctx, ctx.db, link_id);
  const [change] = await prepareChanges(ctx, [{ row, input }]);
  if (!change || change instanceof ApiError) throw change ?? new ApiError('not_found');
  const clickStats = await clickStatsOf(ctx, [row]);

  const link = await withDuplicateConflict(() =>
    ctx.db.transaction(async (tx) => {
      const locked = await requireLink(ctx, tx, link_id, { lock: true });
      requireVersion(ctx, locked.version);
      return editLockedLink(ctx, tx, change, locked, clickStats);
    }),
  );
  return hideCounters(ctx, link);
}

export async function editLockedLink(
  ctx: LinksContext,
  tx: ScopedDb,
  change: PreparedChange,
  locked: LinkRow,
  clickStats: LinkClickStats,
): Promise<Link> {
  const [edited] = await editLinks(ctx, tx, [change], new Map([[locked.id, locked]]), clickStats);
  if (!edited || edited instanceof ApiError) throw edited ?? new ApiError('not_found');
  const { before, after, addresses } = edited;
  if (before === after) return after;
  await invalidateRedirects(ctx, tx.store, addresses);
  await emit(ctx, tx, [linkUpdated(before, after, originOf(ctx))]);
  return after;
}

/** The unique index refuses the later of two concurrent changes, whose transaction has then failed. */
export async function withDuplicateConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const what = duplicateIn(error);
    if (what === undefined) throw error;
    throw conflictError({ field: what.includes('external') ? 'external_id' : 'slug', existing: undefined });
  }
}

/** The address is free at once; a job deletes the clicks. */
export async function deleteLink(ctx: LinksContext, { link_id }: LinkId): Promise<void> {
  const row = await requireLink(ctx, ctx.db, link_id);
  const clickStats = await clickStatsOf(ctx, [row]);
  await ctx.db.transaction(async (tx) => {
    const locked = await requireLink(ctx, tx, link_id, { lock: true });
    requireVersion(ctx, locked.version);
    const events = await removeLinks(ctx, tx, [locked], clickStats);
    await emit(ctx, tx, events);
  });
}

export async function removeLinks(
  ctx: LinksContext,
  tx: ScopedDb,
  rows: readonly LinkRow[],
  clickStats: LinkClickStats,
) {
  const deleted = await presentLinks(ctx, tx, rows, clickStats);
  await tx.delete(
    links,
    inArray(
      links.id,
      rows.map(({ id }) => id),
    ),
  );
  const createdAt = ctx.now();
  await insertLinkRemovals(
    tx.store,
    rows.map(({ id, workspaceId }) => ({ linkId: id, workspaceId, createdAt })),
  );
  await invalidateRedirects(ctx, tx.store, rows);
  return deleted.map((link) => linkDeleted(link, originOf(ctx)));
}
