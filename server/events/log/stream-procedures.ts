import { StreamEvents } from '../../../shared/events/log';
import type { RawAnswer } from '../../raw';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { streamEvents } from './stream';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // A proxy that collects would hold events back.
  'X-Accel-Buffering': 'no',
};

/** Apart from the other procedures: its answer has no end. */
export const streamRouter = router({
  stream: procedure('events:read')
    .meta({
      surface: 'links',
      alsoIn: ['whatsapp', 'automation'],
      raw: {
        'text/event-stream':
          'id: 1843\ndata: {"id":"evt_01jd9x3k2mf8v9q4zt7w5b6n0c","type":"api_key.revoked","sequence":1843}\n\n',
      },
      openapi: {
        method: 'GET',
        path: '/events/stream',
        tags: ['Events'],
        summary: 'Stream events',
        description:
          'Events as they happen, as Server-Sent Events. `id` is the `sequence`: come back with it as `Last-Event-ID`, and nothing is missed. A frame `reset` says that events before the oldest kept one are gone. A frame `warning` at the start names event types that `type` asks for and that the key cannot read. A comment comes every 15 seconds. Five streams a key, twenty a workspace.',
      },
    })
    .input(optionalInput(StreamEvents))
    .query(({ ctx, input }): RawAnswer => ({ headers: HEADERS, body: () => streamEvents(ctx, input) })),
});
