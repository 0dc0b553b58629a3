import { sql } from 'drizzle-orm';

import { queries, runStatement, type Store } from './database';
import { engine } from './engine';
import { isUnreleased, migrationsFolder, readJournal } from './migrations-folder';

type Time = number | string | null;

const applied = engine === 'postgres' ? sql`drizzle.__drizzle_migrations` : sql`__drizzle_migrations`;

interface MigrationState {
  pending: string[];
  newer: boolean;
  unreleased: boolean;
}

export async function migrationState(store: Store): Promise<MigrationState> {
  const folder = migrationsFolder(engine);
  const entries = readJournal(folder);
  const { first, last } = await appliedTimes(store);
  return {
    pending: entries.filter((entry) => entry.when > last).map((entry) => entry.tag),
    newer: last > (entries.at(-1)?.when ?? 0),
    unreleased: isUnreleased(first, folder),
  };
}

/** Writes nothing. Throws when the database is read-only. */
export async function tryToWrite(store: Store): Promise<void> {
  await runStatement(store, 'update workspaces set name = name where id is null', []);
}

async function appliedTimes(store: Store): Promise<{ first: number | undefined; last: number }> {
  const db = queries(store);
  await db.select({ one: sql`1` }).from(sql`(select 1) as reachable`);
  try {
    const [row] = await db
      .select({ first: sql<Time>`min(created_at)`, last: sql<Time>`max(created_at)` })
      .from(applied);
    return { first: row?.first == null ? undefined : Number(row.first), last: Number(row?.last ?? 0) };
  } catch {
    return { first: undefined, last: 0 };
  }
}
