import { inArray } from 'drizzle-orm';

import type { LinkId, UpdateLink } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import { duplicateIn } from '../../db/faults';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { redirectAnew } from '../changes';
import type { LinksContext } from '../context';
import { insertLinkRemovals } from '../queries/writes';
import { links } from '../schema/links';
import { editLinks } from './edit';
import { linkDeleted, linkUpdated } from './events';
import { figuresOf, type LinkFigures } from './figures';
import { requireLink } from './find';
import { conflictError } from './insert';
import { originOf, type LinkRow } from './origin';
import { type PreparedChange, prepareChanges } from './prepare-changes';
import { forCaller, presentLinks } from './present';

/** Changes what the input names; null clears. Throws 409 when slug or external id is taken. */
export async function updateLink(ctx: LinksContext, { link_id, ...input }: UpdateLink): Promise<Link> {
  const row = await requireLink(ctx, ctx.db, link_id);
  const [change] = await prepareChanges(ctx, [{ row, input }]);
  if (!change || change instanceof ApiError) throw change ?? new ApiError('not_found');
  const figures = await figuresOf(ctx, [row]);

  const link = await orTaken(() =>
    ctx.db.transaction(async (tx) => {
      const held = await requireLink(ctx, tx, link_id, { lock: true });
      requireVersion(ctx, held.version);
      return editOne(ctx, tx, change, held, figures);
    }),
  );
  return forCaller(ctx, link);
}

/** One change with its event. */
export async function editOne(
  ctx: LinksContext,
  tx: ScopedDb,
  change: PreparedChange,
  held: LinkRow,
  figures: LinkFigures,
): Promise<Link> {
  const [edited] = await editLinks(ctx, tx, [change], new Map([[held.id, held]]), figures);
  if (!edited || edited instanceof ApiError) throw edited ?? new ApiError('not_found');
  const { before, after, addresses } = edited;
  if (before === after) return after;
  await redirectAnew(ctx, tx.store, addresses);
  await emit(ctx, tx.store, ctx.workspaceId, [linkUpdated(before, after, originOf(ctx))]);
  return after;
}

/** Two changes at once can ask for the same: the index tells the later one, whose transaction is then over. */
export async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const what = duplicateIn(error);
    if (what === undefined) throw error;
    throw conflictError({ field: what.includes('external') ? 'external_id' : 'slug', existing: undefined });
  }
}

/** Removes a link; its address is free at once, its clicks go by a job. */
export async function deleteLink(ctx: LinksContext, { link_id }: LinkId): Promise<void> {
  const row = await requireLink(ctx, ctx.db, link_id);
  const figures = await figuresOf(ctx, [row]);
  await ctx.db.transaction(async (tx) => {
    const held = await requireLink(ctx, tx, link_id, { lock: true });
    requireVersion(ctx, held.version);
    const events = await removeLinks(ctx, tx, [held], figures);
    await emit(ctx, tx.store, ctx.workspaceId, events);
  });
}

/** Removes links whose rows the caller holds, and returns the events to emit. */
export async function removeLinks(ctx: LinksContext, tx: ScopedDb, rows: readonly LinkRow[], figures: LinkFigures) {
  const gone = await presentLinks(ctx, tx, rows, figures);
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
  await redirectAnew(ctx, tx.store, rows);
  return gone.map((link) => linkDeleted(link, originOf(ctx)));
}
