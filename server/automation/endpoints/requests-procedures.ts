import { InboundRequest, InboundRequestSummary } from '../../../shared/automation/inbound-request';
import {
  InboundReplays,
  InboundRequestId,
  ListInboundRequests,
  ReplayInboundRequest,
  ReplayInboundRequests,
} from '../../../shared/automation/inbound-request-inputs';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { replayInboundRequest, replayInboundRequests } from './replay';
import { getInboundRequest, listInboundRequests } from './requests';

const read = routesFor('automation.endpoints:read');
const write = routesFor('automation.endpoints:write');

export const inboundRequestsRouter = router({
  list: read('GET /inbound-requests', 'List inbound requests', {
    description:
      'Lists the requests that inbound endpoints received and their results, newest first. Rejected requests show the stage and the reason.',
  }).run(ListInboundRequests, pageOf(InboundRequestSummary), listInboundRequests),

  get: read('GET /inbound-requests/{request_id}', 'Get an inbound request', {
    description: 'Returns one request with its body (up to 64 KiB) and the current status of its publications.',
  }).run(InboundRequestId, InboundRequest, getInboundRequest),

  replay: write('POST /inbound-requests/{request_id}/replay', 'Replay an inbound request', {
    description:
      'Queues the same body, headers and query to be processed again, without authentication and deduplication, with the current or the original configuration. Returns the new request with the status `pending`.',
    status: 202,
    errors: ['invalid_state'],
    examples: { request: { version: 'current' } },
  }).run(ReplayInboundRequest, InboundRequest, replayInboundRequest),

  replay_many: write('POST /inbound-requests/replay', 'Replay inbound requests', {
    description:
      'Queues replays of the requests that match the filters and were not replayed yet, oldest first, at most 1,000 per call. Repeat the call while `has_more` is true.',
    status: 202,
    examples: { request: { endpoint_id: 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c', status: ['rejected'] } },
  }).run(ReplayInboundRequests, InboundReplays, replayInboundRequests),
});
