import { and, eq } from 'drizzle-orm';

import type { UpsertLink } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import { ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { mayUseDomain } from '../domains/find';
import { links, type LinkRow } from '../schema/links';
import { clickStatsOf } from './click-stats';
import { insertLinkAndEmit } from './create';
import { hideCounters } from './present';
import { editLockedLink, withDuplicateConflict } from './update';
import { type LinkDraft, prepareLinks } from './validation/prepare';
import { prepareChanges } from './validation/prepare-changes';

/** Bounds retries when others create and delete the link at the same time. */
const MAX_ROUNDS = 5;

/** Updates the link with its external id or address, if any. Throws 409 when another link has the slug. */
export async function upsertLink(ctx: LinksContext, input: UpsertLink): Promise<Link> {
  if ((input.external_id ?? input.slug) === undefined) {
    throw fieldError('unprocessable', '/external_id', 'required', 'Give `external_id` or `slug` to identify the link.');
  }
  for (let round = 1; ; round += 1) {
    const link = await tryUpsert(ctx, input, round === MAX_ROUNDS);
    if (link) return hideCounters(ctx, link);
  }
}

/** Undefined when a concurrent call created or deleted the link. */
async function tryUpsert(ctx: LinksContext, input: UpsertLink, isLast: boolean): Promise<Link | undefined> {
  const [draft] = await prepareLinks(ctx, [input]);
  if (!draft || draft instanceof ApiError) throw draft ?? new ApiError('internal_error');
  const found = await findMatch(ctx, draft);
  if (found) return updateExisting(ctx, input, found);

  try {
    return await ctx.db.transaction(async (tx) => insertLinkAndEmit(ctx, tx, draft));
  } catch (error) {
    const isTaken = error instanceof ApiError && (error.code === 'slug_taken' || error.code === 'conflict');
    if (!isTaken || isLast || !(await findMatch(ctx, draft))) throw error;
    return undefined;
  }
}

async function findMatch(ctx: LinksContext, { input, domainInfo, slugs }: LinkDraft): Promise<LinkRow | undefined> {
  const where =
    typeof input.external_id === 'string'
      ? eq(links.externalId, input.external_id)
      : and(eq(links.domainId, domainInfo.id), eq(links.slugKey, slugs(0).slugKey));
  const [row] = await ctx.db.select(links, { where, limit: 1 });
  return row && mayUseDomain(ctx, row.domainId) ? row : undefined;
}

async function updateExisting(ctx: LinksContext, input: UpsertLink, row: LinkRow): Promise<Link | undefined> {
  const { slug_length: _, prefix: __, ...fields } = input;
  const [prepared] = await prepareChanges(ctx, [{ row, input: fields }]);
  if (!prepared || prepared instanceof ApiError) throw prepared ?? new ApiError('internal_error');
  const clickStats = await clickStatsOf(ctx, [row]);
  const link = await withDuplicateConflict(() =>
    ctx.db.transaction(async (tx) => {
      const locked = await tx.get(links, row.id, { lock: true });
      if (!locked || !mayUseDomain(ctx, locked.domainId)) return undefined;
      return editLockedLink(ctx, tx, prepared, locked, clickStats);
    }),
  );
  if (link) ctx.reply.isReused = true;
  return link;
}
