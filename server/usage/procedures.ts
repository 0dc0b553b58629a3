import { GetQuotas, Quotas } from '../../shared/usage/quotas';
import { GetKeyUsage, GetUsage, Usage } from '../../shared/usage/usage';
import { optionalInput, procedure, router } from '../trpc/procedures';
import { readQuotas } from './quotas';
import { getKeyUsage, getUsage } from './service';

export const usageRouter = router({
  get: procedure('usage:read')
    .meta({
      surface: 'getting-started',
      errors: ['unprocessable'],
      openapi: {
        method: 'GET',
        path: '/usage',
        tags: ['Usage'],
        summary: 'Count requests',
        description:
          'Requests by minute, hour or day, at will split by key, surface, operation and class of status. A request is counted within 10 seconds. An answer has at most 1,000 points; more is 422.',
      },
    })
    .input(optionalInput(GetUsage))
    .output(Usage)
    .query(({ ctx, input }) => getUsage(ctx, input)),

  get_quotas: procedure('usage:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/usage/quotas',
        tags: ['Usage'],
        summary: 'Read the quotas',
        description:
          'How many keys, webhooks, short links and instances the workspace has, how many bytes its files take, and how much of each there may be. Quotas of requests stand in `RateLimit` of every answer.',
      },
    })
    .input(optionalInput(GetQuotas))
    .output(Quotas)
    .query(({ ctx }) => readQuotas(ctx)),
});

/** Stands in the router of keys, as `keys.get_usage`. */
export const keyUsageProcedure = procedure('usage:read')
  .meta({
    surface: 'getting-started',
    errors: ['unprocessable'],
    openapi: {
      method: 'GET',
      path: '/keys/{key_id}/usage',
      tags: ['Usage'],
      summary: 'Count requests of a key',
      description: 'As `GET /usage`, for one key.',
    },
  })
  .input(GetKeyUsage)
  .output(Usage)
  .query(({ ctx, input }) => getKeyUsage(ctx, input));
