import { dirname, join } from 'node:path';

import { migrationsFolder } from '../migrations-folder';
import { SqliteConnection } from './connection';
import { migrate } from './migrate';

/** Clicks have a file of their own, since bun:sqlite blocks the thread while it waits for a lock. */
export const clicksFileOf = (file: string): string => join(dirname(file), 'clicks.db');

export function migrateClicks(file: string): void {
  const connection = new SqliteConnection(clicksFileOf(file));
  try {
    connection.change((driver) => migrate(driver, migrationsFolder('sqlite-clicks')));
  } finally {
    connection.close();
  }
}
