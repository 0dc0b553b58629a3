import { GetQuotas, Quotas } from '../../../shared/quotas';
import { GetKeyUsage, GetUsage, Usage } from '../../../shared/usage';
import { procedure, router } from '../../trpc/procedures';
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
        operationId: 'usage_get',
        tags: ['Usage'],
        summary: 'Count requests',
        description:
          'Requests by minute, hour or day, at will split by key, surface, operation and class of status. A request is counted within 10 seconds. An answer has at most 1,000 points; more is 422.',
      },
    })
    .input(GetUsage)
    .output(Usage)
    .query(({ ctx, input }) => getUsage(ctx, input)),

  quotas: procedure('usage:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/usage/quotas',
        operationId: 'usage_quotas',
        tags: ['Usage'],
        summary: 'Read the quotas',
        description:
          'How many keys, webhooks, short links and instances the workspace has, how many bytes its files take, and how much of each there may be. Quotas of requests stand in `RateLimit` of every answer.',
      },
    })
    .input(GetQuotas)
    .output(Quotas)
    .query(({ ctx }) => readQuotas(ctx)),
});

/** Stands in the router of keys, as `keys.usage`. */
export const keyUsageProcedure = procedure('usage:read')
  .meta({
    surface: 'getting-started',
    errors: ['unprocessable'],
    openapi: {
      method: 'GET',
      path: '/keys/{key_id}/usage',
      operationId: 'keys_usage',
      tags: ['Usage'],
      summary: 'Count requests of a key',
      description: 'As `GET /usage`, for one key.',
    },
  })
  .input(GetKeyUsage)
  .output(Usage)
  .query(({ ctx, input }) => getKeyUsage(ctx, input));
