import type { Database } from './database';
import { databaseUrl, engine } from './engine';

export async function openDatabase(url = databaseUrl): Promise<Database> {
  const { open } = await (engine === 'postgres' ? import('./postgres') : import('./sqlite'));
  return open(url);
}
