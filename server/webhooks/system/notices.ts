import { runStatement, type Store } from '../../db/database';

/** Notifies other processes. Outside of transactions, since NOTIFY serialises all commits of the database. */
export async function announce(store: Store, channel: string, text: string): Promise<void> {
  await runStatement(store, 'select pg_notify($1, $2)', [channel, text]);
}
