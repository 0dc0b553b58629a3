import { and, asc, eq } from 'drizzle-orm';

import type { CreateLink } from '../../../../shared/link-inputs';
import type { Link } from '../../../../shared/links';
import type { WorkspaceContext } from '../../../context';
import { links } from '../../../db/schema';
import type { ScopedDb } from '../../../db/scoped';
import { ApiError } from '../../../errors';
import { emit } from '../../../events/emit';
import { redirectAnew } from '../changes';
import { differs } from './change';
import { linkCreated } from './events';
import { NO_FIGURES } from './figures';
import { conflictError, insertDrafts, isConflict } from './insert';
import { originOf, type LinkRow } from './origin';
import { type LinkDraft, prepareLinks } from './prepare';
import { forCaller, presentFor, presentLinks } from './present';
import { requireRoom } from './room';

/** Equal links to look at before another one is made. */
const REUSE_CANDIDATES = 20;

/**
 * Makes a link; with `reuse` an equal one is returned where there is one. Throws 409 when slug or external id is
 * taken, 422 for what no link may be.
 */
export async function createLink(ctx: WorkspaceContext, { reuse, ...input }: CreateLink): Promise<Link> {
  const isPublishable = ctx.actor.type === 'key' && ctx.actor.kind === 'pk';
  const [draft] = await prepareLinks(ctx, [input]);
  if (!draft || draft instanceof ApiError) throw draft ?? new ApiError('internal_error');

  const made = await ctx.db.transaction(async (tx) => {
    const equal = (reuse ?? isPublishable) ? await findEqual(ctx, tx, draft, isPublishable) : undefined;
    return equal ? { equal } : { link: await insertOne(ctx, tx, draft) };
  });
  if (made.link) return forCaller(ctx, made.link);
  ctx.reply.isReused = true;
  const [link] = await presentFor(ctx, [made.equal]);
  if (!link) throw new ApiError('not_found');
  return link;
}

export async function insertOne(ctx: WorkspaceContext, tx: ScopedDb, draft: LinkDraft): Promise<Link> {
  await requireRoom(ctx, tx, 1);
  const origin = originOf(ctx);
  const [row] = await insertDrafts(ctx, tx, [draft], origin);
  if (!row || isConflict(row)) throw conflictError(row ?? { field: 'slug', existing: undefined });
  const [link] = await presentLinks(ctx, tx, [row], NO_FIGURES, draft.input.tags !== undefined);
  if (!link) throw new ApiError('internal_error');
  await redirectAnew(ctx, tx.store, [row]);
  await emit(ctx, tx.store, ctx.workspaceId, [linkCreated(link, origin)]);
  return link;
}

/** A link that the input would change nothing of; a publishable key finds only those that it made. */
async function findEqual(
  ctx: WorkspaceContext,
  tx: ScopedDb,
  { place, columns, input }: LinkDraft,
  ownOnly: boolean,
): Promise<LinkRow | undefined> {
  const candidates = await tx.select(links, {
    where: and(
      eq(links.urlHash, columns.urlHash),
      eq(links.url, columns.url),
      eq(links.domainId, place.id),
      ownOnly && ctx.actor.type === 'key' ? eq(links.createdById, ctx.actor.keyId) : undefined,
    ),
    orderBy: [asc(links.id)],
    limit: REUSE_CANDIDATES,
  });
  for (const row of candidates) {
    if (row.passwordHash === null && !(await differs(tx, row, { input, columns, place }))) return row;
  }
  return undefined;
}
