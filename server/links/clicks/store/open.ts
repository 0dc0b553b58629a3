import { openPool } from '../../../db/postgres-pool';
import { SqliteConnection } from '../../../db/sqlite-connection';
import type { ClickDatabase } from './click-reader';
import type { DrainStore } from './drain-store';
import { openPostgresDrain, postgresSql } from './postgres-drain';
import { openSqliteDrain } from './sqlite-drain';
import { sqliteSql } from './sqlite-sql';
import { type ClickStore, type ClickWrites, createClickStore } from './store';

export function openClickStore(place: ClickDatabase, writes: ClickWrites): ClickStore {
  if ('url' in place) {
    const pool = openPool({ url: place.url, max: 2 });
    return createClickStore({ ...postgresSql(pool), close: () => pool.close() }, writes);
  }
  const connection = new SqliteConnection(place.clicksFile);
  return createClickStore({ ...sqliteSql(connection), close: async () => connection.close() }, writes);
}

export const openDrainStore = (place: ClickDatabase): DrainStore =>
  'url' in place ? openPostgresDrain(place.url) : openSqliteDrain(place.clicksFile);
