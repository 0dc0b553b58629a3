import { asc, inArray } from 'drizzle-orm';

import { type RedirectStatus, SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import { andThen, type Awaitable } from '../../awaitable';
import type { Config } from '../../config/config';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError, relatedNotFound } from '../../errors';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';

export type DomainRow = typeof linkDomains.$inferSelect;

export interface LinkDomainInfo {
  id: string;
  hostname: string;
  shared: boolean;
  caseSensitive: boolean;
  defaultRedirectStatus: RedirectStatus;
  base: string;
}

/** Automation has no actor, and may use all domains or `allowedDomainIds`. */
export type Caller = Partial<Pick<LinksContext, 'actor'>> & { allowedDomainIds?: readonly string[] | undefined };
type Configured = Pick<LinksContext, 'config'>;

export const grantedDomains = ({ actor, allowedDomainIds }: Caller): readonly string[] | undefined =>
  actor?.type === 'key' ? actor.resources.link_domains : allowedDomainIds;

export const mayUseDomain = (ctx: Caller, domainId: string): boolean => grantedDomains(ctx)?.includes(domainId) ?? true;

const sharedInfos = new WeakMap<Config, LinkDomainInfo>();

export function sharedDomainInfo({ config }: Configured): LinkDomainInfo {
  let info = sharedInfos.get(config);
  if (info === undefined) {
    info = {
      id: SHARED_DOMAIN_ID,
      hostname: new URL(config.linksBaseUrl).host,
      shared: true,
      caseSensitive: false,
      defaultRedirectStatus: 302,
      base: config.linksBaseUrl,
    };
    sharedInfos.set(config, info);
  }
  return info;
}

export const linkDomainInfoOf = ({ config }: Configured, row: DomainRow): LinkDomainInfo => ({
  id: row.id,
  hostname: row.hostname,
  shared: false,
  caseSensitive: row.caseSensitive,
  defaultRedirectStatus: row.defaultRedirectStatus,
  base: `${new URL(config.baseUrl).protocol}//${row.hostname}`,
});

export async function usableDomains(
  ctx: Caller & Configured,
  db: ScopedDb,
  domainIds: Iterable<string>,
): Promise<ReadonlyMap<string, LinkDomainInfo>> {
  const usable = [...new Set(domainIds)].filter((id) => mayUseDomain(ctx, id));
  const domainInfos = new Map(await linkDomainInfos(ctx, db, usable));
  if (!ctx.config.sharedLinkDomain || !usable.includes(SHARED_DOMAIN_ID)) domainInfos.delete(SHARED_DOMAIN_ID);
  return domainInfos;
}

/** Throws 422 `related_not_found` when the caller cannot use the domain. */
export async function relateDomain(
  ctx: Caller & Configured,
  db: ScopedDb,
  id: string,
  pointer: string,
): Promise<LinkDomainInfo> {
  const domainInfo = (await usableDomains(ctx, db, [id])).get(id);
  if (domainInfo) return domainInfo;
  throw relatedNotFound(pointer);
}

export const noDefaultDomain = (): ApiError =>
  fieldError(
    'unprocessable',
    '/domain_id',
    'required',
    'Must be given, because the workspace does not have a default domain.',
  );

/** Throws 409 when a domain has changed since it was read. */
export async function lockDomains(tx: ScopedDb, domainInfos: Iterable<LinkDomainInfo>): Promise<void> {
  const own = new Map(
    [...domainInfos].filter(({ shared }) => !shared).map((domainInfo) => [domainInfo.id, domainInfo]),
  );
  if (own.size === 0) return;
  const rows = await tx.select(linkDomains, {
    where: inArray(linkDomains.id, [...own.keys()]),
    orderBy: [asc(linkDomains.id)],
    lock: 'share',
  });
  const same = rows.filter((row) => own.get(row.id)?.caseSensitive === row.caseSensitive);
  if (same.length < own.size) throw new ApiError('conflict', 'The domain was changed by another request. Try again.');
}

export function linkDomainInfos(
  ctx: Configured,
  db: ScopedDb,
  domainIds: Iterable<string>,
): Awaitable<ReadonlyMap<string, LinkDomainInfo>> {
  const shared = sharedDomainInfo(ctx);
  const own = [...new Set(domainIds)].filter((id) => id !== SHARED_DOMAIN_ID);
  return andThen(
    db.getEach(linkDomains, own),
    (rows) => new Map([shared, ...rows.map((row) => linkDomainInfoOf(ctx, row))].map((info) => [info.id, info])),
  );
}

export const isSharedHost = (ctx: Configured, host: string): boolean => host === sharedDomainInfo(ctx).hostname;
