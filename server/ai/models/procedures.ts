import { z } from 'zod';

import { ModelsHealth } from '../../../shared/ai/model-providers';
import { Model, ModelList, ModelQuery } from '../../../shared/ai/models';
import { MODEL_ID_LENGTH } from '../../../shared/ai/providers';
import { text } from '../../../shared/text';
import { memberProcedure, optionalInput, procedure, router } from '../../trpc/procedures';
import { modelProvidersRouter } from '../providers/providers-procedures';
import * as models from './service';
import { getModelsHealth } from './settings';
import { modelsSettingsRouter } from './settings-procedures';

const common = { surface: 'getting-started', openAiErrors: true } as const;
const tags = ['Models'];

const ModelId = z.strictObject({
  id: text(MODEL_ID_LENGTH)
    .describe('Id of the model, one of the workspace’s aliases, or the id at the provider where only one has it.')
    .meta({ example: 'ollama/llama3.2:3b' }),
});

export const modelsRouter = router({
  list: procedure('models:read')
    .meta({
      ...common,
      openapi: {
        method: 'GET',
        path: '/models',
        tags,
        summary: 'List models',
        description:
          'Lists the AI models that the workspace may use, in the form of OpenAI’s list. Without `limit` all are returned. A provider that cannot be reached keeps its last known models; `warnings` and the header `X-Models-Partial` name it.',
      },
    })
    .input(optionalInput(ModelQuery))
    .output(ModelList)
    .query(({ ctx, input }) => models.listModels(ctx, input)),

  get: procedure('models:read')
    .meta({
      ...common,
      wildcard: 'id',
      openapi: {
        method: 'GET',
        path: '/models/{id}',
        tags,
        summary: 'Read a model',
        description: 'Reads one model. The slash in its id may be escaped or not.',
      },
    })
    .input(ModelId)
    .output(Model)
    .query(({ ctx, input }) => models.getModel(ctx, input.id)),

  get_health: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(z.strictObject({})))
    .output(ModelsHealth)
    .query(({ ctx }) => getModelsHealth(ctx)),

  providers: modelProvidersRouter,
  settings: modelsSettingsRouter,
});
