import { and, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkDomains } from '../schema/links';

export async function findLinkHosts(store: Store, hosts: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ hostname: linkDomains.hostname })
    .from(linkDomains)
    // Must repeat the condition of the partial index.
    .where(and(inArray(linkDomains.hostname, [...hosts]), sql`${linkDomains.status} <> 'pending'`));
  return new Set(rows.map(({ hostname }) => hostname));
}
