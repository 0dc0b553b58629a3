import { and, asc, desc, eq, gt, inArray, like, lte, ne, or, sql } from 'drizzle-orm';

import { prepared, queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { linkChanges, linkDomains, links, linkTagLinks } from '../schema/links';

export type RedirectRow = Awaited<ReturnType<ReturnType<typeof linkByKey>['execute']>>[number];

export async function findLinkByKey(
  store: Store,
  domainId: string,
  slugKey: string,
): Promise<{ link: RedirectRow; tagIds: string[] } | undefined> {
  const rows = await linkByKey(store).execute({ domainId, slugKey });
  const [link] = rows;
  return link && { link, tagIds: rows.flatMap(({ tagId }) => tagId ?? []) };
}

/** Prepared once, since every lookup that misses the cache runs it. */
const linkByKey = prepared((db) =>
  db
    .select({
      id: links.id,
      workspaceId: links.workspaceId,
      workspaceState: workspaces.status,
      slugKey: links.slugKey,
      version: links.version,
      url: links.url,
      redirectStatus: links.redirectStatus,
      indexable: links.indexable,
      forwardQuery: links.forwardQuery,
      disabled: links.disabled,
      blockedAt: links.blockedAt,
      startsAt: links.startsAt,
      expiresAt: links.expiresAt,
      expiredUrl: links.expiredUrl,
      maxClicks: links.maxClicks,
      limitReachedUrl: links.limitReachedUrl,
      passwordHash: links.passwordHash,
      targeting: links.targeting,
      preview: links.preview,
      tagId: linkTagLinks.tagId,
    })
    .from(links)
    .innerJoin(workspaces, and(eq(workspaces.id, links.workspaceId), ne(workspaces.status, 'deleting')))
    .leftJoin(linkTagLinks, eq(linkTagLinks.linkId, links.id))
    .where(and(eq(links.domainId, sql.placeholder('domainId')), eq(links.slugKey, sql.placeholder('slugKey'))))
    .prepare('link_by_key'),
);

export type LinkDomainRow = typeof linkDomains.$inferSelect & {
  workspaceState: typeof workspaces.$inferSelect.status;
};

/** Excludes workspaces that are being deleted. */
export async function findLinkDomain(store: Store, hosts: readonly string[]): Promise<LinkDomainRow | undefined> {
  const [row] = await queries(store)
    .select({ domain: linkDomains, workspaceState: workspaces.status })
    .from(linkDomains)
    .innerJoin(workspaces, and(eq(workspaces.id, linkDomains.workspaceId), ne(workspaces.status, 'deleting')))
    .where(and(inArray(linkDomains.hostname, [...hosts]), ne(linkDomains.status, 'pending')))
    // A name with a port takes precedence over one without.
    .orderBy(desc(sql`length(${linkDomains.hostname})`))
    .limit(1);
  return row && { ...row.domain, workspaceState: row.workspaceState };
}

export async function isDomainToken(store: Store, hosts: readonly string[], token: string): Promise<boolean> {
  const rows = await queries(store)
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(inArray(linkDomains.hostname, [...hosts]), eq(linkDomains.token, token)))
    .limit(1);
  return rows.length > 0;
}

export async function findLinksUnder(store: Store, domainId: string, segments: readonly string[]) {
  const isUnder = or(
    inArray(links.slugKey, [...segments]),
    ...segments.map((word) => like(links.slugKey, `${word}/%`)),
  );
  return queries(store)
    .select({ id: links.id, slug: links.slug })
    .from(links)
    .where(and(eq(links.domainId, domainId), isUnder))
    .limit(100);
}

/** Includes `missing` numbers that were committed late, in order. */
export async function readLinkChanges(store: Store, after: number, missing: readonly number[]) {
  const isNew = gt(linkChanges.seq, after);
  return queries(store)
    .select({ seq: linkChanges.seq, domainId: linkChanges.domainId, slugKey: linkChanges.slugKey })
    .from(linkChanges)
    .where(missing.length === 0 ? isNew : or(isNew, inArray(linkChanges.seq, [...missing])))
    .orderBy(asc(linkChanges.seq));
}

export async function latestLinkChange(store: Store): Promise<number> {
  const [row] = await queries(store)
    .select({ seq: linkChanges.seq })
    .from(linkChanges)
    .orderBy(desc(linkChanges.seq))
    .limit(1);
  return row?.seq ?? 0;
}

export async function findTakenSlugs(
  store: Store,
  domainId: string,
  slugKeys: readonly string[],
  exceptId = '',
): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ slugKey: links.slugKey })
    .from(links)
    .where(and(eq(links.domainId, domainId), inArray(links.slugKey, [...slugKeys]), ne(links.id, exceptId)));
  return new Set(rows.map(({ slugKey }) => slugKey));
}

export async function listExpiredLinks(store: Store, now: Date, limit: number) {
  return (
    queries(store)
      .select({ id: links.id, workspaceId: links.workspaceId, maxClicks: links.maxClicks })
      .from(links)
      // Must repeat the condition of the partial index.
      .where(and(lte(links.expiresAt, now), sql`expires_at is not null and expired_event_at is null`))
      .orderBy(asc(links.expiresAt))
      .limit(limit)
  );
}
