import { z } from 'zod';

import { timeInput, timestamp } from '../text';
import { WebhookId } from './webhooks';

export const MAX_STATS_POINTS = 1000;

const GRANULARITIES = ['hour', 'day'] as const;

export const GetWebhookStats = WebhookId.extend({
  from: timeInput('2026-11-01T00:00:00Z')
    .optional()
    .describe(
      'Start of the period, rounded down to the hour or day. The default is one day before `to` for hours, and 30 days for days.',
    ),
  to: timeInput('2026-11-21T00:00:00Z').optional().describe('End of the period, not included. The default is now.'),
  granularity: z
    .enum(GRANULARITIES)
    .default('hour')
    .describe('Length of a point, in UTC. Hours are stored for 90 days.')
    .meta({ example: 'hour' }),
});
export type GetWebhookStats = z.output<typeof GetWebhookStats>;

const count = () => z.number().int().min(0);

export const WebhookStats = z
  .object({
    from: timestamp().describe('Start of the period.'),
    to: timestamp().describe('End of the period, not included.'),
    granularity: z.enum(GRANULARITIES).describe('Length of a point.'),
    data: z
      .array(
        z.object({
          starts_at: timestamp().describe('Start of the hour or day.'),
          succeeded: count().describe('Number of attempts that the receiver accepted with a 2xx status.'),
          failed: count().describe('Number of attempts that failed. A delivery has several if it is retried.'),
          duration_ms_sum: count().describe('Total time of all attempts, in milliseconds.'),
        }),
      )
      .max(MAX_STATS_POINTS)
      .describe('Points in order. Points without attempts are left out.'),
  })
  .meta({
    id: 'WebhookStats',
    description: 'Attempts of a webhook over time.',
    example: {
      from: '2026-11-21T08:00:00.000Z',
      to: '2026-11-21T10:00:00.000Z',
      granularity: 'hour',
      data: [{ starts_at: '2026-11-21T09:00:00.000Z', succeeded: 118, failed: 2, duration_ms_sum: 5640 }],
    },
  });
export type WebhookStats = z.output<typeof WebhookStats>;
