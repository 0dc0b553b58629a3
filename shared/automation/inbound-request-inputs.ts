import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timeInput } from '../text';
import { INBOUND_REASONS, INBOUND_STATUSES } from './inbound-request';

export const InboundRequestId = z.strictObject({
  request_id: idOf(ID_PREFIXES.inboundRequest).describe('Id of the inbound request.'),
});
export type InboundRequestId = z.output<typeof InboundRequestId>;

const filters = {
  endpoint_id: idOf(ID_PREFIXES.inboundEndpoint).optional().describe('Only requests of this endpoint.'),
  status: z
    .array(z.enum(INBOUND_STATUSES))
    .min(1)
    .max(INBOUND_STATUSES.length)
    .optional()
    .describe('Only requests with one of these statuses.')
    .meta({ example: ['rejected', 'failed'] }),
  reason: z
    .array(z.enum(INBOUND_REASONS))
    .min(1)
    .max(INBOUND_REASONS.length)
    .optional()
    .describe('Only requests with one of these reasons.')
    .meta({ example: ['mapping_failed'] }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only requests received at this time or later.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only requests received before this time.'),
};

export const ListInboundRequests = z.strictObject({ ...pageQuery, ...filters });
export type ListInboundRequests = z.output<typeof ListInboundRequests>;

const version = z
  .enum(['original', 'current'])
  .default('current')
  .describe(
    'Configuration to use: `original` for the version at the time of the request, `current` for the current version.',
  )
  .meta({ example: 'current' });

export const ReplayInboundRequest = InboundRequestId.extend({ version });
export type ReplayInboundRequest = z.output<typeof ReplayInboundRequest>;

/** Maximum per call. */
export const REPLAYS_AT_A_TIME = 1000;

export const ReplayInboundRequests = z
  .strictObject({
    ...filters,
    version,
    dry_run: z.boolean().default(false).describe('True to only count the requests.').meta({ example: false }),
  })
  .meta({ example: { endpoint_id: 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c', status: ['rejected'] } });
export type ReplayInboundRequests = z.output<typeof ReplayInboundRequests>;

export const InboundReplays = z
  .object({
    matched_count: z
      .number()
      .int()
      .min(0)
      .describe('Number of matching requests that can be replayed, counted up to 10,000.'),
    queued_count: z.number().int().min(0).describe('Number of replays that this call queued.'),
    has_more: z.boolean().describe('True if more requests match. Call again to replay them.'),
  })
  .meta({ id: 'InboundReplays', example: { matched_count: 12, queued_count: 12, has_more: false } });
export type InboundReplays = z.output<typeof InboundReplays>;
