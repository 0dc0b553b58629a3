import { z } from 'zod';

import {
  CreateModelProvider,
  ModelProvider,
  ProviderCheckResult,
  ProviderSlug,
  UpdateModelProvider,
} from '../../../shared/ai/model-providers';
import { adminProcedure, NoInput, router } from '../../trpc/procedures';
import * as providers from './service';

/** The catalogue changes after the commit, so idempotency keys are stored separately. */
export const modelProvidersRouter = router({
  list: adminProcedure.query(NoInput, z.array(ModelProvider), providers.listProviders),

  create: adminProcedure
    .meta({ idempotency: 'apart' })
    .mutation(CreateModelProvider, ModelProvider, providers.createModelProvider),

  update: adminProcedure
    .meta({ idempotency: 'apart' })
    .mutation(UpdateModelProvider, ModelProvider, providers.updateModelProvider),

  delete: adminProcedure.mutation(ProviderSlug, (ctx, input) => providers.deleteModelProvider(ctx, input.slug)),

  // These query the provider's current state and store nothing, so a stored answer would be wrong.
  check: adminProcedure
    .meta({ idempotency: 'none' })
    .mutation(ProviderSlug, ProviderCheckResult, (ctx, input) => providers.checkModelProvider(ctx, input.slug)),

  refresh: adminProcedure
    .meta({ idempotency: 'none' })
    .mutation(ProviderSlug, ModelProvider, (ctx, input) => providers.refreshModelProvider(ctx, input.slug)),
});
