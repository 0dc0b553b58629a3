import type { Database as Connection } from 'bun:sqlite';

import { readMigrationFiles } from 'drizzle-orm/migrator';

import { MINUTE_MS } from '../../../shared/durations';
import { refuseUnreleased } from '../migrations-folder';

const TIMEOUT_MS = MINUTE_MS;

/** drizzle’s migrator reads pending migrations before it locks, so a second starting process would repeat them. */
export function migrate(connection: Connection, folder: string): void {
  const usual = connection.query('pragma busy_timeout').values()[0]?.[0];
  connection.run(`pragma busy_timeout = ${TIMEOUT_MS}`);
  // Dropping the old form of a rebuilt table would delete referring rows. The pragma has no effect in transactions.
  connection.run('pragma foreign_keys = off');
  try {
    connection.transaction(() => runPending(connection, folder)).immediate();
  } finally {
    connection.run('pragma foreign_keys = on');
    connection.run(`pragma busy_timeout = ${Number(usual)}`);
  }
}

function runPending(connection: Connection, folder: string): void {
  connection.run(
    'create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
  );
  const [applied] = connection.query('select min(created_at), max(created_at) from __drizzle_migrations').values();
  const [first, last] = applied ?? [];
  refuseUnreleased(first === null ? undefined : Number(first), folder);
  const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
    (migration) => migration.folderMillis > Number(last ?? 0),
  );
  if (pending.length === 0) return;

  for (const { sql, hash, folderMillis } of pending) {
    for (const statement of sql) connection.run(statement);
    connection.run('insert into __drizzle_migrations (hash, created_at) values (?, ?)', [hash, folderMillis]);
  }
  const broken = connection.query('pragma foreign_key_check').all();
  if (broken.length > 0) throw new Error(`The migration left ${broken.length} rows without their parent.`);
}
