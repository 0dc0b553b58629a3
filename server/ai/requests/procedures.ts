import { AiRequest, AiRequestId, ListAiRequests } from '../../../shared/ai/request-log';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getAiRequest, listAiRequests, voidAiRequest } from './service';

const read = routesFor('usage:read');
const administer = routesFor('workspace:write');

export const aiRequestsRouter = router({
  list: read('GET /ai/requests', 'List calls of models', {
    description:
      'Lists calls of models with their tokens, cost, timings, provider and outcome, newest first. Contents are not stored. Calls are stored for 90 days.',
  }).run(ListAiRequests, pageOf(AiRequest), listAiRequests),

  get: read('GET /ai/requests/{request_id}', 'Get a call of a model', {
    description: 'Returns one call of a model with the price at the time of the call.',
  }).run(AiRequestId, AiRequest, getAiRequest),

  void: administer('POST /ai/requests/{request_id}/void', 'Void the cost of a call', {
    description:
      'Removes the cost of a call from the usage and from the budgets whose period contains the end of the call, for example after the provider has refunded the call. The call and its tokens stay listed. Voiding a call again changes nothing.',
    errors: ['invalid_state'],
  }).run(AiRequestId, AiRequest, voidAiRequest),
});
