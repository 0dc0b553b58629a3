import { and, eq, ne } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkDomains } from '../schema/links';

export async function findOtherClaims(
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
