import { z } from 'zod';

import { ALL_SCOPES } from '../access/scopes';
import { ID_PREFIXES } from '../ids';
import { MAX_WAITING } from '../limits';
import { pageOf, pageQuery } from '../page';
import { SURFACE_NAMES } from '../surfaces';
import { idOf, timeInput } from '../text';
import { exampleIn } from './definition';
import { EventEnvelope } from './events';
import { EventWarning } from './warning';

/** Longest wait of a long poll, in seconds. */
const MAX_WAIT_SECONDS = 30;

/** Of so many events the data is searched. */
export const MAX_SEARCHED = 100_000;

const TypeName = z
  .string()
  .regex(/^[a-z][a-z_]*(\.[a-z_]+)+$/, 'Must be the name of an event type.')
  .max(80)
  .meta({ maxLength: 80, example: 'api_key.revoked' });

const TypeFilter = z
  .string()
  .regex(/^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/, 'Must be the name of an event type, or a glob such as api_key.*.')
  .max(80)
  .meta({ maxLength: 80, example: 'api_key.*' });

const sequence = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const ListEvents = z.strictObject({
  ...pageQuery,
  after_sequence: sequence()
    .optional()
    .describe('Only events after this number; the list then runs forwards.')
    .meta({ example: 1841 }),
  type: z
    .array(TypeFilter)
    .min(1)
    .max(50)
    .optional()
    .describe(
      'Only these types; `api_key.*` stands for all that begin with `api_key.`. An unknown type matches nothing.',
    )
    .meta({ example: ['api_key.*', 'member.added'] }),
  request_id: idOf(ID_PREFIXES.request).optional().describe('Only what this request caused.'),
  object_id: z
    .string()
    .regex(/^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'Must be the id of an object.')
    .optional()
    .describe(`Only events whose data names this object, of the newest ${MAX_SEARCHED.toLocaleString('en')}.`)
    .meta({ maxLength: 31, example: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
  webhook_id: idOf(ID_PREFIXES.webhook)
    .optional()
    .describe(
      'Only what this webhook would get, by its types and selectors as they are now: what it missed, with `after_sequence`.',
    ),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only events after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only events before this time.'),
  sort: z
    .enum(['created_at', '-created_at'])
    .optional()
    .describe('Order of `sequence`; `-` is newest first, the default without `after_sequence`.')
    .meta({ example: 'created_at' }),
  wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .default(0)
    .describe(
      `With \`after_sequence\`: how long to wait for the first event when there is none yet. At most ${MAX_WAITING} requests of a workspace wait at once; further ones that find nothing are refused with 429 \`rate_limited\`.`,
    )
    .meta({ example: 0 }),
});
export type ListEvents = z.output<typeof ListEvents>;

export const StreamEvents = z.strictObject({
  after_sequence: sequence()
    .optional()
    .describe('Where to begin; the header `Last-Event-ID` comes before it, and without either the stream begins now.')
    .meta({ example: 1841 }),
  type: z
    .array(TypeFilter)
    .min(1)
    .max(50)
    .optional()
    .describe('Only these types; `api_key.*` stands for all that begin with `api_key.`.')
    .meta({ example: ['api_key.*'] }),
});
export type StreamEvents = z.output<typeof StreamEvents>;

export const EventPage = pageOf(EventEnvelope).extend({
  oldest_sequence: sequence().describe('Number of the oldest event that is kept; the next one when none is.'),
  latest_sequence: sequence().describe(
    'Number of the newest event of the workspace, whether the caller reads it or not.',
  ),
  history_truncated: z.boolean().describe('Events after `after_sequence` (or the first) are no longer kept.'),
  warnings: z
    .array(EventWarning)
    .describe('Event types that `type` asks for and that the caller cannot read. Empty if nothing is left out.')
    .meta({ maxItems: 1 }),
});
export type EventPage = z.output<typeof EventPage>;

export const EventId = z.strictObject({ event_id: idOf(ID_PREFIXES.event).describe('Id of the event.') });
export type EventId = z.output<typeof EventId>;

export const EventTypeSummary = z
  .object({
    type: TypeName.describe('Name of the type.'),
    surface: z.enum(SURFACE_NAMES).describe('The part of the API it belongs to.'),
    scope: z.enum(ALL_SCOPES).describe('Scope that reads it and subscribes to it.'),
    label: z.string().describe('Its name in the console.'),
    summary: z.string().describe('What it tells.'),
    since: z.iso.date().describe('Day of the release that brought it.').meta({ example: '2026-11-21', maxLength: 10 }),
    in_globs: z.boolean().describe('Globs match it; otherwise only its exact name does.'),
    record: z
      .enum(['always', 'subscribed'])
      .describe('`subscribed`: kept only while somebody subscribes to it, or the workspace keeps all.'),
  })
  .meta({
    id: 'EventTypeSummary',
    example: {
      type: 'api_key.revoked',
      surface: 'getting-started',
      scope: 'keys:read',
      label: 'Key revoked',
      summary: 'A key was revoked.',
      since: '2026-11-21',
      in_globs: true,
      record: 'always',
    },
  });
export type EventTypeSummary = z.output<typeof EventTypeSummary>;

export const EventTypeDetail = EventTypeSummary.extend({
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of `data`.'),
  example: EventEnvelope.describe('An event of this type.'),
}).meta({ id: 'EventType', example: undefined });
export type EventTypeDetail = z.output<typeof EventTypeDetail>;

/** An example of `EventTypeDetail`, for documents. */
export const eventTypeExample = () => ({
  ...exampleIn(EventTypeSummary),
  schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  example: exampleIn(EventEnvelope),
});

export const ListEventTypes = z.strictObject(pageQuery);
export type ListEventTypes = z.output<typeof ListEventTypes>;

export const EventTypeName = z.strictObject({ type: TypeName.describe('Name of the type.') });
export type EventTypeName = z.output<typeof EventTypeName>;
