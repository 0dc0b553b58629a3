import { and, eq, inArray } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { linkDomains, links } from '../schema/links';

export async function domainIdsOf(store: Store, workspaceId: string): Promise<string[]> {
  const rows = await queries(store)
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(eq(linkDomains.workspaceId, workspaceId));
  return rows.map(({ id }) => id);
}

export async function countDomainLinks(
  store: Store,
  { id, workspaceId }: Pick<typeof linkDomains.$inferSelect, 'id' | 'workspaceId'>,
): Promise<number> {
  const db = queries(store);
  // A join on the workspace of each link would read the table beside the index.
  const own = db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(eq(linkDomains.workspaceId, workspaceId), eq(linkDomains.id, id)));
  return db.$count(links, inArray(links.domainId, own));
}
