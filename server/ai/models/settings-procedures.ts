import { ModelsSettings } from '../../../shared/ai/models';
import { stored } from '../../../shared/stored';
import { memberProcedure, NoInput, router } from '../../trpc/procedures';
import { getModelsSettings, updateModelsSettings } from './settings';

export const modelsSettingsRouter = router({
  get: memberProcedure('owner', 'admin', 'developer', 'viewer').query(
    NoInput,
    stored(ModelsSettings),
    getModelsSettings,
  ),

  update: memberProcedure('owner', 'admin').mutation(ModelsSettings, stored(ModelsSettings), updateModelsSettings),
});
