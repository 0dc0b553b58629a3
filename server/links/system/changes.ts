import { lt } from 'drizzle-orm';

import { queries, runStatement, type Store, timeValue } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import { linkChanges } from '../schema/links';

export interface LinkAddress {
  domainId: string;
  slugKey: string | null;
}

/** Makes other processes reload compiled links. */
export async function recordLinkChanges(tx: Store, addresses: readonly LinkAddress[], at: Date): Promise<void> {
  if (addresses.length === 0) return;
  const rows = addresses.map((_, row) => `(${placeholders({ length: 3 }, 3 * row + 1)})`).join(', ');
  const values = addresses.flatMap(({ domainId, slugKey }) => [domainId, slugKey, timeValue(at.getTime())]);
  await runStatement(tx, `insert into link_changes (domain_id, slug_key, created_at) values ${rows}`, values);
}

export async function purgeLinkChanges(store: Store, before: Date): Promise<void> {
  await queries(store).delete(linkChanges).where(lt(linkChanges.createdAt, before));
}
