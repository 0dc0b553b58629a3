import { EventEnvelope } from '../../../shared/events/events';
import {
  EventId,
  EventPage,
  EventTypeDetail,
  eventTypeExample,
  EventTypeName,
  EventTypeSummary,
  ListEvents,
  ListEventTypes,
} from '../../../shared/events/log';
import { StreamedMessage, SubscribeEvents } from '../../../shared/live';
import { pageOf } from '../../../shared/page';
import { catalogueProcedure, optionalInput, procedure, router, sessionProcedure, tracked } from '../../trpc/procedures';
import { listEvents } from './list';
import { getEvent, getEventType, listEventTypes } from './service';
import { subscribe } from './subscribe';

const surface = 'links';
const tags = ['Events'];

const typesRouter = router({
  list: catalogueProcedure
    .meta({
      surface,
      openapi: {
        method: 'GET',
        path: '/event-types',
        tags,
        summary: 'List event types',
        description: 'Every type of event there is, with the scope that reads it and subscribes to it.',
      },
    })
    .input(optionalInput(ListEventTypes))
    .output(pageOf(EventTypeSummary))
    .query(({ ctx, input }) => listEventTypes(ctx, input)),

  get: catalogueProcedure
    .meta({
      surface,
      examples: { responseApart: eventTypeExample() },
      openapi: {
        method: 'GET',
        path: '/event-types/{type}',
        tags,
        summary: 'Read an event type',
        description: 'One type of event, with the JSON Schema of its `data` and an example.',
      },
    })
    .input(EventTypeName)
    .output(EventTypeDetail)
    .query(({ input }) => getEventType(input)),
});

export const eventsRouter = router({
  types: typesRouter,

  list: procedure('events:read')
    .meta({
      surface,
      errors: ['related_not_found', 'unprocessable'],
      openapi: {
        method: 'GET',
        path: '/events',
        tags,
        summary: 'List events',
        description:
          'What happened in the workspace, in order of `sequence`. Only types whose scope the key holds are returned, so numbers may jump: you have read everything when you have read up to `latest_sequence`. A page may hold fewer events than `limit`, or none, and still have a `next_cursor`. With `after_sequence` and `wait_seconds` the answer comes at the first new event.',
      },
    })
    .input(optionalInput(ListEvents))
    .output(EventPage)
    .query(({ ctx, input }) => listEvents(ctx, input)),

  get: procedure('events:read')
    .meta({
      surface,
      openapi: {
        method: 'GET',
        path: '/events/{event_id}',
        tags,
        summary: 'Read an event',
        description: 'One event, byte for byte as it was recorded.',
      },
    })
    .input(EventId)
    .output(EventEnvelope)
    .query(({ ctx, input }) => getEvent(ctx, input)),

  /** The console’s one live stream; what has a number can be resumed. */
  subscribe: sessionProcedure
    .meta({ messages: StreamedMessage })
    .input(SubscribeEvents)
    .subscription(async function* stream({ ctx, input }) {
      for await (const message of subscribe(ctx, input)) {
        yield message.kind === 'event' ? tracked(String(message.event.sequence), message) : message;
      }
    }),
});
