import { Database as Driver, type SQLQueryBindings } from 'bun:sqlite';

import type { Database } from '../../../db/database';
import { engine } from '../../../db/engine';
import { openPool } from '../../../db/postgres-pool';
import { sqlitePositions } from '../../../db/sql-text';
import { clicksFileOf } from '../../../db/sqlite-clicks-file';
import { idOfBytes, uuidBytes } from '../../../db/uuid';
import { postgresSql } from './postgres-drain';
import type { ClickSql } from './sql';

export type ClickDatabase = { url: string } | { file: string; clicksFile: string };

export const clickDatabaseOf = ({ file = '', url }: Pick<Database, 'file' | 'url'>): ClickDatabase =>
  engine === 'postgres' ? { url } : { file, clicksFile: clicksFileOf(file) };

/** Belongs in a Worker, since a query on SQLite blocks the thread. */
export interface ClickReader extends ClickSql {
  close(): Promise<void>;
}

export const openClickReader = (place: ClickDatabase): ClickReader =>
  'url' in place ? openPostgresReader(place.url) : openSqliteReader(place.file, place.clicksFile);

function openSqliteReader(file: string, clicksFile: string): ClickReader {
  const driver = new Driver(file, { readonly: true });
  driver.run('pragma busy_timeout = 5000');
  driver.run('pragma cache_size = -16384');
  driver.run('pragma temp_store = memory');
  driver.query('attach ? as clicks').run(clicksFile);
  // Rows of a link lie far apart, and copying their pages out of the system’s cache would take half of the time.
  driver.run('pragma clicks.mmap_size = 2147418112');
  return {
    // The driver caches prepared statements by their text.
    run: async (text, params = []) => driver.query(sqlitePositions(text)).values(...(params as SQLQueryBindings[])),
    transaction: () => Promise.reject(new Error('This connection only reads.')),
    id: uuidBytes,
    idOf: (prefix, value) => idOfBytes(prefix, value as Uint8Array),
    time: (milliseconds) => milliseconds,
    timeOf: Number,
    close: async () => driver.close(),
  };
}

function openPostgresReader(url: string): ClickReader {
  const pool = openPool({ url, max: 2, connection: { default_transaction_read_only: 'on' } });
  return { ...postgresSql(pool), close: () => pool.close() };
}
