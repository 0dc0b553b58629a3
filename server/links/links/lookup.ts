import { and, eq } from 'drizzle-orm';

import type { CheckSlug, LookupLink, SlugAvailability } from '../../../shared/links/inputs';
import type { Link } from '../../../shared/links/links';
import { checkSlug, generateSlug, slugKeyOf } from '../../../shared/links/slugs';
import { ApiError, firstOrNotFound } from '../../errors';
import type { LinksContext } from '../context';
import {
  isSharedHost,
  type LinkDomainInfo,
  linkDomainInfoOf,
  mayUseDomain,
  noDefaultDomain,
  relateDomain,
  sharedDomainInfo,
} from '../domains/find';
import { linkDomains, links, type LinkRow } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import { findTakenSlugs } from '../system/links';
import { presentForCaller } from './present';

/** All given identifiers must name the same link. Throws 404, and 422 without an identifier. */
export async function lookupLink(ctx: LinksContext, input: LookupLink): Promise<Link> {
  const { external_id: externalId, short_url: shortUrl, domain, slug } = input;
  if ((domain === undefined) !== (slug === undefined) || (externalId ?? shortUrl ?? slug) === undefined) {
    throw new ApiError('unprocessable', 'Give `external_id`, `short_url`, or both `domain` and `slug`.');
  }
  const found = await Promise.all([
    ...(externalId === undefined ? [] : [byExternalId(ctx, externalId)]),
    ...(shortUrl === undefined ? [] : [byAddress(ctx, parseShortUrl(shortUrl))]),
    ...(domain === undefined || slug === undefined ? [] : [byAddress(ctx, { domain, slug })]),
  ]);
  const [row] = found;
  if (!row || !mayUseDomain(ctx, row.domainId) || found.some((other) => other?.id !== row.id)) {
    throw new ApiError('not_found');
  }
  const data = await presentForCaller(ctx, [row]);
  await ctx.listings.record(ctx, { operation: 'lookup', filters: input, sort: null, page: null, links: data });
  return firstOrNotFound(data);
}

async function byExternalId(ctx: LinksContext, externalId: string): Promise<LinkRow | undefined> {
  const [row] = await ctx.db.select(links, { where: eq(links.externalId, externalId), limit: 1 });
  return row;
}

async function byAddress(ctx: LinksContext, { domain, slug }: Address): Promise<LinkRow | undefined> {
  const domainInfo = await domainByHost(ctx, domain.toLowerCase());
  if (!domainInfo || slug === '') return undefined;
  const where = and(eq(links.domainId, domainInfo.id), eq(links.slugKey, slugKeyOf(slug, domainInfo.caseSensitive)));
  const [row] = await ctx.db.select(links, { where, limit: 1 });
  return row;
}

interface Address {
  domain: string;
  slug: string;
}

export function parseShortUrl(shortUrl: string): Address {
  const url = URL.parse(shortUrl);
  if (!url) return { domain: '', slug: '' };
  try {
    return { domain: url.host, slug: decodeURIComponent(url.pathname).replace(/^\//, '').replace(/\/$/, '') };
  } catch {
    return { domain: url.host, slug: '' };
  }
}

async function domainByHost(ctx: LinksContext, host: string): Promise<LinkDomainInfo | undefined> {
  if (isSharedHost(ctx, host)) return sharedDomainInfo(ctx);
  const [row] = await ctx.db.select(linkDomains, { where: eq(linkDomains.hostname, host), limit: 1 });
  return row && linkDomainInfoOf(ctx, row);
}

const SUGGESTIONS = 20;

export async function checkSlugAvailability(ctx: LinksContext, input: CheckSlug): Promise<SlugAvailability> {
  const domainId = input.domain_id ?? (await linkSettingsOf(ctx, ctx.store)).defaultDomainId;
  if (domainId === null) throw noDefaultDomain();
  const domainInfo = await relateDomain(ctx, ctx.db, domainId, '/domain_id');
  const check = checkSlug(input.slug, domainInfo);
  if (!check.ok && check.reason === 'invalid') return { available: false, reason: 'invalid', suggestion: null };

  const slug = check.ok ? check.slug : input.slug.normalize('NFC');
  const candidates = [slug, ...suggestionsFor(slug)].filter((text) => checkSlug(text, domainInfo).ok);
  const keyOf = (text: string): string => slugKeyOf(text, domainInfo.caseSensitive);
  const taken = await findTakenSlugs(ctx.store, domainInfo.id, candidates.map(keyOf));
  if (check.ok && !taken.has(keyOf(slug))) return { available: true, reason: null, suggestion: null };
  const suggestion = candidates.find((text) => text !== slug && !taken.has(keyOf(text))) ?? null;
  return { available: false, reason: check.ok ? 'taken' : 'reserved', suggestion };
}

const suggestionsFor = (slug: string): string[] => [
  ...Array.from({ length: SUGGESTIONS }, (_, index) => `${slug}-${index + 2}`),
  `${slug}-${generateSlug()}`,
];
