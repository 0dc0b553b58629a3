import { and, asc, gt, inArray } from 'drizzle-orm';

import type { EventEnvelope } from '../../../shared/events/events';
import type { LiveMessage, SignalTopic, SubscribeEvents } from '../../../shared/live';
import { scoped, type ScopedDb } from '../../db/scoped';
import { ApiError, orNotFound } from '../../errors';
import type { EventsSession } from '../context';
import { readSequences } from '../queries/events';
import { events } from '../schema';
import { readableTypes, readableCondition } from './readable';
import { POLL_MS } from './waiting';
import { createWakeSignal } from './wake-signal';

const BACKLOG = 1000;
/** One per visible tab; each reads the log with every event. */
const STREAMS_OF_PERSON = 30;
const MAX_SIGNALS = 5000;
const SIGNALS_EVERY_MS = 250;

/** Subscribes before it reads the log, so that no event is missed. Ends when rights change or the session ends. */
export async function* subscribe(
  ctx: EventsSession,
  { workspace_id: workspaceId, lastEventId }: SubscribeEvents,
): AsyncGenerator<LiveMessage> {
  const member = orNotFound(ctx.actor.memberships.get(workspaceId));
  const reader = { actor: { ...ctx.actor, member } };
  const { sessionId, userId } = ctx.actor;
  const leaveSeat = ctx.limits.streams.take([{ id: userId, most: STREAMS_OF_PERSON }]);
  if (!leaveSeat) {
    const detail = `A user can have at most ${STREAMS_OF_PERSON} open streams.`;
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '30' } });
  }
  const db = scoped(ctx.store, workspaceId);
  const bell = createWakeSignal();
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
      hasMissed ||= waiting.size > MAX_SIGNALS;
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
    // The expiry of a session causes no event.
    while (!over.signal.aborted && ctx.now().getTime() < ctx.actor.validUntil) {
      bell.still();
      // Read before the rows, so that events of other types are not read again.
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
        const due = [...signals];
        signals.clear();
        for (const [topic, ids] of due) yield { kind: 'signal', topic, ids: [...ids] };
      }
      await bell.wait(signals.size > 0 ? SIGNALS_EVERY_MS : POLL_MS);
    }
  } finally {
    for (const way of leave) way();
    ctx.hub.closing.removeEventListener('abort', end);
    ctx.signal?.removeEventListener('abort', end);
  }
}

const readAfter = (db: ScopedDb, reader: Parameters<typeof readableTypes>[0], sequence: number) =>
  db.select(events, {
    where: and(gt(events.sequence, sequence), inArray(events.type, readableTypes(reader)), readableCondition(reader)),
    orderBy: [asc(events.sequence)],
    limit: BACKLOG,
  });
