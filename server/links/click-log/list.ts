import { MINUTE_MS } from '../../../shared/durations';
import type { Click, ClickedLink, ListClicks, ListClicksOfLink } from '../../../shared/links/clicks';
import type { Page } from '../../../shared/page';
import { ApiError } from '../../errors';
import { chargeAnalytics } from '../../limits/charge';
import { openPage } from '../../paging';
import { visibleDomainIds } from '../analytics/question';
import type { ClickRow, ClickRowsQuery } from '../clicks/analytics/rows';
import { presentClick } from '../clicks/present-click';
import type { LinksContext } from '../context';
import { NO_CLICK_STATS } from '../links/click-stats';
import { findLinks, requireLink, visibleLinkIds } from '../links/find';
import { presentLinks } from '../links/present';

/** Throws 400 `invalid_cursor`, 429 above 120 a minute. */
export async function listClicks(ctx: LinksContext, input: ListClicks): Promise<Page<Click>> {
  chargeAnalytics(ctx);
  const page = openPage(ctx.workspaceId, 'clicks', input);
  const after = page.after === undefined ? null : positionIn(page.after);
  const linkIds = await visibleLinkIds(ctx, input.link_ids);

  const rows = await ctx.analyst.ask('clicks', {
    ...clickRowsQuery(ctx, input),
    linkIds,
    country: input.country ?? null,
    order: input.sort === 'created_at' ? 'asc' : 'desc',
    after,
    limit: page.maxRows,
  });
  return page.answer(
    rows,
    ({ at, seq }) => `${at}.${seq}`,
    (clicks) => presentClicks(ctx, clicks),
  );
}

export async function listClicksOfLink(
  ctx: LinksContext,
  { link_id, ...input }: ListClicksOfLink,
): Promise<Page<Click>> {
  await requireLink(ctx, ctx.db, link_id);
  return listClicks(ctx, { ...input, link_ids: [link_id] });
}

type ListQuery = Pick<ClickRowsQuery, 'workspaceId' | 'domainIds' | 'from' | 'to' | 'bots'>;

export const clickRowsQuery = (
  ctx: LinksContext,
  { from, to, bots }: Pick<ListClicks, 'from' | 'to' | 'bots'>,
): ListQuery => ({
  workspaceId: ctx.workspaceId,
  domainIds: visibleDomainIds(ctx, undefined),
  from: from === undefined ? 0 : Date.parse(from),
  // The clock of another node may be ahead.
  to: to === undefined ? ctx.now().getTime() + MINUTE_MS : Date.parse(to),
  bots,
});

export async function presentClicks(ctx: LinksContext, rows: readonly ClickRow[]): Promise<Click[]> {
  const links = await clickedLinks(ctx, [...new Set(rows.map(({ linkId }) => linkId))]);
  return rows.flatMap((row) => {
    const link = links.get(row.linkId);
    return link ? [presentClick(row, link)] : [];
  });
}

async function clickedLinks(ctx: LinksContext, ids: readonly string[]): Promise<Map<string, ClickedLink>> {
  const rows = [...(await findLinks(ctx, ctx.db, ids)).values()];
  const links = await presentLinks(ctx, ctx.db, rows, NO_CLICK_STATS);
  return new Map(
    links.map(
      ({ id, domain_id, domain, slug, short_url, url, external_id, tags, tag_ids, metadata, publication_id }) => [
        id,
        { id, domain_id, domain, slug, short_url, url, external_id, tags, tag_ids, metadata, publication_id },
      ],
    ),
  );
}

function positionIn(position: string): { at: number; seq: number } {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(position);
  if (!match) throw new ApiError('invalid_cursor');
  return { at: Number(match[1]), seq: Number(match[2]) };
}
