import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { atMostOne } from '../one-of';
import { idOf, smallRecord, text } from '../text';
import { configFields } from './endpoint-config';
import { InboundEndpointId } from './endpoint-inputs';
import { INBOUND_REASONS, INBOUND_STAGES, InboundError } from './inbound-request';
import { jsonValue } from './json';

const MAX_SAMPLE = 512 * 1024;

const Sample = z
  .strictObject({
    body: jsonValue(MAX_SAMPLE).optional().describe('The body, as JSON.'),
    query: smallRecord(text(100), text(2000, 0), { most: 50, things: 'parameters' })
      .optional()
      .describe('Parameters of the URL.'),
    headers: smallRecord(text(64), text(4096, 0), { most: 50, things: 'headers' })
      .optional()
      .describe('Headers.')
      .meta({ example: { 'x-github-event': 'push' } }),
  })
  .meta({ example: { body: { message: 'Version 2 is out.' } } });

const changed = {
  mapping: configFields.mapping.optional().describe('In place of the endpoint’s mapping.'),
  on_missing: configFields.on_missing.optional().describe('In place of the endpoint’s `on_missing`.'),
  filter: configFields.filter.optional().describe('In place of the endpoint’s filter.'),
  targets: configFields.targets.optional().describe('In place of the endpoint’s targets.'),
};
const sources = {
  sample: Sample.describe('What would come; the preset’s own example when neither this nor a request is given.'),
  request_id: idOf(ID_PREFIXES.inboundRequest).describe('A request that came.'),
};
const EXAMPLE = { sample: { body: { message: 'Version 2 is out.' } } };
/** The body of a test: a sample or a request, or neither. */
export const InboundTestBody = atMostOne(changed, sources, { example: EXAMPLE });
export const TestInboundEndpoint = atMostOne({ ...InboundEndpointId.shape, ...changed }, sources);
export type TestInboundEndpoint = z.output<typeof TestInboundEndpoint>;

export const InboundTestStage = z.object({
  stage: z.enum(INBOUND_STAGES).describe('The stage.').meta({ example: 'map' }),
  status: z.enum(['ok', 'stopped', 'failed', 'skipped']).describe('How it ended.').meta({ example: 'ok' }),
  duration_ms: z.number().describe('How long it took.'),
  output: z.unknown().describe('What it made; null for nothing.'),
  error: InboundError.nullable().describe('What went wrong.'),
  warnings: z
    .array(InboundError)
    .describe('Of `map` with `on_missing: empty`: each value that the mapping names and the request does not have.'),
});
export type InboundTestStage = z.output<typeof InboundTestStage>;

export const InboundTest = z
  .object({
    would: z.enum(['accept', 'record', 'filter', 'duplicate', 'reject']).describe('What would come of it.'),
    reason: z.enum(INBOUND_REASONS).nullable().describe('Why nothing would be published.'),
    http: z.object({ status: z.number().int().min(0).describe('Status of the answer.') }).describe('The answer.'),
    stages: z.array(InboundTestStage).describe('Every stage, in its order.'),
    publications: z.array(z.unknown()).describe('A preview of each publication.'),
  })
  .meta({
    id: 'InboundTest',
    example: {
      would: 'accept',
      reason: null,
      http: { status: 202 },
      stages: [
        {
          stage: 'parse',
          status: 'ok',
          duration_ms: 0.1,
          output: { message: 'Version 2 is out.' },
          error: null,
          warnings: [],
        },
        {
          stage: 'map',
          status: 'ok',
          duration_ms: 0.4,
          output: { content: { text: 'Version 2 is out.' } },
          error: null,
          warnings: [],
        },
      ],
      publications: [],
    },
  });
export type InboundTest = z.output<typeof InboundTest>;
