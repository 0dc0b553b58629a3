import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { atMostOne } from '../one-of';
import { idOf, smallRecord, text } from '../text';
import { configFields } from './endpoint-config';
import { InboundEndpointId } from './endpoint-inputs';
import { INBOUND_REASONS, INBOUND_STAGES, InboundError } from './inbound-request';
import { jsonValue } from './json';
import { TestedCondition } from './tested-condition';

const MAX_SAMPLE = 512 * 1024;

const Sample = z
  .strictObject({
    body: jsonValue(MAX_SAMPLE).optional().describe('Body of the request, as JSON.'),
    query: smallRecord(text(100), text(2000, 0), { most: 50, things: 'parameters' })
      .optional()
      .describe('Parameters of the URL.'),
    headers: smallRecord(text(64), text(4096, 0), { most: 50, things: 'headers' })
      .optional()
      .describe('Headers of the request.')
      .meta({ example: { 'x-github-event': 'push' } }),
  })
  .meta({ example: { body: { message: 'Version 2 is out.' } } });

const changed = {
  mapping: configFields.mapping.optional().describe('Mapping to test instead of the endpoint’s mapping.'),
  on_missing: configFields.on_missing.optional().describe('Value to test instead of the endpoint’s `on_missing`.'),
  filter: configFields.filter.optional().describe('Filter to test instead of the endpoint’s filter.'),
  targets: configFields.targets.optional().describe('Targets to test instead of the endpoint’s targets.'),
};
const sources = {
  sample: Sample.describe('Sample request. Default without `request_id`: the example of the preset.'),
  request_id: idOf(ID_PREFIXES.inboundRequest).describe('Id of a received request to test with.'),
};
const EXAMPLE = { sample: { body: { message: 'Version 2 is out.' } } };
export const InboundTestBody = atMostOne(changed, sources, { example: EXAMPLE });
export const TestInboundEndpoint = atMostOne({ ...InboundEndpointId.shape, ...changed }, sources);
export type TestInboundEndpoint = z.output<typeof TestInboundEndpoint>;

export const InboundTestStage = z.object({
  stage: z.enum(INBOUND_STAGES).describe('Name of the stage.').meta({ example: 'map' }),
  status: z.enum(['ok', 'stopped', 'failed', 'skipped']).describe('Result of the stage.').meta({ example: 'ok' }),
  duration_ms: z.number().min(0).describe('Processing time in milliseconds.'),
  output: z.unknown().describe('Output of the stage; null for none.'),
  error: InboundError.nullable().describe('Error of the stage.'),
  warnings: z
    .array(InboundError)
    .describe(
      'Warnings of the stage `map` with `on_missing: empty`: one for each value that is missing in the request.',
    ),
});
export type InboundTestStage = z.output<typeof InboundTestStage>;

export const InboundTest = z
  .object({
    expected_result: z
      .enum(['accept', 'record', 'filter', 'duplicate', 'reject'])
      .describe('Expected result of the request.'),
    reason: z.enum(INBOUND_REASONS).nullable().describe('Reason if nothing would be published.'),
    http: z
      .object({ status: z.number().int().min(0).describe('HTTP status of the response.') })
      .describe('Response that the sender would get.'),
    conditions: z
      .array(TestedCondition)
      .describe('Conditions of the filter, each with its result; empty if the request cannot be parsed.'),
    stages: z.array(InboundTestStage).describe('Stages in order.'),
    publications: z.array(z.unknown()).describe('Previews of the publications.'),
  })
  .meta({
    id: 'InboundTest',
    example: {
      expected_result: 'accept',
      reason: null,
      http: { status: 202 },
      conditions: [{ condition: "body.ref == 'refs/heads/main'", is_true: true, error: null }],
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
