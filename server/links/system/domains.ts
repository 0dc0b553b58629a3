import { and, eq, inArray, ne, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkDomains, links } from '../schema/links';

/** Undefined where the host is verified by another workspace, or exists in this one. */
export async function insertDomain(
  tx: Store,
  row: typeof linkDomains.$inferInsert,
): Promise<typeof linkDomains.$inferSelect | undefined> {
  const [made] = await queries(tx).insert(linkDomains).values(row).onConflictDoNothing().returning();
  return made;
}

/** Whether other workspaces have verified or claimed the host. */
export async function findRivals(
  store: Store,
  { workspaceId, hostname }: { workspaceId: string; hostname: string },
): Promise<'none' | 'pending' | 'verified'> {
  const rows = await queries(store)
    .select({ status: linkDomains.status })
    .from(linkDomains)
    .where(and(eq(linkDomains.hostname, hostname), ne(linkDomains.workspaceId, workspaceId)));
  if (rows.length === 0) return 'none';
  return rows.every(({ status }) => status === 'pending') ? 'pending' : 'verified';
}

export async function domainIdsOf(store: Store, workspaceId: string): Promise<string[]> {
  const rows = await queries(store)
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(eq(linkDomains.workspaceId, workspaceId));
  return rows.map(({ id }) => id);
}

/** Links on each domain of one workspace; domains without links are left out. */
export async function countDomainLinks(store: Store, domainIds: readonly string[]): Promise<Map<string, number>> {
  if (domainIds.length === 0) return new Map();
  const rows = await queries(store)
    .select({ domainId: links.domainId, links: sql<number | string>`count(*)` })
    .from(links)
    .where(inArray(links.domainId, [...domainIds]))
    .groupBy(links.domainId);
  return new Map(rows.map((row) => [row.domainId, Number(row.links)]));
}
