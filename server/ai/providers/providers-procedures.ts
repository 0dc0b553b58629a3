import { z } from 'zod';

import {
  CreateModelProvider,
  ModelProvider,
  ProviderCheckResult,
  ProviderSlug,
  UpdateModelProvider,
} from '../../../shared/ai/model-providers';
import { adminProcedure, optionalInput, router } from '../../trpc/procedures';
import * as providers from './providers';

/** The catalogue changes after the commit, so idempotency keys are stored separately. */
export const modelProvidersRouter = router({
  list: adminProcedure
    .input(optionalInput(z.strictObject({})))
    .output(z.array(ModelProvider))
    .query(({ ctx }) => providers.listProviders(ctx)),

  create: adminProcedure
    .meta({ idempotency: 'apart' })
    .input(CreateModelProvider)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.createModelProvider(ctx, input)),

  update: adminProcedure
    .meta({ idempotency: 'apart' })
    .input(UpdateModelProvider)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.updateModelProvider(ctx, input)),

  delete: adminProcedure
    .input(ProviderSlug)
    .mutation(({ ctx, input }) => providers.deleteModelProvider(ctx, input.slug)),

  // These query the provider's current state and store nothing, so a stored answer would be wrong.
  check: adminProcedure
    .meta({ idempotency: 'none' })
    .input(ProviderSlug)
    .output(ProviderCheckResult)
    .mutation(({ ctx, input }) => providers.checkModelProvider(ctx, input.slug)),

  refresh: adminProcedure
    .meta({ idempotency: 'none' })
    .input(ProviderSlug)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.refreshModelProvider(ctx, input.slug)),
});
