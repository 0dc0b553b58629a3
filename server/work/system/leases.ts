import { runStatement, type Store } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED, NOW } from '../../db/dialect';
import type { LeaseTable } from '../types';

const leased = ({ where }: LeaseTable): string => where.replaceAll('now()', NOW);

export async function ownersOf(store: Store, tables: readonly LeaseTable[]): Promise<string[]> {
  const owners = new Set<string>();
  for (const one of tables) {
    const text = `select distinct lease_owner from ${one.table} where lease_owner is not null and ${leased(one)}`;
    const rows = await runStatement(store, text, []);
    for (const [owner] of rows) owners.add(String(owner));
  }
  return [...owners];
}

export async function endLeases(store: Store, tables: readonly LeaseTable[], owner: string): Promise<void> {
  for (const one of tables) {
    const { table, key, end } = one;
    // A process that has locked the row has already found it.
    await runStatement(
      store,
      `update ${table} set ${end} where ${key} in (
         select ${key} from ${table} where lease_owner = $1 and ${leased(one)}${FOR_UPDATE_SKIP_LOCKED})`,
      [owner],
    );
  }
}
