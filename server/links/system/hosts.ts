import { and, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkDomains } from '../schema/links';

/** Which of the hosts are verified link domains of any workspace. */
export async function findLinkHosts(store: Store, hosts: readonly string[]): Promise<Set<string>> {
  const rows = await queries(store)
    .select({ hostname: linkDomains.hostname })
    .from(linkDomains)
    // As the partial index spells it.
    .where(and(inArray(linkDomains.hostname, [...hosts]), sql`${linkDomains.status} <> 'pending'`));
  return new Set(rows.map(({ hostname }) => hostname));
}
