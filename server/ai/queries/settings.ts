import { eq, sql } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { workspaceModelSettings } from '../schema';

type StoredModelsSettings = typeof workspaceModelSettings.$inferSelect;

export async function readModelsSettings(store: Store, workspaceId: string): Promise<StoredModelsSettings | undefined> {
  const [row] = await queries(store)
    .select()
    .from(workspaceModelSettings)
    .where(eq(workspaceModelSettings.workspaceId, workspaceId));
  return row;
}

export async function writeModelsSettings(
  tx: Store,
  settings: Omit<StoredModelsSettings, 'version'>,
): Promise<StoredModelsSettings> {
  const { workspaceId: _, ...change } = settings;
  const [row] = await queries(tx)
    .insert(workspaceModelSettings)
    .values(settings)
    .onConflictDoUpdate({
      target: workspaceModelSettings.workspaceId,
      set: { ...change, version: sql`${workspaceModelSettings.version} + 1` },
    })
    .returning();
  if (!row) throw new Error('The settings of models were not stored.');
  return row;
}
