import { z } from 'zod';

import { timeInput, timestamp } from '../text';
import { InstanceId } from './instance-inputs';

const GRANULARITIES = ['hour', 'day'] as const;

export const GetMessageStats = InstanceId.extend({
  from: timeInput('2026-11-01T00:00:00Z').describe('Start of the period, rounded down to the hour or day.'),
  granularity: z.enum(GRANULARITIES).describe('Length of a point, in UTC.'),
});
export type GetMessageStats = z.output<typeof GetMessageStats>;

const count = () => z.number().int().min(0);

export const MessageStats = z.object({
  from: timestamp().describe('Start of the period.'),
  counted_from: timestamp().describe(
    'Start of the first point that is counted: later than `from` if there are more messages than are counted at once.',
  ),
  data: z
    .array(
      z.object({
        starts_at: timestamp().describe('Start of the hour or day.'),
        sent: count().describe('Number of sent messages that are not known to be delivered.'),
        delivered: count().describe('Number of delivered messages that are not known to be read.'),
        read: count().describe('Number of messages that were read or played.'),
        failed: count().describe('Number of messages that failed.'),
        received: count().describe('Number of received messages.'),
      }),
    )
    .describe('Points in order. Points without messages are left out.'),
});
export type MessageStats = z.output<typeof MessageStats>;
