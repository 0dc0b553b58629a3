import { Database as Driver, type SQLQueryBindings } from 'bun:sqlite';

import { sqlitePositions } from '../../../db/sql-text';
import { SqliteConnection } from '../../../db/sqlite/connection';
import { idOfBytes, uuidBytes } from '../../../db/uuid';
import type { ClickReader } from './sql';
import { openSqliteDrain } from './sqlite-drain';
import { sqliteSql } from './sqlite-sql';
import { type ClickEngine, createClickStore, type SharedState } from './store';

export const sqliteClicks = (file: string, clicksFile: string): ClickEngine => ({
  openReader: () => openSqliteReader(file, clicksFile),
  openStore(writes) {
    const connection = new SqliteConnection(clicksFile);
    const sql = { ...sqliteSql(connection), close: async () => connection.close() };
    return createClickStore(sql, writes, NO_SHARED_STATE);
  },
  openDrain: () => openSqliteDrain(clicksFile),
});

/** The process counts uses in memory, and its journal is a file. */
const NO_SHARED_STATE: SharedState = {
  sharedUses: undefined,
  oldestWaiting: async () => null,
  waitingBytes: async () => 0,
};

function openSqliteReader(file: string, clicksFile: string): ClickReader {
  const driver = new Driver(file, { readonly: true });
  driver.run('pragma busy_timeout = 5000');
  driver.run('pragma cache_size = -16384');
  driver.run('pragma temp_store = memory');
  driver.query('attach ? as clicks').run(clicksFile);
  // Rows of a link are far apart, and copying their pages out of the system’s cache would take half of the time.
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
