import { and, eq, ne } from 'drizzle-orm';

import type { Link } from '../../../shared/links/links';
import { tagKey } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { holdPlaces } from '../domains/find';
import { addTagLinks, readTagsOfLinks, removeTagLinks, type TagOfLink } from '../queries/tags';
import { findTakenSlugs } from '../queries/writes';
import { links } from '../schema/links';
import type { LinkAddress } from '../system/changes';
import { ensureTags } from '../tags/rules';
import { columnsThatChange, tagsAfter } from './change';
import { requireSpan } from './columns';
import type { LinkFigures } from './figures';
import { conflictError } from './insert';
import type { LinkRow } from './origin';
import { refusable } from './prepare';
import type { PreparedChange } from './prepare-changes';
import { presentLinks } from './present';

/** A link before and after a change; the same object where nothing changed. */
interface Edited {
  before: Link;
  after: Link;
  /** Where the redirect has to look anew. */
  addresses: LinkAddress[];
}

const MAX_TAGS = 20;

/**
 * Changes links whose rows the caller holds; `rows` are as they are now. In place of one that cannot be changed stands
 * why.
 */
export async function editLinks(
  ctx: LinksContext,
  tx: ScopedDb,
  changes: readonly PreparedChange[],
  rows: ReadonlyMap<string, LinkRow>,
  figures: LinkFigures,
): Promise<(Edited | ApiError)[]> {
  const present = [...rows.values()];
  await holdPlaces(
    tx,
    changes.filter(({ row, place }) => row.domainId !== place.id).map(({ place }) => place),
  );
  const before = new Map((await presentLinks(ctx, tx, present, figures)).map((link) => [link.id, link]));
  const tags = await readTagsOfLinks(tx.store, tx.workspaceId, [...rows.keys()]);

  const done: (LinkRow | ApiError)[] = [];
  for (const change of changes) done.push(await refusable(() => editOne(ctx, tx, change, rows, tags, figures)));

  const changed = done.filter((row): row is LinkRow => !(row instanceof ApiError) && rows.get(row.id) !== row);
  const after = new Map((await presentLinks(ctx, tx, changed, figures)).map((link) => [link.id, link]));
  return done.map((row) => {
    if (row instanceof ApiError) return row;
    const [old, was] = [rows.get(row.id), before.get(row.id)];
    if (!old || !was) return new ApiError('not_found');
    const now = after.get(row.id);
    return now ? { before: was, after: now, addresses: [old, row] } : { before: was, after: was, addresses: [] };
  });
}

/** The row after the change; the same object where nothing changed. Throws what a single change throws. */
async function editOne(
  ctx: LinksContext,
  tx: ScopedDb,
  change: PreparedChange,
  rows: ReadonlyMap<string, LinkRow>,
  tags: ReadonlyMap<string, TagOfLink[]>,
  { uses }: LinkFigures,
): Promise<LinkRow> {
  const { id, version } = change.row;
  const row = rows.get(id);
  if (!row) throw new ApiError('not_found');
  if (change.isBound && row.version !== version) {
    throw new ApiError('conflict', 'The link was changed by another request. Try again.');
  }
  const set = columnsThatChange(row, change, uses.get(id) ?? 0);
  requireSpan({ ...row, ...set });
  if (set.slugKey !== undefined || set.domainId !== undefined) await requireFreeSlug(tx, { ...row, ...set });
  if (set.externalId) await requireFreeExternalId(tx, { ...row, ...set });

  const isRetagged = await retag(ctx, tx, id, tags.get(id) ?? [], change);
  if (Object.keys(set).length === 0 && !isRetagged) return row;
  const [after = row] = await tx.update(links, eq(links.id, id), {
    ...set,
    updatedAt: ctx.now(),
    version: row.version + 1,
  });
  return after;
}

async function retag(
  ctx: LinksContext,
  tx: ScopedDb,
  linkId: string,
  current: readonly TagOfLink[],
  { input }: PreparedChange,
): Promise<boolean> {
  const next = tagsAfter(current, input);
  if (!next) return false;
  if (next.size > MAX_TAGS) throw new ApiError('unprocessable', `A link can have at most ${MAX_TAGS} tags.`);
  const had = new Map(current.map((tag) => [tagKey(tag.name), tag]));
  const added = [...next].filter(([key]) => !had.has(key)).map(([, name]) => name);
  const gone = [...had].filter(([key]) => !next.has(key)).map(([, { id }]) => id);
  if (added.length > 0) {
    const made = await ensureTags(tx, added, ctx.now());
    await addTagLinks(
      tx.store,
      tx.workspaceId,
      [...made.values()].map((tag) => ({ linkId, tagId: tag.id })),
    );
  }
  await removeTagLinks(tx.store, tx.workspaceId, linkId, gone);
  return added.length > 0 || gone.length > 0;
}

async function requireFreeSlug(tx: ScopedDb, { id, domainId, slugKey }: LinkRow): Promise<void> {
  const taken = await findTakenSlugs(tx.store, domainId, [slugKey], id);
  if (taken.size > 0) throw conflictError({ field: 'slug', existing: undefined });
}

async function requireFreeExternalId(tx: ScopedDb, { id, externalId }: LinkRow): Promise<void> {
  const taken = and(eq(links.externalId, externalId ?? ''), ne(links.id, id));
  if ((await tx.count(links, taken)) > 0) throw conflictError({ field: 'external_id', existing: undefined });
}
