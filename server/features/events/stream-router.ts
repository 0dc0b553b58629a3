import { StreamEvents } from '../../../shared/event-log';
import { procedure, router } from '../../trpc/procedures';
import { streamEvents } from './stream';

/** Apart from the other procedures: its answer has no end, so only its own route can serve it. */
export const streamRouter = router({
  events_stream: procedure('events:read')
    .meta({
      surface: 'links',
      alsoIn: ['whatsapp', 'automation'],
      stream: true,
      openapi: {
        method: 'GET',
        path: '/events/stream',
        operationId: 'events_stream',
        tags: ['Events'],
        summary: 'Stream events',
        description:
          'Events as they happen, as Server-Sent Events. `id` is the `sequence`: come back with it as `Last-Event-ID`, and nothing is missed. A frame `reset` says that events before the oldest kept one are gone. A comment comes every 15 seconds. Five streams a key, twenty a workspace.',
      },
    })
    .input(StreamEvents)
    .query(({ ctx, input }) => streamEvents(ctx, input)),
});
