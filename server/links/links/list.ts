import { and, asc, gt, gte, or } from 'drizzle-orm';

import type { CountLinks, LinkCount, LinkFilters, LinkId, ListLinks } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import type { Page } from '../../../shared/page';
import { andThen, type Awaitable } from '../../awaitable';
import { ApiError, firstOrNotFound } from '../../errors';
import { openPage, pageOfRows } from '../../paging';
import type { LinksContext } from '../context';
import { linkSelection } from '../queries/search';
import { links, type LinkRow } from '../schema/links';
import { linksWhere } from './filter';
import { findLinks, requireLink } from './find';
import { presentForCaller } from './present';

export const getLink = (ctx: LinksContext, { link_id }: LinkId): Awaitable<Link> =>
  andThen(requireLink(ctx, ctx.db, link_id), (row) => andThen(presentForCaller(ctx, [row]), firstOrNotFound));

export async function listLinks(ctx: LinksContext, input: ListLinks): Promise<Page<Link>> {
  const { cursor: _, limit, sort, ...filters } = input;
  const page = await pageOf(ctx, input);
  const data = await presentForCaller(ctx, page.data);
  await ctx.listings.record(ctx, {
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
  const chosen = linkSelection(ctx.store, workspaceId, linksWhere(ctx, input));
  return { total: await ctx.analyst.ask('count_links', { workspaceId, chosen }) };
}

export async function countAllLinks({ store, workspaceId, analyst }: LinksContext): Promise<number> {
  return analyst.ask('count_links', { workspaceId, chosen: linkSelection(store, workspaceId, undefined) });
}

function pageOf(ctx: LinksContext, input: ListLinks): Promise<Page<LinkRow>> {
  const { limit, cursor, ...filters } = input;
  switch (filters.sort) {
    case 'created_at':
    case '-created_at': {
      const order = filters.sort === 'created_at' ? 'asc' : 'desc';
      const { sort: _, ...chosen } = filters;
      if (!isPlain(chosen)) return pageById(ctx, input, order);
      const request = { limit, cursor, order, where: linksWhere(ctx, filters), filters } as const;
      return pageOfRows(ctx.db, links, request, (rows) => rows);
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
async function pageById(ctx: LinksContext, input: ListLinks, order: 'asc' | 'desc'): Promise<Page<LinkRow>> {
  const page = openPage(ctx.workspaceId, 'links', input);
  const ids = await ctx.analyst.ask('link_ids', {
    workspaceId: ctx.workspaceId,
    chosen: linkSelection(ctx.store, ctx.workspaceId, linksWhere(ctx, input)),
    order,
    after: page.after ?? null,
    limit: page.maxRows,
  });
  return page.answer(
    ids,
    (id) => id,
    (shown) => rowsOf(ctx, shown),
  );
}

async function pageByRank(
  ctx: LinksContext,
  input: ListLinks,
  by: 'clicks' | 'last_clicked_at',
): Promise<Page<LinkRow>> {
  const page = openPage(ctx.workspaceId, 'links', input);
  const after = page.after === undefined ? undefined : positionIn(page.after);
  if (after && !/^\d{1,15}$/.test(after.rest)) throw new ApiError('invalid_cursor');
  const ranked = await ctx.analyst.ask('ranked_links', {
    workspaceId: ctx.workspaceId,
    chosen: linkSelection(ctx.store, ctx.workspaceId, linksWhere(ctx, input)),
    by,
    after: after ? { id: after.id, value: Number(after.rest) } : null,
    limit: page.maxRows,
  });
  return page.answer(
    ranked,
    ({ id, value }) => `${id} ${value}`,
    (shown) => rowsOf(ctx, idsOf(shown)),
  );
}

/** In the same order; links deleted meanwhile are left out. */
async function rowsOf(ctx: LinksContext, ids: readonly string[]): Promise<LinkRow[]> {
  const rows = await findLinks(ctx, ctx.db, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Two domains can have the same slug, so the cursor includes the id. */
async function pageBySlug(ctx: LinksContext, input: ListLinks): Promise<Page<LinkRow>> {
  const { workspaceId } = ctx;
  const page = openPage(workspaceId, 'links', input);
  const after = page.after === undefined ? undefined : positionIn(page.after);
  const { limit: _limit, cursor: _cursor, sort: _sort, ...chosen } = input;
  if (!isPlain(chosen)) {
    const found = await ctx.analyst.ask('links_by_slug', {
      workspaceId,
      chosen: linkSelection(ctx.store, workspaceId, linksWhere(ctx, input)),
      after: after ? { id: after.id, slugKey: after.rest } : null,
      limit: page.maxRows,
    });
    return page.answer(found, slugPosition, (shown) => rowsOf(ctx, idsOf(shown)));
  }
  const rows = await ctx.db.select(links, {
    where: and(
      linksWhere(ctx, input),
      // This redundant bound lets the index scan start there.
      after && gte(links.slugKey, after.rest),
      after && or(gt(links.slugKey, after.rest), gt(links.id, after.id)),
    ),
    orderBy: [asc(links.slugKey), asc(links.id)],
    limit: page.maxRows,
  });
  return page.cut(rows, slugPosition);
}

const slugPosition = ({ id, slugKey }: { id: string; slugKey: string }): string => `${id} ${slugKey}`;

function positionIn(text: string): { id: string; rest: string } {
  const end = text.indexOf(' ');
  return { id: text.slice(0, end), rest: text.slice(end + 1) };
}
