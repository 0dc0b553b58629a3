import { GetKeyUsage, GetUsage, Usage } from '../../../shared/usage';
import { procedure, router } from '../../trpc/procedures';
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
          'Requests by minute, hour or day, at will split by key, operation and class of status. A request is counted within 10 seconds. An answer has at most 1,000 points; more is 422.',
      },
    })
    .input(GetUsage)
    .output(Usage)
    .query(({ ctx, input }) => getUsage(ctx, input)),
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
