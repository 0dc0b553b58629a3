import { and, asc, gt, inArray } from 'drizzle-orm';

import type { EventEnvelope } from '../../../shared/events/events';
import type { LiveMessage, SignalTopic, SubscribeEvents } from '../../../shared/live';
import { scoped, type ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { EventsSession } from '../context';
import { events } from '../schema';
import { readSequences } from '../system/events';
import { createBell } from './bell';
import { readableTypes, requirementsMet } from './readable';
import { LOOK_EVERY_MS } from './waiting';

const BACKLOG = 1000;
/** One a tab that is looked at; each costs a look at the log with every event. */
const STREAMS_OF_PERSON = 30;
/** More signals than these do not wait for a reader that takes none: it reads everything again. */
const MOST_SIGNALS = 5000;
/** Signals of a topic come together for this long: the console reads again at most four times a second. */
const SIGNALS_EVERY_MS = 250;

/**
 * What happens in a workspace, as it happens, from after `lastEventId` or from now. Gapless: it listens before it
 * reads, and numbers come from the database. Ends when rights change or the session does; the console’s client then
 * asks again, and is refused if they are gone. Throws 429 above thirty streams a person.
 */
export async function* subscribe(
  ctx: EventsSession,
  { workspace_id: workspaceId, lastEventId }: SubscribeEvents,
): AsyncGenerator<LiveMessage> {
  const member = ctx.actor.memberships.get(workspaceId);
  if (!member) throw new ApiError('not_found');
  const reader = { actor: { ...ctx.actor, member } };
  const { sessionId, userId } = ctx.actor;
  const leaveSeat = ctx.limits.streams.take([{ id: userId, most: STREAMS_OF_PERSON }]);
  if (!leaveSeat) {
    const detail = `A user can have at most ${STREAMS_OF_PERSON} open streams.`;
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '30' } });
  }
  const db = scoped(ctx.store, workspaceId);
  const bell = createBell();
  const signals = new Map<SignalTopic, Set<string>>();
  let hasMissed = false;
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    bell.ring();
  };

  ctx.holdOpen?.(0);
  const leave = [
    leaveSeat,
    ctx.hub.subscribe(workspaceId, bell.ring),
    ctx.hub.onSignal(workspaceId, ({ topic, ids }) => {
      const waiting = signals.get(topic) ?? new Set();
      for (const id of ids) waiting.add(id);
      hasMissed ||= waiting.size > MOST_SIGNALS;
      if (hasMissed) signals.clear();
      else signals.set(topic, waiting);
      bell.ring();
    }),
    ctx.auth.onChange(({ ref }) => [sessionId, userId, workspaceId].includes(ref) && end(), end),
  ];
  if (ctx.hub.closing.aborted || ctx.signal?.aborted) end();
  ctx.hub.closing.addEventListener('abort', end);
  ctx.signal?.addEventListener('abort', end);

  try {
    const { latest } = await readSequences(ctx.store, workspaceId);
    let after = lastEventId === undefined ? latest : Number(lastEventId);
    if (after > latest || latest - after > BACKLOG) {
      after = latest;
      yield { kind: 'reset', sequence: latest };
    }

    let signalledAt = 0;
    // Time passes without a change that anybody is told of.
    while (!over.signal.aborted && ctx.now().getTime() < ctx.actor.validUntil) {
      bell.still();
      // Read before the rows: what is not of these types is not looked at again.
      const newest = (await readSequences(ctx.store, workspaceId)).latest;
      const rows = newest > after ? await readAfter(db, reader, after) : [];
      for (const row of rows) {
        after = row.sequence;
        yield { kind: 'event', event: JSON.parse(row.body) as EventEnvelope };
      }
      if (rows.length < BACKLOG) after = Math.max(after, newest);
      if (hasMissed) {
        hasMissed = false;
        yield { kind: 'reset', sequence: after };
      }
      if (signals.size > 0 && performance.now() - signalledAt >= SIGNALS_EVERY_MS) {
        signalledAt = performance.now();
        const told = [...signals];
        signals.clear();
        for (const [topic, ids] of told) yield { kind: 'signal', topic, ids: [...ids] };
      }
      await bell.wait(signals.size > 0 ? SIGNALS_EVERY_MS : LOOK_EVERY_MS);
    }
  } finally {
    for (const way of leave) way();
    ctx.hub.closing.removeEventListener('abort', end);
    ctx.signal?.removeEventListener('abort', end);
  }
}

const readAfter = (db: ScopedDb, reader: Parameters<typeof readableTypes>[0], sequence: number) =>
  db.select(events, {
    where: and(gt(events.sequence, sequence), inArray(events.type, readableTypes(reader)), requirementsMet(reader)),
    orderBy: [asc(events.sequence)],
    limit: BACKLOG,
  });
