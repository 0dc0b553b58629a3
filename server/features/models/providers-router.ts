import { z } from 'zod';

import {
  CreateModelProvider,
  ModelProvider,
  ProviderCheckResult,
  ProviderSlug,
  UpdateModelProvider,
} from '../../../shared/model-providers';
import { adminProcedure, router } from '../../trpc/procedures';
import * as providers from './providers';

/** Providers of AI models, for the administrators of the installation. */
export const modelProvidersRouter = router({
  list: adminProcedure
    .input(z.strictObject({}).optional())
    .output(z.array(ModelProvider))
    .query(({ ctx }) => providers.listProviders(ctx)),

  create: adminProcedure
    .input(CreateModelProvider)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.createModelProvider(ctx, input)),

  update: adminProcedure
    .input(UpdateModelProvider)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.updateModelProvider(ctx, input)),

  delete: adminProcedure
    .input(ProviderSlug)
    .mutation(({ ctx, input }) => providers.deleteModelProvider(ctx, input.slug)),

  check: adminProcedure
    .input(ProviderSlug)
    .output(ProviderCheckResult)
    .mutation(({ ctx, input }) => providers.checkModelProvider(ctx, input.slug)),

  refresh: adminProcedure
    .input(ProviderSlug)
    .output(ModelProvider)
    .mutation(({ ctx, input }) => providers.refreshModelProvider(ctx, input.slug)),
});
