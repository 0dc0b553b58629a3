import { eq, sql } from 'drizzle-orm';

import type { ModelsSettings } from '../../../shared/ai/models';
import { type Store, queries } from '../../db/database';
import { workspaceModelSettings } from '../schema';

const DEFAULTS: ModelsSettings = { aliases: {}, allow: [], deny: [] };

export async function readModelsSettings(store: Store, workspaceId: string): Promise<ModelsSettings> {
  const { aliases, allow, deny } = workspaceModelSettings;
  const [row = DEFAULTS] = await queries(store)
    .select({ aliases, allow, deny })
    .from(workspaceModelSettings)
    .where(eq(workspaceModelSettings.workspaceId, workspaceId));
  return row;
}

export async function writeModelsSettings(
  tx: Store,
  settings: Omit<typeof workspaceModelSettings.$inferSelect, 'version'>,
): Promise<void> {
  const { workspaceId: _, ...change } = settings;
  await queries(tx)
    .insert(workspaceModelSettings)
    .values(settings)
    .onConflictDoUpdate({
      target: workspaceModelSettings.workspaceId,
      set: { ...change, version: sql`${workspaceModelSettings.version} + 1` },
    });
}
