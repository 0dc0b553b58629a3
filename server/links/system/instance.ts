import { and, asc, desc, eq, gt, isNotNull, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { contains, given } from '../../db/match';
import { users } from '../../db/users';
import { workspaces } from '../../db/workspaces';
import { linkBlockedHosts, linkDomains, links } from '../schema/links';

type BlockedHostRow = typeof linkBlockedHosts.$inferSelect;

export async function listBlockedHosts(
  store: Store,
  { after, q, limit }: { after: string | undefined; q: string | undefined; limit: number },
): Promise<(BlockedHostRow & { createdByName: string | null })[]> {
  const rows = await queries(store)
    .select({ row: linkBlockedHosts, createdByName: users.name })
    .from(linkBlockedHosts)
    .leftJoin(users, eq(users.id, linkBlockedHosts.createdBy))
    .where(
      and(
        after === undefined ? undefined : gt(linkBlockedHosts.host, after),
        given(q, (part) => contains(linkBlockedHosts.host, part)),
      ),
    )
    .orderBy(asc(linkBlockedHosts.host))
    .limit(limit);
  return rows.map(({ row, createdByName }) => ({ ...row, createdByName }));
}

export async function readBlockedHosts(store: Store): Promise<string[]> {
  const rows = await queries(store)
    .select({ host: linkBlockedHosts.host })
    .from(linkBlockedHosts)
    .orderBy(asc(linkBlockedHosts.host));
  return rows.map(({ host }) => host);
}

export const countBlockedHosts = (store: Store): Promise<number> => queries(store).$count(linkBlockedHosts);

export async function insertBlockedHost(tx: Store, row: BlockedHostRow): Promise<boolean> {
  const rows = await queries(tx).insert(linkBlockedHosts).values(row).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function deleteBlockedHost(tx: Store, host: string): Promise<BlockedHostRow | undefined> {
  const [row] = await queries(tx).delete(linkBlockedHosts).where(eq(linkBlockedHosts.host, host)).returning();
  return row;
}

export async function findLinkAt(store: Store, domainId: string, slugKey: string) {
  const [row] = await queries(store)
    .select()
    .from(links)
    .where(and(eq(links.domainId, domainId), eq(links.slugKey, slugKey)));
  return row;
}

export async function listDomainsNamed(store: Store, hostname: string) {
  return queries(store)
    .select()
    .from(linkDomains)
    .where(eq(linkDomains.hostname, hostname))
    .orderBy(asc(linkDomains.id));
}

export async function listLinksBlockedByHand(
  store: Store,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return queries(store)
    .select({
      id: links.id,
      workspaceId: links.workspaceId,
      workspaceName: workspaces.name,
      slug: links.slug,
      blockedAt: links.blockedAt,
      blockedNote: links.blockedNote,
      domain: linkDomains,
    })
    .from(links)
    .innerJoin(workspaces, eq(workspaces.id, links.workspaceId))
    .leftJoin(linkDomains, eq(linkDomains.id, links.domainId))
    .where(
      and(
        isNotNull(links.blockedAt),
        eq(links.blockedReason, 'operator'),
        after === undefined ? undefined : lt(links.id, after),
      ),
    )
    .orderBy(desc(links.id))
    .limit(limit);
}
