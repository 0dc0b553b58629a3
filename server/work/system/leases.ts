import { runStatement, type Store } from '../../db/database';
import { engine } from '../../db/engine';
import type { LeaseTable } from '../types';

const SKIP_LOCKED = engine === 'postgres' ? ' for update skip locked' : '';

const leased = ({ where }: LeaseTable): string =>
  where.replaceAll('now()', engine === 'postgres' ? 'now()' : `(cast(unixepoch('subsec') * 1000 as integer))`);

/** Processes that have leases, whether they live or not. */
export async function ownersOf(store: Store, tables: readonly LeaseTable[]): Promise<string[]> {
  const owners = new Set<string>();
  for (const one of tables) {
    const text = `select distinct lease_owner from ${one.table} where lease_owner is not null and ${leased(one)}`;
    const rows = await runStatement(store, text, []);
    for (const [owner] of rows) owners.add(String(owner));
  }
  return [...owners];
}

/** A process is gone: its leases end now, so that whoever looks for leases that ran out finds them. */
export async function endLeases(store: Store, tables: readonly LeaseTable[], owner: string): Promise<void> {
  for (const one of tables) {
    const { table, key, end } = one;
    // Whoever holds a row has found it already.
    await runStatement(
      store,
      `update ${table} set ${end} where ${key} in (
         select ${key} from ${table} where lease_owner = $1 and ${leased(one)}${SKIP_LOCKED})`,
      [owner],
    );
  }
}
