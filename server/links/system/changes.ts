import { lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { linkChanges } from '../schema/links';

export interface LinkAddress {
  domainId: string;
  slugKey: string | null;
}

/** Makes other processes reload compiled links. */
export async function recordLinkChanges(tx: Store, addresses: readonly LinkAddress[], at: Date): Promise<void> {
  if (addresses.length === 0) return;
  await queries(tx)
    .insert(linkChanges)
    .values(addresses.map(({ domainId, slugKey }) => ({ domainId, slugKey, createdAt: at })));
}

export async function purgeLinkChanges(store: Store, before: Date): Promise<void> {
  await queries(store).delete(linkChanges).where(lt(linkChanges.createdAt, before));
}
