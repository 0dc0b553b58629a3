import { and, asc, gt, gte, or } from 'drizzle-orm';

import type { CountLinks, LinkCount, LinkFilters, LinkId, ListLinks } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import type { Page } from '../../../shared/page';
import { ApiError } from '../../errors';
import { pageOfRows, decodeCursor, sealOf, writeCursor } from '../../paging';
import type { LinksContext } from '../context';
import { linksChosen } from '../queries/search';
import { links } from '../schema/links';
import { linksWhere } from './filter';
import { findLinks, requireLink } from './find';
import type { LinkColumns } from './origin';
import { presentFor } from './present';

export async function getLink(ctx: LinksContext, { link_id }: LinkId): Promise<Link> {
  const [link] = await presentFor(ctx, [await requireLink(ctx, ctx.db, link_id)]);
  if (!link) throw new ApiError('not_found');
  return link;
}

export async function listLinks(ctx: LinksContext, input: ListLinks): Promise<Page<Link>> {
  const { cursor: _, limit, sort, ...filters } = input;
  const page = await pageOf(ctx, input);
  const data = await presentFor(ctx, page.data);
  await ctx.listings.note(ctx, {
    operation: 'list',
    filters,
    sort,
    page: { limit, has_more: page.has_more },
    links: data,
  });
  return { ...page, data };
}

/** Counts in the Worker, since a workspace may have a million links. */
export async function countLinks(ctx: LinksContext, input: CountLinks): Promise<LinkCount> {
  const { workspaceId } = ctx;
  const chosen = linksChosen(ctx.store, workspaceId, linksWhere(ctx, input));
  return { total: await ctx.analyst.ask('count_links', { workspaceId, chosen }) };
}

export async function countAllLinks({ store, workspaceId, analyst }: LinksContext): Promise<number> {
  return analyst.ask('count_links', { workspaceId, chosen: linksChosen(store, workspaceId, undefined) });
}

function pageOf(ctx: LinksContext, input: ListLinks): Promise<Page<LinkColumns>> {
  const { limit, cursor, ...filters } = input;
  switch (filters.sort) {
    case 'created_at':
    case '-created_at': {
      const order = filters.sort === 'created_at' ? 'asc' : 'desc';
      const { sort: _, ...chosen } = filters;
      if (!isPlain(chosen)) return pageById(ctx, input, order);
      return pageOfRows(
        ctx.db,
        links,
        { limit, cursor, order, where: linksWhere(ctx, filters), filters },
        (row) => row,
      );
    }
    case 'slug':
      return pageBySlug(ctx, input);
    case '-clicks':
      return pageByRank(ctx, input, 'clicks');
    case '-last_clicked_at':
      return pageByRank(ctx, input, 'last_clicked_at');
    default:
      return filters.sort satisfies never;
  }
}

/** Without filters nearly every row that is read belongs to the page. */
function isPlain({ archived, ...rest }: LinkFilters): boolean {
  return archived !== 'true' && Object.values(rest).every((filter) => filter === undefined);
}

/** Searches in the Worker, since filters may match few of very many links. */
async function pageById(
  ctx: LinksContext,
  { limit, cursor, ...filters }: ListLinks,
  order: 'asc' | 'desc',
): Promise<Page<LinkColumns>> {
  const seal = sealOf(ctx.workspaceId, order, filters);
  const ids = await ctx.analyst.ask('link_ids', {
    workspaceId: ctx.workspaceId,
    chosen: linksChosen(ctx.store, ctx.workspaceId, linksWhere(ctx, filters)),
    order,
    after: cursor === undefined ? null : decodeCursor(cursor, seal),
    limit: limit + 1,
  });
  return pageOfIds(ctx, ids, limit, (id) => writeCursor(id, seal));
}

async function pageByRank(
  ctx: LinksContext,
  { limit, cursor, ...filters }: ListLinks,
  by: 'clicks' | 'last_clicked_at',
): Promise<Page<LinkColumns>> {
  const seal = sealOf(ctx.workspaceId, filters.sort, filters);
  const after = cursor === undefined ? undefined : positionIn(decodeCursor(cursor, seal));
  if (after && !/^\d{1,15}$/.test(after.rest)) throw new ApiError('invalid_cursor');
  const ranked = await ctx.analyst.ask('ranked_links', {
    workspaceId: ctx.workspaceId,
    chosen: linksChosen(ctx.store, ctx.workspaceId, linksWhere(ctx, filters)),
    by,
    after: after ? { id: after.id, value: Number(after.rest) } : null,
    limit: limit + 1,
  });
  const values = new Map(ranked.map(({ id, value }) => [id, value]));
  const ids = ranked.map(({ id }) => id);
  return pageOfIds(ctx, ids, limit, (id) => writeCursor(`${id} ${values.get(id) ?? 0}`, seal));
}

/** `ids` has up to `limit + 1` entries; links deleted meanwhile are left out. */
async function pageOfIds(
  ctx: LinksContext,
  ids: readonly string[],
  limit: number,
  cursorOf: (id: string) => string,
): Promise<Page<LinkColumns>> {
  const page = ids.slice(0, limit);
  const last = ids.length > limit ? page.at(-1) : undefined;
  const rows = await findLinks(ctx, ctx.db, page);
  return {
    data: page.flatMap((id) => rows.get(id) ?? []),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : cursorOf(last),
  };
}

/** Two domains can have the same slug, so the cursor includes the id. */
async function pageBySlug(ctx: LinksContext, { limit, cursor, ...filters }: ListLinks): Promise<Page<LinkColumns>> {
  const { workspaceId } = ctx;
  const seal = sealOf(workspaceId, filters.sort, filters);
  const after = cursor === undefined ? undefined : positionIn(decodeCursor(cursor, seal));
  const { sort: _, ...chosen } = filters;
  if (!isPlain(chosen)) {
    const found = await ctx.analyst.ask('links_by_slug', {
      workspaceId,
      chosen: linksChosen(ctx.store, workspaceId, linksWhere(ctx, filters)),
      after: after ? { id: after.id, slugKey: after.rest } : null,
      limit: limit + 1,
    });
    const slugKeys = new Map(found.map(({ id, slugKey }) => [id, slugKey]));
    const ids = found.map(({ id }) => id);
    return pageOfIds(ctx, ids, limit, (id) => writeCursor(`${id} ${slugKeys.get(id)}`, seal));
  }
  const rows = await ctx.db.select(links, {
    where: and(
      linksWhere(ctx, filters),
      // This redundant bound lets the index scan start there.
      after && gte(links.slugKey, after.rest),
      after && or(gt(links.slugKey, after.rest), gt(links.id, after.id)),
    ),
    orderBy: [asc(links.slugKey), asc(links.id)],
    limit: limit + 1,
  });
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return {
    data,
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(`${last.id} ${last.slugKey}`, seal) : null,
  };
}

function positionIn(text: string): { id: string; rest: string } {
  const end = text.indexOf(' ');
  return { id: text.slice(0, end), rest: text.slice(end + 1) };
}
