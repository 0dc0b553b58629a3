import { and, eq, inArray, ne } from 'drizzle-orm';

import type { Link } from '../../../shared/links/links';
import { tagKey } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, orNotFound } from '../../errors';
import type { LinksContext } from '../context';
import { lockDomains } from '../domains/find';
import { readTagsOfLinks, type TagOfLink } from '../queries/tags';
import { links, linkTagLinks, type LinkRow } from '../schema/links';
import type { LinkAddress } from '../system/changes';
import { findTakenSlugs } from '../system/links';
import { ensureTags } from '../tags/rules';
import type { LinkClickStats } from './click-stats';
import { columnsThatChange, tagsAfter } from './columns-that-change';
import { conflictError } from './insert';
import { presentLinks } from './present';
import { requireStartBeforeEnd } from './validation/columns';
import { orApiError } from './validation/prepare';
import type { PreparedChange } from './validation/prepare-changes';

interface EditedLink {
  before: Link;
  after: Link;
  addresses: LinkAddress[];
}

const MAX_TAGS_PER_LINK = 20;

/** Requires locked, current rows. The result has an error in place of each link that cannot be changed. */
export async function editLinks(
  ctx: LinksContext,
  tx: ScopedDb,
  changes: readonly PreparedChange[],
  rows: ReadonlyMap<string, LinkRow>,
  clickStats: LinkClickStats,
): Promise<(EditedLink | ApiError)[]> {
  const present = [...rows.values()];
  await lockDomains(
    tx,
    changes.filter(({ row, domainInfo }) => row.domainId !== domainInfo.id).map(({ domainInfo }) => domainInfo),
  );
  const before = new Map((await presentLinks(ctx, tx, present, clickStats)).map((link) => [link.id, link]));
  const tags = await readTagsOfLinks(tx, [...rows.keys()]);

  const done: (LinkRow | ApiError)[] = [];
  for (const change of changes) done.push(await orApiError(() => editLink(ctx, tx, change, rows, tags, clickStats)));

  const changed = done.filter((row): row is LinkRow => !(row instanceof ApiError) && rows.get(row.id) !== row);
  const after = new Map((await presentLinks(ctx, tx, changed, clickStats)).map((link) => [link.id, link]));
  return done.map((row) => {
    if (row instanceof ApiError) return row;
    const [old, was] = [rows.get(row.id), before.get(row.id)];
    if (!old || !was) return new ApiError('not_found');
    const now = after.get(row.id);
    return now ? { before: was, after: now, addresses: [old, row] } : { before: was, after: was, addresses: [] };
  });
}

async function editLink(
  ctx: LinksContext,
  tx: ScopedDb,
  change: PreparedChange,
  rows: ReadonlyMap<string, LinkRow>,
  tags: ReadonlyMap<string, TagOfLink[]>,
  { uses }: LinkClickStats,
): Promise<LinkRow> {
  const { id, version } = change.row;
  const row = orNotFound(rows.get(id));
  if (change.isBound && row.version !== version) {
    throw new ApiError('conflict', 'The link was changed by another request. Try again.');
  }
  const set = columnsThatChange(row, change, uses.get(id) ?? 0);
  requireStartBeforeEnd({ ...row, ...set });
  if (set.slugKey !== undefined || set.domainId !== undefined) await requireFreeSlug(tx, { ...row, ...set });
  if (set.externalId) await requireFreeExternalId(tx, { ...row, ...set });

  const isRetagged = await updateTags(ctx, tx, id, tags.get(id) ?? [], change);
  if (Object.keys(set).length === 0 && !isRetagged) return row;
  const [after = row] = await tx.update(links, eq(links.id, id), {
    ...set,
    updatedAt: ctx.now(),
    version: row.version + 1,
  });
  return after;
}

async function updateTags(
  ctx: LinksContext,
  tx: ScopedDb,
  linkId: string,
  current: readonly TagOfLink[],
  { input }: PreparedChange,
): Promise<boolean> {
  const next = tagsAfter(current, input);
  if (!next) return false;
  if (next.size > MAX_TAGS_PER_LINK)
    throw new ApiError('unprocessable', `A link can have at most ${MAX_TAGS_PER_LINK} tags.`);
  const had = new Map(current.map((tag) => [tagKey(tag.name), tag]));
  const added = [...next].filter(([key]) => !had.has(key)).map(([, name]) => name);
  const removed = [...had].filter(([key]) => !next.has(key)).map(([, { id }]) => id);
  if (added.length > 0) {
    const made = await ensureTags(tx, added, ctx.now());
    await tx.upsert(
      linkTagLinks,
      [...made.values()].map((tag) => ({ linkId, tagId: tag.id })),
    );
  }
  if (removed.length > 0) {
    await tx.delete(linkTagLinks, and(eq(linkTagLinks.linkId, linkId), inArray(linkTagLinks.tagId, removed)));
  }
  return added.length > 0 || removed.length > 0;
}

async function requireFreeSlug(tx: ScopedDb, { id, domainId, slugKey }: LinkRow): Promise<void> {
  const taken = await findTakenSlugs(tx.store, domainId, [slugKey], id);
  if (taken.size > 0) throw conflictError({ field: 'slug', existing: undefined });
}

async function requireFreeExternalId(tx: ScopedDb, { id, externalId }: LinkRow): Promise<void> {
  const taken = and(eq(links.externalId, externalId ?? ''), ne(links.id, id));
  if ((await tx.count(links, taken)) > 0) throw conflictError({ field: 'external_id', existing: undefined });
}
