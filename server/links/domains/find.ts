import { asc, inArray } from 'drizzle-orm';

import { type RedirectStatus, SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';

export type DomainRow = typeof linkDomains.$inferSelect;

/** Where links stand. */
export interface LinkPlace {
  id: string;
  hostname: string;
  shared: boolean;
  caseSensitive: boolean;
  defaultRedirectStatus: RedirectStatus;
  /** Scheme and host of its links’ addresses. */
  base: string;
}

/** Automation has no actor: it reaches all domains, or those that it is held to. */
export type Caller = Partial<Pick<LinksContext, 'actor'>> & { reachedDomains?: readonly string[] | undefined };
type Configured = Pick<LinksContext, 'config'>;

/** The domains that a key is narrowed to; undefined for all. */
export const narrowedTo = ({ actor, reachedDomains }: Caller): readonly string[] | undefined =>
  actor?.type === 'key' ? actor.resources.link_domains : reachedDomains;

export const reachesDomain = (ctx: Caller, domainId: string): boolean => narrowedTo(ctx)?.includes(domainId) ?? true;

export const sharedPlace = ({ config }: Configured): LinkPlace => ({
  id: SHARED_DOMAIN_ID,
  hostname: new URL(config.linksBaseUrl).host,
  shared: true,
  caseSensitive: false,
  defaultRedirectStatus: 302,
  base: config.linksBaseUrl,
});

export const placeOf = ({ config }: Configured, row: DomainRow): LinkPlace => ({
  id: row.id,
  hostname: row.hostname,
  shared: false,
  caseSensitive: row.caseSensitive,
  defaultRedirectStatus: row.defaultRedirectStatus,
  base: `${new URL(config.baseUrl).protocol}//${row.hostname}`,
});

/** Those of the domains on which the caller can make links. */
export async function reachablePlaces(
  ctx: Caller & Configured,
  db: ScopedDb,
  domainIds: Iterable<string>,
): Promise<ReadonlyMap<string, LinkPlace>> {
  const reached = [...new Set(domainIds)].filter((id) => reachesDomain(ctx, id));
  const places = new Map(await placesOf(ctx, db, reached));
  if (!ctx.config.sharedLinkDomain || !reached.includes(SHARED_DOMAIN_ID)) places.delete(SHARED_DOMAIN_ID);
  return places;
}

/** A domain that the input names. Throws 422 `related_not_found` when the caller does not reach it. */
export async function relateDomain(
  ctx: Caller & Configured,
  db: ScopedDb,
  id: string,
  pointer: string,
): Promise<LinkPlace> {
  const place = (await reachablePlaces(ctx, db, [id])).get(id);
  if (place) return place;
  throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
}

/**
 * Keeps domains, on which links are about to stand, from being deleted or changed until the transaction ends. Throws
 * 409 when one was since it was read.
 */
export async function holdPlaces(tx: ScopedDb, places: Iterable<LinkPlace>): Promise<void> {
  const own = new Map([...places].filter(({ shared }) => !shared).map((place) => [place.id, place]));
  if (own.size === 0) return;
  const rows = await tx.select(linkDomains, {
    where: inArray(linkDomains.id, [...own.keys()]),
    orderBy: [asc(linkDomains.id)],
    lock: 'share',
  });
  const same = rows.filter((row) => own.get(row.id)?.caseSensitive === row.caseSensitive);
  if (same.length < own.size) throw new ApiError('conflict', 'The domain was changed by another request. Try again.');
}

/** The places of links that are there already, by the ids of their domains. */
export async function placesOf(
  ctx: Configured,
  db: ScopedDb,
  domainIds: Iterable<string>,
): Promise<ReadonlyMap<string, LinkPlace>> {
  const shared = sharedPlace(ctx);
  const own = [...new Set(domainIds)].filter((id) => id !== SHARED_DOMAIN_ID);
  const rows = own.length > 0 ? await db.select(linkDomains, { where: inArray(linkDomains.id, own) }) : [];
  return new Map([shared, ...rows.map((row) => placeOf(ctx, row))].map((place) => [place.id, place]));
}

/** Whether the host is the installation’s own for links. */
export const isSharedHost = (ctx: Configured, host: string): boolean => host === sharedPlace(ctx).hostname;
