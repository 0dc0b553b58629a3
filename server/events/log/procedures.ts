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
import { router, sessionProcedure, tracked } from '../../trpc/procedures';
import { catalogueRoute, routesFor } from '../../trpc/routes';
import { listEvents } from './list';
import { getEvent, getEventType, listEventTypes } from './service';
import { subscribe } from './subscribe';

const read = routesFor('events:read');

const typesRouter = router({
  list: catalogueRoute('GET /event-types', 'List event types', {
    description: 'Lists all event types, each with the scope that is needed to read it and to subscribe to it.',
  }).run(ListEventTypes, pageOf(EventTypeSummary), listEventTypes),

  get: catalogueRoute('GET /event-types/{type}', 'Get an event type', {
    description: 'Returns one event type with the JSON Schema of its `data` and an example.',
    examples: { responseApart: eventTypeExample() },
  }).run(EventTypeName, EventTypeDetail, (_, input) => getEventType(input)),
});

export const eventsRouter = router({
  types: typesRouter,

  list: read('GET /events', 'List events', {
    description:
      'Lists the events of the workspace in order of `sequence`. Only event types that the scopes of the key allow are returned, so sequence numbers can have gaps; you have read all events when you access `latest_sequence`. A page can have fewer events than `limit`, or none, and still have a `next_cursor`. With `after_sequence` and `wait_seconds` the request waits for the first new event.',
    errors: ['related_not_found', 'unprocessable'],
  }).run(ListEvents, EventPage, listEvents),

  get: read('GET /events/{event_id}', 'Get an event', {
    description: 'Returns one event exactly as it was recorded.',
  }).run(EventId, EventEnvelope, getEvent),

  /** Events can be resumed by their number; signals cannot. */
  subscribe: sessionProcedure
    .meta({ messages: StreamedMessage })
    .subscription(SubscribeEvents, async function* stream(ctx, input) {
      for await (const message of subscribe(ctx, input)) {
        yield message.kind === 'event' ? tracked(String(message.event.sequence), message) : message;
      }
    }),
});
