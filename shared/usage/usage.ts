import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { SURFACE_NAMES } from '../surfaces';
import { boundedText, idOf, timeInput, timestamp } from '../text';

export const MAX_USAGE_POINTS = 1000;

const USAGE_GROUPS = ['key', 'surface', 'operation', 'status'] as const;
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

const GRANULARITIES = ['minute', 'hour', 'day', 'total'] as const;

const range = {
  from: timeInput('2026-11-01T00:00:00Z')
    .optional()
    .describe(
      'Start of the period, rounded down to the minute, hour or day. The default is one hour before `to` for minutes, one day for hours, and 30 days for days and `total`.',
    ),
  to: timeInput('2026-11-21T00:00:00Z').optional().describe('End of the period, not included. The default is now.'),
  granularity: z
    .enum(GRANULARITIES)
    .default('hour')
    .describe(
      'Length of a point, in UTC. `total` returns one point for the whole period, counted by hours, or by days if it begins more than 90 days ago. Minutes are stored for 48 hours, hours for 90 days, days for 25 months.',
    )
    .meta({ example: 'hour' }),
  group_by: z
    .array(z.enum(USAGE_GROUPS))
    .max(USAGE_GROUPS.length)
    .default([])
    .describe('Dimensions to group the points by.')
    .meta({ example: ['operation', 'status'] }),
};

export const GetUsage = z.strictObject({
  ...range,
  key_id: idOf(ID_PREFIXES.key).optional().describe('Only requests of this key.'),
});
export type GetUsage = z.output<typeof GetUsage>;

export const GetKeyUsage = z.strictObject({ key_id: idOf(ID_PREFIXES.key).describe('Id of the key.'), ...range });
export type GetKeyUsage = z.output<typeof GetKeyUsage>;

const count = () => z.number().int().min(0);

const UsagePoint = z.object({
  starts_at: timestamp().describe('Start of the minute, hour or day; for `total`, start of the period.'),
  key_id: boundedText(30).nullable().describe('Id of the key; null unless grouped by it.'),
  surface: z.enum(SURFACE_NAMES).nullable().describe('API surface; null unless grouped by it.'),
  operation_id: boundedText(80).nullable().describe('Id of the operation; null unless grouped by it.'),
  status_class: z.enum(STATUS_CLASSES).nullable().describe('Status class; null unless grouped by it.'),
  requests: count().describe('Number of requests.'),
  errors_4xx: count().describe('Number of requests with a 4xx response.'),
  errors_5xx: count().describe('Number of requests with a 5xx response.'),
  rate_limited: count().describe('Number of requests that a quota refused.'),
  duration_ms_sum: count().describe('Total time of all requests, in milliseconds.'),
  duration_ms_max: count().describe('Time of the slowest request, in milliseconds.'),
});
type UsagePoint = z.output<typeof UsagePoint>;

export const Usage = z
  .object({
    from: timestamp().describe('Start of the period.'),
    to: timestamp().describe('End of the period, not included.'),
    granularity: z.enum(GRANULARITIES).describe('Length of a point.'),
    group_by: z
      .array(z.enum(USAGE_GROUPS))
      .describe('Dimensions that the points are grouped by.')
      .meta({ maxItems: USAGE_GROUPS.length }),
    data: z.array(UsagePoint).max(MAX_USAGE_POINTS).describe('Points in order. Points without requests are left out.'),
  })
  .meta({
    id: 'Usage',
    example: {
      from: '2026-11-21T09:00:00.000Z',
      to: '2026-11-21T10:00:00.000Z',
      granularity: 'hour',
      group_by: ['operation'],
      data: [
        {
          starts_at: '2026-11-21T09:00:00.000Z',
          key_id: null,
          surface: null,
          operation_id: 'models_list',
          status_class: null,
          requests: 420,
          errors_4xx: 3,
          errors_5xx: 0,
          rate_limited: 1,
          duration_ms_sum: 1890,
          duration_ms_max: 41,
        },
      ],
    },
  });
export type Usage = z.output<typeof Usage>;
