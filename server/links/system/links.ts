import { and, asc, desc, eq, gt, inArray, like, ne, or, sql } from 'drizzle-orm';

import { prepared, queries, type Store } from '../../db/database';
import { workspaces } from '../../db/workspaces';
import { linkChanges, linkDomains, links, linkTagLinks } from '../schema/links';

export type LinkRow = Awaited<ReturnType<ReturnType<typeof linkByKey>['execute']>>[number];

/** The link at an address with its tag ids, unless the workspace is being deleted. */
export async function findLinkByKey(
  store: Store,
  domainId: string,
  slugKey: string,
): Promise<{ link: LinkRow; tagIds: string[] } | undefined> {
  const rows = await linkByKey(store).execute({ domainId, slugKey });
  const [link] = rows;
  return link && { link, tagIds: rows.flatMap(({ tagId }) => tagId ?? []) };
}

/** Built once, since every link that is not cached is looked up here. */
const linkByKey = prepared((db) =>
  db
    .select({
      id: links.id,
      workspaceId: links.workspaceId,
      workspaceState: workspaces.state,
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
      limitUrl: links.limitUrl,
      passwordHash: links.passwordHash,
      targeting: links.targeting,
      preview: links.preview,
      tagId: linkTagLinks.tagId,
    })
    .from(links)
    .innerJoin(workspaces, and(eq(workspaces.id, links.workspaceId), ne(workspaces.state, 'deleting')))
    .leftJoin(linkTagLinks, eq(linkTagLinks.linkId, links.id))
    .where(and(eq(links.domainId, sql.placeholder('domainId')), eq(links.slugKey, sql.placeholder('slugKey'))))
    .prepare('link_by_key'),
);

export type LinkDomainRow = typeof linkDomains.$inferSelect & {
  workspaceState: typeof workspaces.$inferSelect.state;
};

/** The verified domain of one of the hosts, unless its workspace is being deleted. */
export async function findLinkDomain(store: Store, hosts: readonly string[]): Promise<LinkDomainRow | undefined> {
  const [row] = await queries(store)
    .select({ domain: linkDomains, workspaceState: workspaces.state })
    .from(linkDomains)
    .innerJoin(workspaces, and(eq(workspaces.id, linkDomains.workspaceId), ne(workspaces.state, 'deleting')))
    .where(and(inArray(linkDomains.hostname, [...hosts]), ne(linkDomains.status, 'pending')))
    // A name with a port before the one without.
    .orderBy(desc(sql`length(${linkDomains.hostname})`))
    .limit(1);
  return row && { ...row.domain, workspaceState: row.workspaceState };
}

/** Whether a domain of one of the hosts, verified or not, has this token. */
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

/** Changes after a number, and `missing` numbers that have been committed since, in order. */
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
