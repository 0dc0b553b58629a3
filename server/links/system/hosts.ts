import { runStatement, type Store } from '../../db/database';
import { placeholders } from '../../db/sql-text';

export async function findLinkHosts(store: Store, hosts: readonly string[]): Promise<Set<string>> {
  // Must repeat the condition of the partial index.
  const text = `select hostname from link_domains where hostname in (${placeholders(hosts)}) and status <> 'pending'`;
  const rows = await runStatement(store, text, [...hosts]);
  return new Set(rows.map(([hostname]) => String(hostname)));
}
