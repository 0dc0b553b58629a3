import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import {
  CLAIM,
  READ_FENCE,
  StaleFence,
  STORE_TABLES,
  type StoreOwner,
  type StoreRow,
  type Statement,
  type StoreDatabase,
} from './database';

/** A file of its own, since large writes of keys would block the database of the server. */
export function openSqlite(path: string): StoreDatabase {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { create: true });
  database.run('pragma busy_timeout = 5000');
  database.run('pragma journal_mode = wal');
  database.run('pragma synchronous = normal');
  for (const table of STORE_TABLES) database.run(table);

  const writeAll = database.transaction((owner: StoreOwner, statements: readonly Statement[]) => {
    const row = database.query<{ fence: number }, [string]>(READ_FENCE).get(owner.instanceId);
    if (row?.fence !== owner.fence) throw new StaleFence(owner);
    for (const { text, values } of statements) database.query(text).run(...values);
  });

  return {
    async claim(owner) {
      if (database.query(CLAIM).get(owner.instanceId, owner.fence) === null) throw new StaleFence(owner);
    },
    read: async ({ text, values }) => database.query<StoreRow, (string | number)[]>(text).all(...values),
    write: async (owner, statements) => writeAll.immediate(owner, statements),
    close: async () => database.close(),
  };
}
