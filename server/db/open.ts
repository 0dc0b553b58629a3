import type { Database } from './database';
import { databaseUrl, engine } from './engine';

/** Opens the database that `url` names; the engine was chosen at start, from DATABASE_URL. */
export async function openDatabase(url = databaseUrl): Promise<Database> {
  const { open } = await (engine === 'postgres' ? import('./postgres') : import('./sqlite'));
  return open(url);
}
