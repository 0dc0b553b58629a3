import { and, asc, desc, eq, gt, lt, notInArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import {
  tagKey,
  tagName,
  type CreateTag,
  LinkTag,
  type ListTags,
  type TagId,
  type UpdateTag,
} from '../../../shared/links/tags';
import type { Page } from '../../../shared/page';
import { audit } from '../../access';
import { contains, given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError, firstOrNotFound } from '../../errors';
import { openPage, pageOfRows } from '../../paging';
import { requireVersion } from '../../preconditions';
import { presentAs } from '../../present-as';
import type { LinksContext } from '../context';
import { grantedDomains } from '../domains/find';
import { hasTag } from '../links/filter';
import type { TagRow } from '../queries/tags';
import { links, linkTags, linkTagLinks } from '../schema/links';
import { requireTagQuota } from './rules';

/** Throws 409 when the name is taken, 422 above the quota. */
export function createTag(ctx: LinksContext, input: CreateTag): Promise<LinkTag> {
  return ctx.db.transaction(async (tx) => {
    await requireTagQuota(tx, 1);
    const now = ctx.now();
    const tag = {
      id: newId(ID_PREFIXES.tag),
      name: tagName(input.name),
      nameKey: tagKey(input.name),
      color: input.color ?? 'gray',
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.upsert(linkTags, [tag]);
    if (!row) throw nameTaken();
    await audit(ctx, tx, 'link_tag.created', targetOf(row));
    return presentTag(tx, row);
  });
}

export async function getTag(ctx: LinksContext, { tag_id }: TagId): Promise<LinkTag> {
  return firstOrNotFound(await presentTags(ctx, [await ctx.db.require(linkTags, tag_id)]));
}

export async function listTags(ctx: LinksContext, input: ListTags): Promise<Page<LinkTag>> {
  const { limit, cursor, ...filters } = input;
  if (filters.sort.endsWith('name')) return listByName(ctx, input);

  const order = filters.sort === 'created_at' ? 'asc' : 'desc';
  const where = given(filters.q, (part) => contains(linkTags.name, part));
  return pageOfRows(ctx.db, linkTags, { limit, cursor, order, where, filters }, (rows) => presentTags(ctx, rows));
}

async function listByName(ctx: LinksContext, input: ListTags): Promise<Page<LinkTag>> {
  const isDown = input.sort.startsWith('-');
  const page = openPage(ctx.workspaceId, 'tags', input);
  const rows = await ctx.db.select(linkTags, {
    where: and(
      given(input.q, (part) => contains(linkTags.name, part)),
      given(page.after, (key) => (isDown ? lt(linkTags.nameKey, key) : gt(linkTags.nameKey, key))),
    ),
    orderBy: [isDown ? desc(linkTags.nameKey) : asc(linkTags.nameKey)],
    limit: page.maxRows,
  });
  return page.answer(rows, 'nameKey', (tags) => presentTags(ctx, tags));
}

/** Links show the new name without an event. Throws 409 when another tag has it. */
export function updateTag(ctx: LinksContext, { tag_id, name, color }: UpdateTag): Promise<LinkTag> {
  return ctx.db.transaction(async (tx) => {
    const before = await tx.require(linkTags, tag_id, { lock: true });
    requireVersion(ctx, before.version);
    await requireOwn(ctx, tx, before.name);
    const change = {
      ...(name === undefined || tagName(name) === before.name ? {} : { name: tagName(name), nameKey: tagKey(name) }),
      ...(color === undefined || color === before.color ? {} : { color }),
    };
    if (Object.keys(change).length === 0) return presentTag(tx, before);
    if (change.nameKey !== undefined && change.nameKey !== before.nameKey) await requireFreeName(tx, change.nameKey);

    const [after = before] = await tx.update(linkTags, eq(linkTags.id, tag_id), {
      ...change,
      updatedAt: ctx.now(),
      version: before.version + 1,
    });
    await audit(ctx, tx, 'link_tag.updated', targetOf(after), {
      before: { name: before.name, color: before.color },
      after: { name: after.name, color: after.color },
    });
    return presentTag(tx, after);
  });
}

/** The version of its links stays the same. */
export async function deleteTag(ctx: LinksContext, { tag_id }: TagId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await tx.require(linkTags, tag_id, { lock: true });
    requireVersion(ctx, row.version);
    await requireOwn(ctx, tx, row.name);
    await tx.delete(linkTags, eq(linkTags.id, tag_id));
    await audit(ctx, tx, 'link_tag.deleted', targetOf(row));
  });
}

/** A restricted key cannot change tags of links on other domains. Throws 422. */
async function requireOwn(ctx: LinksContext, tx: ScopedDb, name: string): Promise<void> {
  const narrowed = grantedDomains(ctx);
  if (!narrowed) return;
  const where = and(hasTag(ctx.workspaceId, [name]), notInArray(links.domainId, [...narrowed]));
  if ((await tx.select(links, { where, limit: 1 })).length === 0) return;
  throw new ApiError('unprocessable', 'The tag is used by links on domains that this key cannot access.');
}

async function requireFreeName(tx: ScopedDb, nameKey: string): Promise<void> {
  if ((await tx.count(linkTags, eq(linkTags.nameKey, nameKey))) > 0) throw nameTaken();
}

const nameTaken = (): ApiError => fieldError('conflict', '/name', 'duplicate', 'Another tag already has this name.');

const targetOf = ({ id, name }: { id: string; name: string }) => ({ type: 'link_tag', id, label: name });

/** Counts links in a Worker, since a tag can have a million: call it outside transactions. */
async function presentTags(ctx: LinksContext, rows: readonly TagRow[]): Promise<LinkTag[]> {
  if (rows.length === 0) return [];
  const tagIds = rows.map(({ id }) => id);
  const within = grantedDomains(ctx) ?? null;
  const counts = await ctx.analyst.ask('tag_links', { workspaceId: ctx.workspaceId, tagIds, within });
  return rows.map((row) => present(row, counts[row.id] ?? 0));
}

const presentTag = async (db: ScopedDb, row: TagRow): Promise<LinkTag> =>
  present(row, await db.count(linkTagLinks, eq(linkTagLinks.tagId, row.id)));

const present = (row: TagRow, linksCount: number): LinkTag => presentAs(LinkTag, row, { links_count: linksCount });
