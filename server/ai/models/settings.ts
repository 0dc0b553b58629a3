import type { ModelsHealth } from '../../../shared/ai/model-providers';
import type { ModelsSettings } from '../../../shared/ai/models';
import { audit, invalidateRights } from '../../access';
import type { AiContext } from '../context';
import { readModelsSettings, writeModelsSettings } from '../queries/settings';

export async function getModelsSettings(ctx: AiContext): Promise<ModelsSettings> {
  const row = await readModelsSettings(ctx.store, ctx.workspaceId);
  return { aliases: row?.aliases ?? {}, allow: row?.allow ?? [], deny: row?.deny ?? [] };
}

export function updateModelsSettings(ctx: AiContext, settings: ModelsSettings): Promise<ModelsSettings> {
  return ctx.db.transaction(async (tx) => {
    await writeModelsSettings(tx.store, { ...settings, workspaceId: ctx.workspaceId, updatedAt: ctx.now() });
    await audit(
      ctx,
      tx,
      'models.settings_updated',
      { type: 'workspace', id: ctx.workspaceId, label: 'Models' },
      { after: settings },
    );
    await invalidateRights(ctx, tx.store, [{ kind: 'workspace', ref: ctx.workspaceId }]);
    return settings;
  });
}

export async function getModelsHealth(ctx: AiContext): Promise<ModelsHealth> {
  const { view } = await ctx.models.viewFor(ctx.workspaceId);
  return view.health;
}
