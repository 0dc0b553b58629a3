import { Link, type LinkStatus } from '../../../shared/links/links';
import { utmOf } from '../../../shared/links/utm';
import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { timeText } from '../../times';
import type { LinkCounters } from '../clicks/store/store';
import type { LinksContext } from '../context';
import { type LinkDomainInfo, linkDomainInfos } from '../domains/find';
import { readTagsOfLinks, type TagOfLink } from '../queries/tags';
import type { LinkRow } from '../schema/links';
import { clickStatsOf, type LinkClickStats } from './click-stats';

type Context = Pick<LinksContext, 'config' | 'now'>;

export function presentLinks(
  ctx: Context,
  db: ScopedDb,
  rows: readonly LinkRow[],
  clickStats: LinkClickStats,
  mayHaveTags = true,
): Awaitable<Link[]> {
  const domainIds = rows.map(({ domainId }) => domainId);
  return andThen(linkDomainInfos(ctx, db, domainIds), (domainInfos) =>
    presentOnDomains(ctx, db, rows, { domainInfos, clickStats, mayHaveTags }),
  );
}

interface PresentOptions {
  domainInfos: ReadonlyMap<string, LinkDomainInfo>;
  clickStats: LinkClickStats;
  mayHaveTags: boolean;
}

export function presentOnDomains(
  ctx: Pick<Context, 'now'>,
  db: ScopedDb,
  rows: readonly LinkRow[],
  { domainInfos, clickStats, mayHaveTags }: PresentOptions,
): Awaitable<Link[]> {
  const ids = mayHaveTags ? rows.map(({ id }) => id) : [];
  return andThen(readTagsOfLinks(db, ids), (tags) => {
    const now = ctx.now();
    return rows.map((row) =>
      presentRow(row, { domainInfo: domainInfos.get(row.domainId), tags: tags.get(row.id), clickStats, now }),
    );
  });
}

export const presentForCaller = (ctx: LinksContext, rows: readonly LinkRow[]): Awaitable<Link[]> =>
  andThen(clickStatsOf(ctx, rows), (known) =>
    andThen(presentLinks(ctx, ctx.db, rows, known), (made) => made.map((link) => hideCounters(ctx, link))),
  );

export const canReadLinks = ({ actor }: Pick<LinksContext, 'actor'>): boolean =>
  actor.type !== 'key' || actor.scopes.has('links:read');

/** Hides counters from callers who cannot read links, or a key could learn them by creating an existing link again. */
export function hideCounters(ctx: Pick<LinksContext, 'actor'>, link: Link): Link {
  if (canReadLinks(ctx)) return link;
  return {
    ...link,
    clicks: null,
    unique_clicks: null,
    bot_clicks: null,
    last_clicked_at: null,
    remaining_clicks: null,
  };
}

export const shortUrlOf = (domainInfo: LinkDomainInfo | undefined, slug: string): string =>
  `${domainInfo?.base ?? ''}/${encodeURI(slug)}`;

interface PresentContext {
  /** Undefined when the domain was deleted meanwhile. */
  domainInfo: LinkDomainInfo | undefined;
  tags: readonly TagOfLink[] | undefined;
  clickStats: LinkClickStats;
  now: Date;
}

const NO_COUNTERS: LinkCounters = { clicks: 0, uniqueClicks: 0, botClicks: 0, lastClickedAt: null };

function presentRow(row: LinkRow, { domainInfo, tags = [], clickStats, now }: PresentContext): Link {
  const shortUrl = shortUrlOf(domainInfo, row.slug);
  const counted = clickStats.counters.get(row.id) ?? NO_COUNTERS;
  return presentAs(Link, row, {
    domain: domainInfo?.hostname ?? '',
    short_url: shortUrl,
    qr_url: `${shortUrl}+qr.svg`,
    tags: tags.map(({ name }) => name),
    tag_ids: tags.map(({ id }) => id),
    remaining_clicks: row.maxClicks === null ? null : remainingOf(row, row.maxClicks, clickStats),
    has_password: row.passwordHash !== null,
    utm: utmOf(row.url),
    status: statusOf(row, now),
    clicks: counted.clicks,
    unique_clicks: counted.uniqueClicks,
    bot_clicks: counted.botClicks,
    last_clicked_at: timeText(counted.lastClickedAt),
    created_by: { type: row.createdByType, id: row.createdById },
  });
}

/** The first condition that holds, in the order of the redirect. */
function statusOf(row: LinkRow, now: Date): LinkStatus {
  if (row.blockedAt) return 'blocked';
  if (row.disabled) return 'disabled';
  if (row.startsAt && row.startsAt > now) return 'scheduled';
  if (row.expiresAt && row.expiresAt <= now) return 'expired';
  return row.limitReachedAt ? 'limit_reached' : 'active';
}

const remainingOf = (row: LinkRow, max: number, { uses }: LinkClickStats): number =>
  row.limitReachedAt ? 0 : Math.max(0, max - (uses.get(row.id) ?? 0));
