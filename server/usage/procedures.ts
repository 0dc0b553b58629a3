import { GetQuotas, Quotas } from '../../shared/usage/quotas';
import { GetKeyUsage, GetUsage, Usage } from '../../shared/usage/usage';
import { readQuotas } from '../overview/quotas';
import { optionalInput, procedure, router } from '../trpc/procedures';
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
          'Counts requests by minute, hour or day. The counts can be grouped by key, surface, operation and status class. A request is counted within 10 seconds. A response has at most 1,000 points; a query with more returns 422.',
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
        summary: 'Get quotas',
        description:
          'Returns the current usage and the limit of each resource of the workspace: keys, webhooks, short links, instances, stored bytes and others. Request quotas are in the `RateLimit` header of every response.',
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
      description: 'Counts the requests of one key, with the options of `GET /usage`.',
    },
  })
  .input(GetKeyUsage)
  .output(Usage)
  .query(({ ctx, input }) => getKeyUsage(ctx, input));
