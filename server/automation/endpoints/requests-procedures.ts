import { InboundRequest, InboundRequestSummary } from '../../../shared/automation/inbound-request';
import {
  InboundReplays,
  InboundRequestId,
  ListInboundRequests,
  ReplayInboundRequest,
  ReplayInboundRequests,
} from '../../../shared/automation/inbound-request-inputs';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { replayInboundRequest, replayInboundRequests } from './replay';
import { getInboundRequest, listInboundRequests } from './requests';

const place = { surface: 'automation' } as const;
const tags = ['Inbound requests'];
const reading = procedure('automation.endpoints:read');
const writing = procedure('automation.endpoints:write');
const REQUESTS = '/inbound-requests';
const REQUEST = `${REQUESTS}/{request_id}` as const;

export const inboundRequestsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: REQUESTS,
        tags,
        summary: 'List inbound requests',
        description: 'Lists what endpoints received and what came of it, newest first. Refusals say where and why.',
      },
    })
    .input(optionalInput(ListInboundRequests))
    .output(pageOf(InboundRequestSummary))
    .query(({ ctx, input }) => listInboundRequests(ctx, input)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: REQUEST,
        tags,
        summary: 'Read an inbound request',
        description: 'Returns one request with its body, up to 64 KiB, and the present state of what it published.',
      },
    })
    .input(InboundRequestId)
    .output(InboundRequest)
    .query(({ ctx, input }) => getInboundRequest(ctx, input)),

  replay: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      examples: { request: { version: 'current' } },
      openapi: {
        method: 'POST',
        path: `${REQUEST}/replay`,
        tags,
        summary: 'Replay an inbound request',
        description:
          'Takes the same bytes, headers and query once more, past authentication and dedupe, with the configuration of now or of then. The answer is a request of its own, which waits for its turn.',
      },
    })
    .input(ReplayInboundRequest)
    .output(InboundRequest)
    .mutation(({ ctx, input }) => replayInboundRequest(ctx, input)),

  replay_many: writing
    .meta({
      ...place,
      status: 202,
      examples: { request: { endpoint_id: 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c', status: ['rejected'] } },
      openapi: {
        method: 'POST',
        path: `${REQUESTS}/replay`,
        tags,
        summary: 'Replay inbound requests',
        description:
          'Queues replays of what the filters choose and nobody has replayed yet, oldest first, at most 1,000 a call: repeat it while `has_more`.',
      },
    })
    .input(optionalInput(ReplayInboundRequests))
    .output(InboundReplays)
    .mutation(({ ctx, input }) => replayInboundRequests(ctx, input)),
});
