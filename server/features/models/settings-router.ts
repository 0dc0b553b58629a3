import { z } from 'zod';

import { ModelsSettings } from '../../../shared/models';
import { memberProcedure, router } from '../../trpc/procedures';
import { getModelsSettings, updateModelsSettings } from './settings';

/** Aliases and lists of a workspace, for the console. */
export const modelsSettingsRouter = router({
  get: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(z.strictObject({}).optional())
    .output(ModelsSettings)
    .query(({ ctx }) => getModelsSettings(ctx)),

  update: memberProcedure('owner', 'admin')
    .input(ModelsSettings)
    .output(ModelsSettings)
    .mutation(({ ctx, input }) => updateModelsSettings(ctx, input)),
});
