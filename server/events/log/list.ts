import { and, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';

import { EVENT_TYPES, type EventEnvelope } from '../../../shared/events/events';
import { MAX_SEARCHED, type EventPage, type ListEvents } from '../../../shared/events/log';
import { matchesType } from '../../../shared/events/patterns';
import { given, containsExactly } from '../../db/match';
import { ApiError } from '../../errors';
import { openPage } from '../../paging';
import type { EventsContext } from '../context';
import { readSequences } from '../queries/events';
import { events } from '../schema';
import { wouldReceive } from '../subscribers';
import { isWithinCallerResources, readableTypes, readableCondition, callerFilterWarnings } from './readable';
import { scanEvents } from './scan';
import { type StoredPage, waitForEvents } from './wait';

/** Throws 400 `invalid_cursor`, 422 for `wait_seconds` without `after_sequence`. */
export async function listEvents(ctx: EventsContext, input: ListEvents): Promise<EventPage> {
  const { wait_seconds, after_sequence } = input;
  if (wait_seconds > 0 && after_sequence === undefined) {
    throw new ApiError('unprocessable', '`wait_seconds` needs `after_sequence`.');
  }
  const read = () => readPage(ctx, input);
  const page = wait_seconds > 0 ? await waitForEvents(ctx, read, wait_seconds * 1000) : await read();

  const { bodies, ...rest } = page;
  // The stored bytes are sent, since serialising again could change them.
  ctx.reply.json = `{"data":[${bodies.join(',')}],${JSON.stringify(rest).slice(1)}`;
  const lazily = {
    get data() {
      return bodies.map((body) => JSON.parse(body) as EventEnvelope);
    },
  };
  return Object.assign(lazily, rest);
}

async function readPage(ctx: EventsContext, input: ListEvents): Promise<StoredPage> {
  const { after_sequence = 0, object_id, webhook_id, sort, wait_seconds: _, ...rest } = input;
  const order =
    (sort ?? (input.after_sequence === undefined ? '-created_at' : 'created_at')) === 'created_at' ? 'asc' : 'desc';
  const page = openPage(ctx.workspaceId, `events ${order}`, {
    ...rest,
    object_id,
    webhook_id,
    after_sequence: input.after_sequence,
  });
  const position = page.afterNumber();
  const subscriber = webhook_id === undefined ? undefined : await ctx.hub.ports.requireSubscriber(ctx, webhook_id);

  // Read before the rows, so that continuing after `latest_sequence` misses nothing.
  const { oldest: first, latest } = await readSequences(ctx.store, ctx.workspaceId);
  const oldest = first ?? latest + 1;
  const searched = object_id === undefined ? 0 : latest - MAX_SEARCHED;
  const { rows, end } = await scanEvents(ctx.db, {
    order,
    after: Math.max(after_sequence, oldest - 1, searched, order === 'asc' ? (position ?? 0) : 0),
    until: order === 'desc' && position !== undefined ? position - 1 : latest,
    maxRows: page.maxRows,
    where: whereOf(ctx, input),
    isSelective: input.request_id !== undefined,
    signal: ctx.signal?.(),
    keep: (row) => isWithinCallerResources(ctx, row) && (!subscriber || wouldReceive(subscriber, row)),
  });

  const { data, ...next } = page.cut(rows, 'sequence', end);
  return {
    bodies: data.map(({ body }) => body),
    ...next,
    oldest_sequence: oldest,
    latest_sequence: latest,
    history_truncated: after_sequence + 1 < oldest,
    warnings: callerFilterWarnings(ctx, input.type),
  };
}

function whereOf(ctx: EventsContext, input: ListEvents): SQL | undefined {
  const { type, request_id, object_id, created_after, created_before } = input;
  const readable = readableTypes(ctx);
  const types = type ? readable.filter((name) => type.some((filter) => matchesType(filter, name))) : readable;
  return and(
    types.length === EVENT_TYPES.length ? undefined : inArray(events.type, [...types]),
    readableCondition(ctx),
    given(request_id, (id) => eq(events.requestId, id)),
    given(object_id, (id) => containsExactly(events.body, `"${id}"`)),
    given(created_after, (time) => gt(events.createdAt, new Date(time))),
    given(created_before, (time) => lt(events.createdAt, new Date(time))),
  );
}
