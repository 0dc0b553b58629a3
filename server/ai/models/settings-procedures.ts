import { z } from 'zod';

import { ModelsSettings } from '../../../shared/ai/models';
import { stored } from '../../../shared/stored';
import { memberProcedure, optionalInput, router } from '../../trpc/procedures';
import { getModelsSettings, updateModelsSettings } from './settings';

export const modelsSettingsRouter = router({
  get: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(z.strictObject({})))
    .output(stored(ModelsSettings))
    .query(({ ctx }) => getModelsSettings(ctx)),

  update: memberProcedure('owner', 'admin')
    .input(ModelsSettings)
    .output(stored(ModelsSettings))
    .mutation(({ ctx, input }) => updateModelsSettings(ctx, input)),
});
