import { and, asc, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';

import { MAX_SEARCHED, type EventPage, type ListEvents } from '../../../shared/event-log';
import { matchesType } from '../../../shared/event-patterns';
import { EVENT_TYPES, type EventEnvelope } from '../../../shared/events';
import type { WorkspaceContext } from '../../context';
import { contains, given } from '../../db/match';
import { events } from '../../db/schema';
import { readSequences } from '../../db/unscoped/events';
import { ApiError } from '../../errors';
import { readNumberCursor, sealOf, writeCursor } from '../../paging';
import { readableTypes } from './readable';
import { waitForEvents } from './wait';

/**
 * Events of the types that the caller reads, in order of their sequence. With `wait_seconds` it answers at the first
 * match, or with an empty list. Throws 400 `invalid_cursor`, 422 for a wait without `after_sequence`.
 */
export async function listEvents(ctx: WorkspaceContext, input: ListEvents): Promise<EventPage> {
  const { wait_seconds, after_sequence } = input;
  if (wait_seconds > 0 && after_sequence === undefined) {
    throw new ApiError('unprocessable', '`wait_seconds` needs `after_sequence`.');
  }
  const read = () => readPage(ctx, input);
  const page = wait_seconds > 0 ? await waitForEvents(ctx, read, wait_seconds * 1000) : await read();

  const { bodies, ...rest } = page;
  // The bodies go out as the bytes that are stored; printing them again could change them.
  ctx.reply.json = `{"data":[${bodies.join(',')}],${JSON.stringify(rest).slice(1)}`;
  return { data: bodies.map((body) => JSON.parse(body) as EventEnvelope), ...rest };
}

export interface StoredPage extends Omit<EventPage, 'data'> {
  bodies: string[];
}

async function readPage(ctx: WorkspaceContext, input: ListEvents): Promise<StoredPage> {
  const { limit, cursor, after_sequence, sort, wait_seconds: _, ...rest } = input;
  const order =
    (sort ?? (after_sequence === undefined ? '-created_at' : 'created_at')) === 'created_at' ? 'asc' : 'desc';
  const seal = sealOf(ctx.workspaceId, order, { ...rest, after_sequence });
  const position = cursor === undefined ? undefined : readNumberCursor(cursor, seal);

  // Read before the rows: whoever goes on after `latest_sequence` must not miss what is committed in between.
  const { oldest, latest } = await readSequences(ctx.store, ctx.workspaceId);
  const beyond = order === 'asc' ? gt : lt;
  const rows = await ctx.db.select(events, {
    where: and(
      whereOf(ctx, input, latest),
      given(position, (sequence) => beyond(events.sequence, sequence)),
    ),
    orderBy: [order === 'asc' ? asc(events.sequence) : desc(events.sequence)],
    limit: limit + 1,
  });

  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    bodies: page.map((row) => row.body),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeCursor(String(last.sequence), seal) : null,
    oldest_sequence: oldest ?? latest + 1,
    latest_sequence: latest,
    history_truncated: (after_sequence ?? 0) + 1 < (oldest ?? latest + 1),
  };
}

function whereOf(ctx: WorkspaceContext, input: ListEvents, latest: number): SQL | undefined {
  const { after_sequence, type, request_id, object_id, created_after, created_before } = input;
  const types = readableTypes(ctx).filter((name) => type?.some((filter) => matchesType(filter, name)) ?? true);
  return and(
    types.length === EVENT_TYPES.length ? undefined : inArray(events.type, types),
    given(after_sequence, (sequence) => gt(events.sequence, sequence)),
    given(request_id, (id) => eq(events.requestId, id)),
    // No index leads to what stands in the data, so the search has an end.
    given(object_id, (id) => and(gt(events.sequence, latest - MAX_SEARCHED), contains(events.body, `"${id}"`))),
    given(created_after, (time) => gt(events.createdAt, new Date(time))),
    given(created_before, (time) => lt(events.createdAt, new Date(time))),
  );
}
