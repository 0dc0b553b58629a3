import { GetQuotas, Quotas } from '../../shared/usage/quotas';
import { GetKeyUsage, GetUsage, Usage } from '../../shared/usage/usage';
import { router } from '../trpc/procedures';
import { routesFor } from '../trpc/routes';
import { readQuotas } from './quotas';
import { getKeyUsage, getUsage } from './service';

const read = routesFor('usage:read');

export const usageRouter = router({
  get: read('GET /usage', 'Count requests', {
    description:
      'Counts requests by minute, hour or day. The counts can be grouped by key, surface, operation and status class. A request is counted within 10 seconds. A response has at most 1,000 points; a query with more returns 422.',
    errors: ['unprocessable'],
  }).run(GetUsage, Usage, getUsage),

  get_quotas: read('GET /usage/quotas', 'Get quotas', {
    description:
      'Returns the current usage and the limit of each resource of the workspace: keys, webhooks, short links, instances, stored bytes and others. Request quotas are in the `RateLimit` header of every response.',
  }).run(GetQuotas, Quotas, readQuotas),
});

export const keyUsageRouter = router({
  get_usage: read('GET /keys/{key_id}/usage', 'Count requests of a key', {
    description: 'Counts the requests of one key, with the options of `GET /usage`.',
    errors: ['unprocessable'],
  }).run(GetKeyUsage, Usage, getKeyUsage),
});
