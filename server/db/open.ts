import type { Database } from './database';
import { databaseUrl, engine } from './engine';

export async function openDatabase(url = databaseUrl): Promise<Database> {
  const { open } = await (engine === 'postgres' ? import('./postgres/postgres') : import('./sqlite/sqlite'));
  return open(url);
}
