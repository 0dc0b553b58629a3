import { AiUsage, GetAiUsage } from '../../../shared/ai/usage';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getAiUsage } from './service';

const read = routesFor('usage:read');

export const aiUsageRouter = router({
  get: read('GET /ai/usage', 'Get the usage of models', {
    description:
      'Returns the number of calls, the tokens and the cost of models by UTC day, key and model. A call is counted on the day on which it ended. Days are stored for 25 months. A response has at most 1,000 points; a query with more returns 422.',
    errors: ['unprocessable'],
  }).run(GetAiUsage, AiUsage, getAiUsage),
});
