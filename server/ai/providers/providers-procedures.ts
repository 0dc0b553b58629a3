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

/**
 * Providers of AI models, for the administrators of the installation. The catalogue learns of a change when it is
 * committed, and the answer tells what the catalogue knows: so their keys are kept apart.
 */
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

  // These two ask a provider how it is now, which an earlier answer does not tell, and store nothing.
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
