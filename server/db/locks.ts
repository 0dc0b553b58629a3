import { runStatement, type Store, type Value } from './database';
import { engine } from './engine';

/* SQLite has one writer, whose transaction holds all of these already. */

/** True for one transaction at a time, until it ends. */
export async function tryLock(tx: Store, name: string): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const [row] = await runStatement(tx, 'select pg_try_advisory_xact_lock(hashtextextended($1::text, 0))', [name]);
  return row?.[0] === true;
}

/** Keeps the lock until the transaction ends. */
export async function waitForLock(tx: Store, name: string): Promise<void> {
  if (engine === 'sqlite') return;
  await runStatement(tx, 'select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [name]);
}

/** The order prevents deadlocks. */
export async function lockInOrder(tx: Store, from: string, params: readonly Value[]): Promise<void> {
  if (engine === 'postgres') await runStatement(tx, `select id ${from} order by id for no key update`, params);
}
