import { z } from 'zod';

import { ACCESS_IDS } from '../access/module';
import { boundedText, idOf, text, timeInput, timestamp } from '../text';
import { MODEL_ID_LENGTH } from './providers';

export const MAX_AI_USAGE_POINTS = 1000;

const AI_USAGE_GROUPS = ['key', 'model', 'day'] as const;

export const GetAiUsage = z.strictObject({
  from: timeInput('2026-11-01T00:00:00Z')
    .optional()
    .describe('Start of the period, rounded down to the UTC day. The default is 30 days before `to`.'),
  to: timeInput('2026-11-21T00:00:00Z')
    .optional()
    .describe('End of the period, rounded up to the UTC day, not included. The default is the end of today.'),
  group_by: z
    .array(z.enum(AI_USAGE_GROUPS))
    .max(AI_USAGE_GROUPS.length)
    .default([])
    .describe('Dimensions to group the points by.')
    .meta({ example: ['day', 'model'] }),
  key_id: idOf(ACCESS_IDS.key).optional().describe('Only calls of this key.'),
  model: text(MODEL_ID_LENGTH)
    .optional()
    .describe('Only calls of this model.')
    .meta({ example: 'openai/gpt-4.1-mini' }),
});
export type GetAiUsage = z.output<typeof GetAiUsage>;

const count = (what: string) => z.number().int().min(0).describe(what);

const counters = {
  requests: count('Number of calls.'),
  failures: count('Number of calls that failed, were refused, interrupted or lost.'),
  prompt_tokens: count('Tokens of the requests, including cached ones.'),
  completion_tokens: count('Generated tokens, including reasoning.'),
  cached_tokens: count('Tokens of the requests that the provider had cached.'),
  reasoning_tokens: count('Generated tokens of reasoning.'),
  cost_micro_usd: count('Cost in millionths of a US dollar, without voided calls.'),
  estimated_requests: count(
    'Number of calls whose cost is an estimate: the provider reported no tokens, or a part has no price of its own.',
  ),
  unpriced_requests: count('Number of calls whose cost is 0 because no price is known.'),
};

const AiUsagePoint = z.object({
  day: boundedText(10).nullable().describe('UTC day as `YYYY-MM-DD`; null unless grouped by it.'),
  key_id: boundedText(30)
    .nullable()
    .describe('Id of the key; null unless grouped by it, and for calls of the console and of rules.'),
  model_id: boundedText(MODEL_ID_LENGTH)
    .nullable()
    .describe('Id of the model; `unknown` for calls that named no model of the workspace; null unless grouped by it.'),
  ...counters,
});

const AiUsageTotals = z.object(counters);

const EXAMPLE = {
  requests: 420,
  failures: 3,
  prompt_tokens: 182_000,
  completion_tokens: 51_300,
  cached_tokens: 12_000,
  reasoning_tokens: 0,
  cost_micro_usd: 284_600,
  estimated_requests: 0,
  unpriced_requests: 0,
};

export const AiUsage = z
  .object({
    from: timestamp().describe('Start of the period.'),
    to: timestamp().describe('End of the period, not included.'),
    group_by: z
      .array(z.enum(AI_USAGE_GROUPS))
      .describe('Dimensions that the points are grouped by.')
      .meta({ maxItems: AI_USAGE_GROUPS.length }),
    totals: AiUsageTotals.describe('Sums over all points.'),
    data: z
      .array(AiUsagePoint)
      .max(MAX_AI_USAGE_POINTS)
      .describe('Points in order. Points without calls are left out.'),
  })
  .meta({
    id: 'AiUsage',
    example: {
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      group_by: ['model'],
      totals: EXAMPLE,
      data: [{ day: null, key_id: null, model_id: 'openai/gpt-4.1-mini', ...EXAMPLE }],
    },
  });
export type AiUsage = z.output<typeof AiUsage>;
