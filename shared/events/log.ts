import { z } from 'zod';

import { ALL_SCOPES } from '../access/scopes';
import { ID_PREFIXES } from '../ids';
import { MAX_WAITING } from '../limits';
import { pageOf, pageQuery } from '../page';
import { SURFACE_NAMES } from '../surfaces';
import { idOf, timeInput } from '../text';
import { exampleIn, sequence } from './definition';
import { EventEnvelope } from './events';
import { EventWarning } from './warning';

/** In seconds. */
const MAX_WAIT_SECONDS = 30;

/** Maximum events whose data is searched. */
export const MAX_SEARCHED = 100_000;

const TypeName = z
  .string()
  .regex(/^[a-z][a-z_]*(\.[a-z_]+)+$/, 'Must be the name of an event type.')
  .max(80)
  .meta({ maxLength: 80, example: 'api_key.revoked' });

const TypeFilter = z
  .string()
  .regex(/^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/, 'Must be the name of an event type, or a pattern such as api_key.*.')
  .max(80)
  .meta({ maxLength: 80, example: 'api_key.*' });

export const ListEvents = z.strictObject({
  ...pageQuery,
  after_sequence: sequence()
    .optional()
    .describe('Only events after this sequence number, in ascending order.')
    .meta({ example: 1841 }),
  type: z
    .array(TypeFilter)
    .min(1)
    .max(50)
    .optional()
    .describe(
      'Only events of these types. `api_key.*` matches all types that begin with `api_key.`. An unknown type matches nothing.',
    )
    .meta({ example: ['api_key.*', 'member.added'] }),
  request_id: idOf(ID_PREFIXES.request).optional().describe('Only events that this request caused.'),
  object_id: z
    .string()
    .regex(/^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'Must be the id of an object.')
    .optional()
    .describe(
      `Only events whose data contains this object, within the newest ${MAX_SEARCHED.toLocaleString('en')} events.`,
    )
    .meta({ maxLength: 31, example: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
  webhook_id: idOf(ID_PREFIXES.webhook)
    .optional()
    .describe(
      'Only events that this webhook would receive with its current types and selectors. Use it with `after_sequence` to find missed events.',
    ),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only events after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only events before this time.'),
  sort: z
    .enum(['created_at', '-created_at'])
    .optional()
    .describe('Sort order by `sequence`. `-` means newest first, which is the default without `after_sequence`.')
    .meta({ example: 'created_at' }),
  wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .default(0)
    .describe(
      `Seconds to wait for the first new event if there is none yet. Needs \`after_sequence\`. At most ${MAX_WAITING} requests of a workspace can wait at once; further requests that find no events are refused with 429 \`rate_limited\`.`,
    )
    .meta({ example: 0 }),
});
export type ListEvents = z.output<typeof ListEvents>;

export const StreamEvents = z.strictObject({
  after_sequence: sequence()
    .optional()
    .describe(
      'Sequence number to start after. The header `Last-Event-ID` takes precedence. Without both, the stream starts with new events.',
    )
    .meta({ example: 1841 }),
  type: z
    .array(TypeFilter)
    .min(1)
    .max(50)
    .optional()
    .describe('Only events of these types. `api_key.*` matches all types that begin with `api_key.`.')
    .meta({ example: ['api_key.*'] }),
});
export type StreamEvents = z.output<typeof StreamEvents>;

export const EventPage = pageOf(EventEnvelope).extend({
  oldest_sequence: sequence().describe(
    'Sequence number of the oldest stored event; the next number if none is stored.',
  ),
  latest_sequence: sequence().describe(
    'Sequence number of the newest event of the workspace, even if the caller cannot read it.',
  ),
  history_truncated: z
    .boolean()
    .describe('Whether events after `after_sequence`, or the first events, are no longer stored.'),
  warnings: z
    .array(EventWarning)
    .describe('Event types in `type` that the caller cannot read. Empty if there are none.')
    .meta({ maxItems: 1 }),
});
export type EventPage = z.output<typeof EventPage>;

export const EventId = z.strictObject({ event_id: idOf(ID_PREFIXES.event).describe('Id of the event.') });
export type EventId = z.output<typeof EventId>;

export const EventTypeSummary = z
  .object({
    type: TypeName.describe('Name of the event type.'),
    surface: z.enum(SURFACE_NAMES).describe('API surface of the event type.'),
    scope: z.enum(ALL_SCOPES).describe('Scope that is needed to read the event type and to subscribe to it.'),
    label: z.string().describe('Display name.'),
    summary: z.string().describe('Description of the event type.'),
    since: z.iso
      .date()
      .describe('Date of the release that added the event type.')
      .meta({ example: '2026-11-21', maxLength: 10 }),
    matched_by_patterns: z
      .boolean()
      .describe('Whether patterns such as `*` match the event type. Otherwise only its full name matches.'),
    stored_when: z
      .enum(['always', 'subscribed'])
      .describe(
        'When events are stored. `subscribed`: only while someone subscribes to the type, or if the workspace stores all events.',
      ),
  })
  .meta({
    id: 'EventTypeSummary',
    example: {
      type: 'api_key.revoked',
      surface: 'getting-started',
      scope: 'keys:read',
      label: 'Key revoked',
      summary: 'An API key was revoked.',
      since: '2026-11-21',
      matched_by_patterns: true,
      stored_when: 'always',
    },
  });
export type EventTypeSummary = z.output<typeof EventTypeSummary>;

export const EventTypeDetail = EventTypeSummary.extend({
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of `data`.'),
  example: EventEnvelope.describe('Example event of this type.'),
}).meta({ id: 'EventType', extends: 'EventTypeSummary', example: undefined });
export type EventTypeDetail = z.output<typeof EventTypeDetail>;

export const eventTypeExample = () => ({
  ...exampleIn(EventTypeSummary),
  schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  example: exampleIn(EventEnvelope),
});

export const ListEventTypes = z.strictObject(pageQuery);
export type ListEventTypes = z.output<typeof ListEventTypes>;

export const EventTypeName = z.strictObject({ type: TypeName.describe('Name of the event type.') });
export type EventTypeName = z.output<typeof EventTypeName>;
