import type { WorkerSettings } from '../../protocol';
import type { StoreDatabase } from './database';
import { openPostgres } from './postgres';
import { openSqlite } from './sqlite';

export async function openStore({ store }: Pick<WorkerSettings, 'store'>): Promise<StoreDatabase> {
  return store.engine === 'sqlite' ? openSqlite(store.path) : openPostgres(store.url);
}
