import { z } from 'zod';

import { ModelsHealth } from '../../../shared/ai/model-providers';
import { Model, ModelList, ModelQuery, ModelsSettings } from '../../../shared/ai/models';
import { MODEL_ID_LENGTH } from '../../../shared/ai/providers';
import { stored } from '../../../shared/stored';
import { text } from '../../../shared/text';
import { memberProcedure, NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { modelProvidersRouter } from '../providers/providers-procedures';
import * as models from './service';
import { getModelsHealth, getModelsSettings, updateModelsSettings } from './settings';

const read = routesFor('models:read');

const common = { errorForm: 'openai' } as const;

const ModelId = z.strictObject({
  id: text(MODEL_ID_LENGTH)
    .describe(
      'Id of the model, an alias of the workspace, or the id that the provider uses if only one provider has it.',
    )
    .meta({ example: 'ollama/llama3.2:3b' }),
});

const modelsSettingsRouter = router({
  get: memberProcedure('owner', 'admin', 'developer', 'viewer').query(
    NoInput,
    stored(ModelsSettings),
    getModelsSettings,
  ),

  update: memberProcedure('owner', 'admin').mutation(ModelsSettings, stored(ModelsSettings), updateModelsSettings),
});

export const modelsRouter = router({
  list: read('GET /models', 'List models', {
    description:
      'Lists the AI models that the workspace may use, in the format of the OpenAI models list. Without `limit` all models are returned. If a provider cannot be reached, its last known models are returned, and `warnings` and the header `X-Models-Partial` name the provider.',
    ...common,
  }).run(ModelQuery, ModelList, models.listModels),

  get: read('GET /models/{id}', 'Get a model', {
    description: 'Returns one model. The slash in its id may be percent-encoded or not.',
    ...common,
    wildcard: 'id',
  }).run(ModelId, Model, (ctx, input) => models.getModel(ctx, input.id)),

  get_health: memberProcedure('owner', 'admin', 'developer', 'viewer').query(NoInput, ModelsHealth, getModelsHealth),

  providers: modelProvidersRouter,
  settings: modelsSettingsRouter,
});
