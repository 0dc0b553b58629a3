import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';

import { queries, runStatement, type Store } from './database';
import { engine } from './engine';
import { migrationsFolder } from './migrations-folder';

interface Journal {
  entries: { when: number; tag: string }[];
}

const applied = engine === 'postgres' ? sql`drizzle.__drizzle_migrations` : sql`__drizzle_migrations`;

/** Pending migrations; `newer` when the database has migrations that this version lacks. */
export async function migrationState(store: Store): Promise<{ pending: string[]; newer: boolean }> {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder(engine), 'meta/_journal.json'), 'utf8')) as Journal;
  const last = await lastApplied(store);
  const known = entries.at(-1)?.when ?? 0;
  return { pending: entries.filter((entry) => entry.when > last).map((entry) => entry.tag), newer: last > known };
}

/** Throws when the database is read-only; writes nothing. */
export async function tryToWrite(store: Store): Promise<void> {
  await runStatement(store, 'update workspaces set name = name where id is null', []);
}

/** 0 for a database without migrations. Throws when the database does not answer. */
async function lastApplied(store: Store): Promise<number> {
  const db = queries(store);
  await db.select({ one: sql`1` }).from(sql`(select 1) as reachable`);
  try {
    const [row] = await db.select({ last: sql<number | string | null>`max(created_at)` }).from(applied);
    return Number(row?.last ?? 0);
  } catch {
    return 0;
  }
}
