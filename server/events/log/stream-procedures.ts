import { StreamEvents } from '../../../shared/events/log';
import type { RawAnswer } from '../../raw';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { streamEvents } from './stream';

const read = routesFor('events:read');

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // A buffering proxy would delay events.
  'X-Accel-Buffering': 'no',
};

export const streamRouter = router({
  stream: read('GET /events/stream', 'Stream events', {
    description:
      'Streams events as they happen, as Server-Sent Events. The `id` of a message is the `sequence` of the event; send it as `Last-Event-ID` when you reconnect, so that you miss no event. A `reset` message means that older events are no longer stored. A `warning` message at the start lists the event types in `type` that the key cannot read. A comment is sent every 15 seconds. A key can have 5 open streams, a workspace 20.',
    alsoIn: ['whatsapp', 'automation'],
    raw: {
      'text/event-stream':
        'id: 1843\ndata: {"id":"evt_01jd9x3k2mf8v9q4zt7w5b6n0c","type":"api_key.revoked","sequence":1843}\n\n',
    },
  }).run(StreamEvents, (ctx, input): RawAnswer => ({ headers: HEADERS, body: () => streamEvents(ctx, input) })),
});
