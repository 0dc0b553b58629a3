import type { ModelsHealth } from '../../../shared/ai/model-providers';
import type { ModelsSettings } from '../../../shared/ai/models';
import { audit, invalidateRights } from '../../access';
import type { AiContext } from '../context';
import { readModelsSettings, writeModelsSettings } from '../queries/settings';

export const getModelsSettings = (ctx: AiContext): Promise<ModelsSettings> =>
  readModelsSettings(ctx.store, ctx.workspaceId);

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
