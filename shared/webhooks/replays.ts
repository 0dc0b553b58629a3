import { z } from 'zod';

import { sequence } from '../events/definition';
import { EventPattern } from '../events/patterns';
import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timeInput, timestamp } from '../text';

export const REPLAY_MODES = ['undelivered', 'failed', 'missing', 'all'] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];
const REPLAY_STATUSES = ['queued', 'running', 'paused', 'completed', 'failed', 'canceled'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

export const CreateReplay = z.strictObject({
  webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.'),
  mode: z
    .enum(REPLAY_MODES)
    .default('undelivered')
    .describe(
      'Events to send: `failed`, whose last delivery was exhausted or canceled by the service; `missing`, which match now and have no delivery; `undelivered`, both of them; `all`, every matching event.',
    )
    .meta({ example: 'undelivered' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only events after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only events before this time.'),
  after_sequence: sequence().optional().describe('Only events after this sequence number.').meta({ example: 1841 }),
  event_types: z
    .array(EventPattern)
    .min(1)
    .max(50)
    .optional()
    .describe('Only events of these types or patterns, within the types of the webhook.')
    .meta({ example: ['api_key.*'] }),
  rate_per_second: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe('Maximum number of deliveries that are created a second.')
    .meta({ example: 50 }),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Whether to only count the events. Nothing is sent.')
    .meta({ example: false }),
});
export type CreateReplay = z.output<typeof CreateReplay>;

const EventMark = z.object({
  id: z.string().describe('Id of the event.'),
  type: z.string().describe('Type of the event.'),
  sequence: z.number().int().min(0).describe('Sequence number of the event.'),
  created_at: timestamp().describe('Time of the event.'),
});

export const Replay = z
  .object({
    id: idOf(ID_PREFIXES.replay).nullable().describe('Id of the replay; null for a dry run.'),
    webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.'),
    mode: z.enum(REPLAY_MODES).describe('Events that are sent.'),
    status: z
      .enum(REPLAY_STATUSES)
      .nullable()
      .describe(
        'Status of the replay. `completed` means that all deliveries were created; `succeeded_count` and `exhausted_count` count their results. Null for a dry run.',
      ),
    created_after: timestamp().nullable().describe('Only events after this time.'),
    created_before: timestamp().nullable().describe('Only events before this time.'),
    after_sequence: sequence().describe('Only events after this sequence number.'),
    until_sequence: sequence().describe(
      'Sequence number of the newest event when the replay was created. Later events are delivered as usual.',
    ),
    cursor_sequence: sequence().describe('Sequence number up to which events are processed.'),
    event_types: z.array(z.string()).describe('Only events of these types; empty for all types of the webhook.'),
    rate_per_second: z.number().int().min(0).describe('Maximum number of deliveries that are created a second.'),
    matched_count: z.number().int().min(0).describe('Number of matching events so far.'),
    created_count: z.number().int().min(0).describe('Number of created deliveries so far.'),
    succeeded_count: z.number().int().min(0).describe('Number of these deliveries that succeeded.'),
    exhausted_count: z.number().int().min(0).describe('Number of these deliveries that failed finally.'),
    count: z.number().int().min(0).nullable().describe('Number of events that would be sent. Only for a dry run.'),
    oldest_event: EventMark.nullable().describe('First of these events. Only for a dry run.'),
    newest_event: EventMark.nullable().describe('Last of these events. Only for a dry run.'),
    created_at: timestamp().describe('Time when the replay was created.'),
    completed_at: timestamp().nullable().describe('Time when the replay ended.'),
  })
  .meta({
    id: 'WebhookReplay',
    example: {
      id: 'rpl_01jd9x3k2mf8v9q4zt7w5b6n0c',
      webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c',
      mode: 'undelivered',
      status: 'running',
      created_after: '2026-11-20T09:30:00.000Z',
      created_before: null,
      after_sequence: 1500,
      until_sequence: 1842,
      cursor_sequence: 1650,
      event_types: [],
      rate_per_second: 50,
      matched_count: 120,
      created_count: 120,
      succeeded_count: 96,
      exhausted_count: 0,
      count: null,
      oldest_event: null,
      newest_event: null,
      created_at: '2026-11-21T09:30:00.000Z',
      completed_at: null,
    },
  });
export type Replay = z.output<typeof Replay>;

export const ReplayId = z.strictObject({ replay_id: idOf(ID_PREFIXES.replay).describe('Id of the replay.') });
export type ReplayId = z.output<typeof ReplayId>;

export const ListReplays = z.strictObject({
  ...pageQuery,
  webhook_id: idOf(ID_PREFIXES.webhook).optional().describe('Only replays of this webhook.'),
  status: z
    .array(z.enum(REPLAY_STATUSES))
    .min(1)
    .max(6)
    .optional()
    .describe('Only replays with these statuses.')
    .meta({ example: ['running'] }),
});
export type ListReplays = z.output<typeof ListReplays>;
