import { z } from 'zod';

import { EventPattern } from '../events/patterns';
import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timeInput, timestamp } from '../text';

export const REPLAY_MODES = ['undelivered', 'failed', 'missing', 'all'] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];
const REPLAY_STATUSES = ['queued', 'running', 'paused', 'completed', 'failed', 'canceled'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

const sequence = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const CreateReplay = z.strictObject({
  webhook_id: idOf(ID_PREFIXES.webhook).describe('Which webhook gets the events again.'),
  mode: z
    .enum(REPLAY_MODES)
    .default('undelivered')
    .describe(
      '`failed`: whose latest delivery was exhausted or canceled by the service. `missing`: that match now and have no delivery. `undelivered`: both. `all`: every event that matches.',
    )
    .meta({ example: 'undelivered' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only events after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only events before this time.'),
  after_sequence: sequence().optional().describe('Only events after this number.').meta({ example: 1841 }),
  event_types: z
    .array(EventPattern)
    .min(1)
    .max(50)
    .optional()
    .describe('Only these types or globs, within those of the webhook.')
    .meta({ example: ['api_key.*'] }),
  rate_per_second: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe('How many deliveries a second are added at most.')
    .meta({ example: 50 }),
  dry_run: z.boolean().default(false).describe('Count only; nothing is sent.').meta({ example: false }),
});
export type CreateReplay = z.output<typeof CreateReplay>;

const EventMark = z.object({
  id: z.string().describe('Id of the event.'),
  type: z.string().describe('Type of the event.'),
  sequence: z.number().int().min(0).describe('Number of the event.'),
  created_at: timestamp().describe('When it happened.'),
});

export const Replay = z
  .object({
    id: idOf(ID_PREFIXES.replay).nullable().describe('Id of the replay; null for a dry run.'),
    webhook_id: idOf(ID_PREFIXES.webhook).describe('Which webhook gets the events.'),
    mode: z.enum(REPLAY_MODES).describe('Which events.'),
    status: z
      .enum(REPLAY_STATUSES)
      .nullable()
      .describe(
        'How far it is: `completed` once all its deliveries are made; how they end is told by `succeeded` and `exhausted`. Null for a dry run.',
      ),
    created_after: timestamp().nullable().describe('Only events after this time.'),
    created_before: timestamp().nullable().describe('Only events before this time.'),
    after_sequence: sequence().describe('Only events after this number.'),
    until_sequence: sequence().describe('The newest event when it was made; later ones come by themselves.'),
    cursor_sequence: sequence().describe('Events up to this number are done.'),
    event_types: z.array(z.string()).describe('Only these types; empty for all of the webhook.'),
    rate_per_second: z.number().int().min(0).describe('Deliveries a second at most.'),
    matched: z.number().int().min(0).describe('Events found so far.'),
    enqueued: z.number().int().min(0).describe('Deliveries made so far.'),
    succeeded: z.number().int().min(0).describe('Of these, delivered.'),
    exhausted: z.number().int().min(0).describe('Of these, failed for good.'),
    count: z.number().int().min(0).nullable().describe('Events that would be sent; dry run only.'),
    oldest_event: EventMark.nullable().describe('The first of them; dry run only.'),
    newest_event: EventMark.nullable().describe('The last of them; dry run only.'),
    created_at: timestamp().describe('When it was asked for.'),
    finished_at: timestamp().nullable().describe('When it ended.'),
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
      matched: 120,
      enqueued: 120,
      succeeded: 96,
      exhausted: 0,
      count: null,
      oldest_event: null,
      newest_event: null,
      created_at: '2026-11-21T09:30:00.000Z',
      finished_at: null,
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
    .describe('Only replays of these states.')
    .meta({ example: ['running'] }),
});
export type ListReplays = z.output<typeof ListReplays>;
