import { and, inArray } from 'drizzle-orm';

import type { EventType } from '../../../shared/events/events';
import type { StreamEvents } from '../../../shared/events/log';
import { matchesType } from '../../../shared/events/patterns';
import { ApiError } from '../../errors';
import type { EventsContext } from '../context';
import type { EventFrame } from '../hub';
import { readSequences } from '../queries/events';
import { events } from '../schema';
import { POLL_MS, authRefsOf, openStream } from './open-stream';
import { isReadable, readableTypes, readableCondition, callerFilterWarnings } from './readable';
import { scanEvents } from './scan';

const STREAMS_OF_KEY = 5;
const STREAMS_OF_WORKSPACE = 20;
const PAGE = 500;
const PING_EVERY_MS = 15_000;
/** A slower reader is disconnected and resumes by its last event number. */
const LAG_BYTES = 1024 * 1024;
const LAG_FRAMES = 1000;
const RETRY_MS = 2000;

const encoder = new TextEncoder();
const printed = new WeakMap<EventFrame, Uint8Array>();

/** Subscribes before reading, so that no event is missed. Ends when rights change or the reader is too slow. */
export function streamEvents(ctx: EventsContext, input: StreamEvents): ReadableStream<Uint8Array> {
  const { actor, workspaceId } = ctx;
  const start = startOf(ctx, input);
  const stream = openStream(ctx, {
    seats: [
      { id: actor.type === 'key' ? actor.keyId : actor.sessionId, max: STREAMS_OF_KEY },
      { id: workspaceId, max: STREAMS_OF_WORKSPACE },
    ],
    fullDetail: `A key can have at most ${STREAMS_OF_KEY} open streams, a workspace ${STREAMS_OF_WORKSPACE}.`,
    authRefs: authRefsOf(ctx),
  });
  const { wakeSignal, end, isOver } = stream;
  const types = new Set(
    readableTypes(ctx).filter((type) => input.type?.some((filter) => matchesType(filter, type)) ?? true),
  );
  let fresh: EventFrame[] = [];
  stream.onClose(
    ctx.hub.subscribe(workspaceId, (frames) => {
      // Further events are read from the log.
      if (fresh.length + frames.length <= PAGE) fresh.push(...frames);
      wakeSignal.ring();
    }),
  );

  const run = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (bytes: Uint8Array): void => {
      controller.enqueue(bytes);
      if (isOver() || (controller.desiredSize ?? 0) >= -LAG_BYTES) return;
      ctx.metrics.droppedStreams.inc();
      end();
    };
    const { oldest = 1, latest } = await readSequences(ctx.store, workspaceId);
    let last = Math.min(start ?? latest, latest);
    send(encoder.encode(`retry: ${RETRY_MS}\n: connected oldest=${oldest} latest=${latest}\n\n`));
    for (const warning of callerFilterWarnings(ctx, input.type)) {
      send(encoder.encode(`event: warning\ndata: ${JSON.stringify(warning)}\n\n`));
    }
    if (last + 1 < oldest) {
      const range = JSON.stringify({ oldest_sequence: oldest, latest_sequence: latest });
      send(encoder.encode(`event: reset\ndata: ${range}\n\n`));
    }

    let spokeAt = performance.now();
    while (!isOver() && !hasExpired(ctx)) {
      wakeSignal.still();
      const frames = fresh;
      fresh = [];
      const isNext = frames[0]?.sequence === last + 1 && frames.every((frame, at) => frame.sequence === last + 1 + at);
      // Only events of other processes need a query.
      const newest = isNext ? last : (await readSequences(ctx.store, workspaceId)).latest;
      const read: { rows: EventFrame[]; end?: number } = isNext
        ? { rows: frames }
        : await readAfter(ctx, types, last, newest);
      for (const frame of read.rows) {
        if (isOver()) break;
        last = frame.sequence;
        if (!types.has(frame.type as EventType) || !isReadable(ctx, frame)) continue;
        send(printedFrame(frame));
        spokeAt = performance.now();
      }
      last = Math.max(last, read.end ?? newest);
      if (read.end !== undefined) continue;
      if (performance.now() - spokeAt >= PING_EVERY_MS) {
        send(encoder.encode(': ping\n\n'));
        spokeAt = performance.now();
      }
      await wakeSignal.wait(POLL_MS);
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void run(controller)
          .catch((error: unknown) => ctx.log.error({ err: error, request_id: ctx.requestId }, 'event stream failed'))
          .finally(() => {
            stream.close();
            // The reader may have closed it already.
            if (!isOver() || controller.desiredSize !== null) closed(controller);
          });
      },
      cancel: end,
    },
    { highWaterMark: 0, size: (chunk) => Math.max(chunk?.byteLength ?? 0, LAG_BYTES / LAG_FRAMES) },
  );
}

function closed(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {}
}

function printedFrame(frame: EventFrame): Uint8Array {
  let bytes = printed.get(frame);
  if (!bytes) printed.set(frame, (bytes = encoder.encode(`id: ${frame.sequence}\ndata: ${frame.body}\n\n`)));
  return bytes;
}

function startOf({ origin }: EventsContext, input: StreamEvents): number | undefined {
  const header = origin.headers.get('last-event-id');
  if (header === null || header === '') return input.after_sequence;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  const message = 'Must be the sequence number of an event.';
  throw new ApiError('validation_failed', {
    errors: [{ in: 'header', pointer: '/Last-Event-ID', code: 'invalid_format', message }],
  });
}

const readAfter = (ctx: EventsContext, types: ReadonlySet<EventType>, after: number, until: number) =>
  scanEvents(ctx.db, {
    order: 'asc',
    after,
    until,
    maxRows: PAGE,
    where: and(inArray(events.type, [...types]), readableCondition(ctx)),
  });

/** The expiry of a key causes no event. */
const hasExpired = ({ actor, now }: Pick<EventsContext, 'actor' | 'now'>): boolean =>
  now().getTime() >= actor.validUntil;
