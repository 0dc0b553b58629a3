import { and, asc, eq } from 'drizzle-orm';

import type { CreateLink } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, firstOrNotFound } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import type { Caller } from '../domains/find';
import { links, type LinkRow } from '../schema/links';
import { NO_CLICK_STATS } from './click-stats';
import { needsChange } from './columns-that-change';
import { linkCreated } from './events';
import { conflictError, insertDrafts, isConflict } from './insert';
import { type LinkOrigin, originOf } from './origin';
import { hideCounters, presentForCaller, presentOnDomains } from './present';
import { reserveLinks } from './quota';
import { type LinkDraft, prepareLinks } from './validation/prepare';

const REUSE_CANDIDATES = 20;

/** `reuse` returns an equal link if one exists. Throws 409 when slug or external id is taken, 422. */
export async function createLink(ctx: LinksContext, { reuse, ...input }: CreateLink): Promise<Link> {
  const publishable = ctx.actor.type === 'key' && ctx.actor.kind === 'pk' ? ctx.actor.keyId : undefined;
  const [draft] = await prepareLinks(ctx, [input]);
  if (!draft || draft instanceof ApiError) throw draft ?? new ApiError('internal_error');

  const result = await ctx.db.transaction(async (tx) => {
    const equal = (reuse ?? publishable !== undefined) ? await findReusableLink(tx, draft, publishable) : undefined;
    return equal ? { equal } : { link: await insertLinkAndEmit(ctx, tx, draft) };
  });
  if (result.link) return hideCounters(ctx, result.link);
  ctx.reply.isReused = true;
  return firstOrNotFound(await presentForCaller(ctx, [result.equal]));
}

export async function insertLinkAndEmit(ctx: LinksContext, tx: ScopedDb, draft: LinkDraft): Promise<Link> {
  const { link, event } = await insertLink(ctx, tx, draft, originOf(ctx));
  await emit(ctx, tx, [event]);
  return link;
}

/** Joins the caller’s transaction; the caller emits the event. */
export async function insertLink(
  ctx: Pick<LinksContext, 'config' | 'now' | 'redirects' | 'workspaceId'> & Caller,
  tx: ScopedDb,
  draft: LinkDraft,
  origin: LinkOrigin,
): Promise<{ link: Link; event: NewEvent }> {
  await reserveLinks(ctx, tx, 1);
  const [row] = await insertDrafts(ctx, tx, [draft], origin);
  if (!row || isConflict(row)) throw conflictError(row ?? { field: 'slug', existing: undefined });
  const { domainInfo, input } = draft;
  const [link] = await presentOnDomains(ctx, tx, [row], {
    domainInfos: new Map([[domainInfo.id, domainInfo]]),
    clickStats: NO_CLICK_STATS,
    mayHaveTags: input.tags !== undefined,
  });
  if (!link) throw new ApiError('internal_error');
  await invalidateRedirects(ctx, tx.store, [row]);
  return { link, event: linkCreated(link, origin) };
}

/** `createdBy` limits a publishable key to links that it created. */
export async function findReusableLink(
  tx: ScopedDb,
  { domainInfo, columns, input }: LinkDraft,
  createdBy?: string,
): Promise<LinkRow | undefined> {
  const candidates = await tx.select(links, {
    where: and(
      eq(links.urlHash, columns.urlHash),
      eq(links.url, columns.url),
      eq(links.domainId, domainInfo.id),
      createdBy === undefined ? undefined : eq(links.createdById, createdBy),
    ),
    orderBy: [asc(links.id)],
    limit: REUSE_CANDIDATES,
  });
  for (const row of candidates) {
    if (row.passwordHash === null && !(await needsChange(tx, row, { input, columns, domainInfo }))) return row;
  }
  return undefined;
}
