import { and, asc, gt, inArray } from 'drizzle-orm';

import type { EventEnvelope } from '../../../shared/events/events';
import type { LiveMessage, SignalTopic, SubscribeEvents } from '../../../shared/live';
import { scoped, type ScopedDb } from '../../db/scoped';
import { orNotFound } from '../../errors';
import type { EventsSession } from '../context';
import { readSequences } from '../queries/events';
import { events } from '../schema';
import { openStream, POLL_MS } from './open-stream';
import { readableTypes, readableCondition } from './readable';

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
  const stream = openStream(ctx, {
    seats: [{ id: userId, max: STREAMS_OF_PERSON }],
    fullDetail: `A user can have at most ${STREAMS_OF_PERSON} open streams.`,
    authRefs: [sessionId, userId, workspaceId],
  });
  const { wakeSignal } = stream;
  const db = scoped(ctx.store, workspaceId);
  const signals = new Map<SignalTopic, Set<string>>();
  let hasMissed = false;

  stream.onClose(ctx.hub.subscribe(workspaceId, wakeSignal.ring));
  stream.onClose(
    ctx.hub.onSignal(workspaceId, ({ topic, ids }) => {
      const waiting = signals.get(topic) ?? new Set();
      for (const id of ids) waiting.add(id);
      hasMissed ||= waiting.size > MAX_SIGNALS;
      if (hasMissed) signals.clear();
      else signals.set(topic, waiting);
      wakeSignal.ring();
    }),
  );

  try {
    const { latest } = await readSequences(ctx.store, workspaceId);
    let after = lastEventId === undefined ? latest : Number(lastEventId);
    if (after > latest || latest - after > BACKLOG) {
      after = latest;
      yield { kind: 'reset', sequence: latest };
    }

    let signalledAt = 0;
    // The expiry of a session causes no event.
    while (!stream.isOver() && ctx.now().getTime() < ctx.actor.validUntil) {
      wakeSignal.still();
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
      await wakeSignal.wait(signals.size > 0 ? SIGNALS_EVERY_MS : POLL_MS);
    }
  } finally {
    stream.close();
  }
}

const readAfter = (db: ScopedDb, reader: Parameters<typeof readableTypes>[0], sequence: number) =>
  db.select(events, {
    where: and(
      gt(events.sequence, sequence),
      inArray(events.type, [...readableTypes(reader)]),
      readableCondition(reader),
    ),
    orderBy: [asc(events.sequence)],
    limit: BACKLOG,
  });
