import { z } from 'zod';

import { ModelsSettings } from '../../../shared/ai/models';
import { memberProcedure, optionalInput, router } from '../../trpc/procedures';
import { getModelsSettings, updateModelsSettings } from './settings';

/** Aliases and lists of a workspace, for the console. */
export const modelsSettingsRouter = router({
  get: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(z.strictObject({})))
    .output(ModelsSettings)
    .query(({ ctx }) => getModelsSettings(ctx)),

  update: memberProcedure('owner', 'admin')
    .input(ModelsSettings)
    .output(ModelsSettings)
    .mutation(({ ctx, input }) => updateModelsSettings(ctx, input)),
});
