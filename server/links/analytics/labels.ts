import { inArray } from 'drizzle-orm';

import type { AnalyticsGroup } from '../../../shared/links/analytics';
import type { LinksContext } from '../context';
import { linkDomainInfos } from '../domains/find';
import { findLinks } from '../links/find';
import { shortUrlOf } from '../links/present';
import { linkTags } from '../schema/links';

const CONTINENTS: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const BOT_REASONS: Record<string, string> = {
  head: 'HEAD request',
  prefetch: 'Prefetched by a browser',
  no_user_agent: 'No user agent',
  preview: 'Link preview',
  http_client: 'HTTP client',
  crawler: 'Crawler',
  click_rate: 'Too many clicks a minute',
};

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

export async function labelsOf(
  ctx: LinksContext,
  group: AnalyticsGroup,
  keys: readonly string[],
): Promise<(key: string) => string> {
  switch (group) {
    case 'link':
      return lookIn(await shortUrls(ctx, keys));
    case 'domain': {
      const domainInfos = await linkDomainInfos(ctx, ctx.db, keys);
      return (key) => domainInfos.get(key)?.hostname ?? key;
    }
    case 'tag':
      return lookIn(await tagNames(ctx, keys));
    case 'country':
      return (key) => named(countries, key);
    case 'language':
      return (key) => named(languages, key);
    case 'continent':
      return (key) => CONTINENTS[key] ?? key;
    case 'bot_reason':
      return (key) => BOT_REASONS[key] ?? key;
    case 'weekday_hour':
      return (key) => `${WEEKDAYS[Number(key[0]) - 1] ?? ''} ${key.slice(2)}:00`;
    case 'time':
      return (key) => key.slice(0, 16).replace('T', ' ');
    case 'total':
      return () => 'Total';
    default:
      return (key) => key;
  }
}

const lookIn =
  (labels: ReadonlyMap<string, string>) =>
  (key: string): string =>
    labels.get(key) ?? key;

/** `Intl` throws for an invalid code, and a proxy header may contain anything. */
function named(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

async function shortUrls(ctx: LinksContext, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = [...(await findLinks(ctx, ctx.db, ids)).values()];
  const domainInfos = await linkDomainInfos(
    ctx,
    ctx.db,
    rows.map(({ domainId }) => domainId),
  );
  return new Map(rows.map(({ id, domainId, slug }) => [id, shortUrlOf(domainInfos.get(domainId), slug)]));
}

async function tagNames(ctx: LinksContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.select(linkTags, { where: inArray(linkTags.id, [...ids]) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
