import { lt } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { engine } from '../engine';
import { linkChanges } from '../schema';

export interface LinkAddress {
  domainId: string;
  /** Null: all of the domain. */
  slugKey: string | null;
}

/** Tells other processes which compiled links to read anew; SQLite has one process, which needs no telling. */
export async function recordLinkChanges(tx: Store, addresses: readonly LinkAddress[], at: Date): Promise<void> {
  if (engine === 'sqlite' || addresses.length === 0) return;
  await queries(tx)
    .insert(linkChanges)
    .values(addresses.map(({ domainId, slugKey }) => ({ domainId, slugKey, createdAt: at })));
}

export async function purgeLinkChanges(store: Store, before: Date): Promise<void> {
  await queries(store).delete(linkChanges).where(lt(linkChanges.createdAt, before));
}
