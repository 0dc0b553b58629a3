import { and, eq } from 'drizzle-orm';

import type { PublicationError } from '../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Database } from '../../db/database';
import { scoped, type ScopedDb } from '../../db/scoped';
import { emit } from '../../events/emit';
import type { NetworkChannel, Order, ChannelResult } from '../channels/channel';
import type { AutomationServices } from '../context';
import type { PublicationDeliveryRow } from '../publications/present';
import { beginAttempt, endAttempt, type PublicationAttempt } from '../queries/publication-attempts';
import { publicationDeliveries } from '../schema/publications';
import { type PublisherLane, lockPublications, lostDeliveries, takeLane } from '../system/publisher';
import { pauseDeliveries, writeMoved } from './apply';
import { claim } from './claim';
import type { LaneResult } from './hand-over';
import { deliveryErrorOf, mergedStatus } from './merge';
import { orderOf } from './order';

/** Timeout of a provider call; the lease is longer, so that no other process takes the delivery for lost. */
const CALL_MS = 45_000;
const LEASE_MS = 60_000;
/** Concurrent calls per lane. */
const TOGETHER = 8;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;
const SPREAD = 0.2;
const LOST_SLICE = 100;

interface CallContext {
  services: () => AutomationServices;
  database: Database;
  /** Id of this process in leases. */
  me: string;
  random: () => number;
  signal: AbortSignal;
}

interface Leased {
  row: PublicationDeliveryRow;
  order: Order;
}

const LOST: PublicationError = {
  code: 'unconfirmed',
  message: 'The request was sent to the provider, but its result is unknown.',
  provider: null,
  retryable: false,
};

export async function callLane(
  context: CallContext,
  channel: NetworkChannel,
  lane: PublisherLane,
): Promise<LaneResult> {
  const { outcome, leased } = await lease(context, lane);
  await Promise.all(leased.map((one) => deliver(context, channel, lane, one)));
  return outcome;
}

function lease(
  { services, database, me }: CallContext,
  lane: PublisherLane,
): Promise<{ outcome: LaneResult; leased: Leased[] }> {
  return database.transaction(async (store) => {
    if (!(await takeLane(store, lane))) return { outcome: 'taken', leased: [] };
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, lane.workspaceId);
    const now = ctx.now();
    const claimed = await claim(tx, lane, { now, limit: TOGETHER });
    const taken = claimed.ready.map(({ row, publication }) => {
      const after: PublicationDeliveryRow = {
        ...row,
        status: 'sending',
        waitReason: null,
        nextAttemptAt: null,
        attempts: row.attempts + 1,
        leaseOwner: me,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
        updatedAt: now,
      };
      return { moved: { before: row, after }, order: orderOf(row, publication) };
    });
    const all = [...claimed.moved, ...taken.map(({ moved }) => moved)];
    const events = await writeMoved(ctx, tx, all, claimed.publications);
    await emit(ctx, store, lane.workspaceId, events);
    const leased = taken.map(({ moved, order }) => ({ row: moved.after, order }));
    return { outcome: claimed.isFull ? 'more' : 'done', leased };
  });
}

/** Sends the parts in sequence; a failure ends this attempt. */
async function deliver(
  context: CallContext,
  channel: NetworkChannel,
  lane: PublisherLane,
  { row, order }: Leased,
): Promise<void> {
  const ctx = context.services();
  const db = scoped(context.database, lane.workspaceId);
  try {
    const reading = { db, workspaceId: lane.workspaceId, access: { instances: null }, now: ctx.now };
    const { parts } = await channel.render(reading, order.publishable, lane.containerId);
    for (const [index, part] of parts.entries()) {
      if (order.parts[index]?.isDone) continue;
      const attempt = await noteAttempt(context, db, row, index);
      if (attempt === undefined) return;
      const call = { ...ctx, workspaceId: lane.workspaceId, containerId: lane.containerId, attempt: attempt.n };
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(CALL_MS)]);
      const outcome = await channel
        .send(call, order, part, signal)
        .catch((): ChannelResult => ({ outcome: 'unknown' }));
      await settle(context, db, { row, index, attempt, outcome, isLast: index === parts.length - 1 });
      if (outcome.outcome !== 'sent') return;
    }
  } catch (error) {
    // After its lease expires it becomes `unconfirmed`.
    ctx.log.error({ err: error, delivery: row.id }, 'publication delivery not saved');
  }
}

/** Undefined when another process took the delivery for lost. */
const noteAttempt = (
  { services, me }: CallContext,
  db: ScopedDb,
  { id }: PublicationDeliveryRow,
  part: number,
): Promise<PublicationAttempt | undefined> =>
  db.transaction(async (tx) => {
    const now = services().now();
    const { status, leaseOwner } = publicationDeliveries;
    const isHeld = and(eq(publicationDeliveries.id, id), eq(status, 'sending'), eq(leaseOwner, me));
    const [held] = await tx.update(publicationDeliveries, isHeld, { leaseUntil: new Date(now.getTime() + LEASE_MS) });
    if (!held) return undefined;
    return beginAttempt(tx.store, { workspaceId: tx.workspaceId, deliveryId: id, part, startedAt: now });
  });

interface Settling {
  row: PublicationDeliveryRow;
  index: number;
  attempt: PublicationAttempt;
  outcome: ChannelResult;
  isLast: boolean;
}

const settle = ({ services, me, random }: CallContext, db: ScopedDb, given: Settling): Promise<void> =>
  db.transaction(async (tx) => {
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const now = ctx.now();
    const { row, index, attempt, outcome, isLast } = given;
    await lockPublications(tx.store, [row.publicationId]);
    const [before] = await pauseDeliveries(tx, [row.id]);
    await endAttempt(tx.store, {
      ...attempt,
      outcome: outcome.outcome,
      response: responseOf(outcome),
      completedAt: now,
    });
    // Another process took it for lost and may have retried it.
    if (!before || before.leaseOwner !== me) return;
    const after = { ...before, ...changeOf(before, { index, outcome, isLast, now, random }), updatedAt: now };
    await emit(ctx, tx.store, tx.workspaceId, await writeMoved(ctx, tx, [{ before, after }]));
  });

const responseOf = (outcome: ChannelResult): string | null =>
  outcome.outcome === 'sent' ? null : JSON.stringify(outcome.error ?? null).slice(0, 4096);

const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

function changeOf(
  row: PublicationDeliveryRow,
  {
    index,
    outcome,
    isLast,
    now,
    random,
  }: Pick<Settling, 'index' | 'outcome' | 'isLast'> & { now: Date; random: () => number },
): Partial<PublicationDeliveryRow> {
  const part = row.parts[index] ?? { type: 'message', status: 'pending', reference: null, error: null };
  if (outcome.outcome === 'sent') {
    const parts = row.parts.with(index, { ...part, status: 'sent', reference: outcome.reference, error: null });
    if (!isLast) return { parts, reference: outcome.reference };
    return {
      ...RELEASED,
      parts,
      reference: outcome.reference,
      status: mergedStatus(parts),
      sentAt: row.sentAt ?? now,
      error: null,
    };
  }
  if (outcome.outcome === 'unknown') {
    const error = outcome.error ?? LOST;
    const parts = row.parts.with(index, { ...part, status: 'unconfirmed', error });
    return { ...RELEASED, parts, status: 'unconfirmed', error };
  }
  const { error } = outcome;
  if (error.retryable && row.attempts < row.maxAttempts) {
    const delay = Math.max(outcome.retryAfterMs ?? 0, delayOf(row.attempts, random));
    return {
      ...RELEASED,
      status: 'waiting',
      waitReason: 'retry',
      nextAttemptAt: new Date(now.getTime() + delay),
      error,
    };
  }
  const parts = row.parts.with(index, { ...part, status: 'failed', error });
  return { ...RELEASED, parts, status: 'failed', error: deliveryErrorOf(parts, 'failed') };
}

const delayOf = (attempts: number, random: () => number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (1 + SPREAD * random());

/** Their result is unknown, so they are never resent automatically. True when more may follow. */
export async function recoverLost({
  services,
  database,
}: Pick<CallContext, 'services' | 'database'>): Promise<boolean> {
  const ctx = services();
  const found = await lostDeliveries(database, ctx.now().getTime(), LOST_SLICE);
  for (const { id, workspaceId } of found) {
    await scoped(database, workspaceId).transaction(async (tx) => {
      const now = ctx.now();
      const seen = await tx.get(publicationDeliveries, id);
      if (!seen) return;
      await lockPublications(tx.store, [seen.publicationId]);
      const [before] = await pauseDeliveries(tx, [id]);
      if (before?.status !== 'sending' || before.leaseUntil === null || before.leaseUntil > now) return;
      const parts = before.parts.map((part) =>
        part.status === 'pending' ? { ...part, status: 'unconfirmed' as const, error: LOST } : part,
      );
      const after = { ...before, ...RELEASED, parts, status: 'unconfirmed' as const, error: LOST, updatedAt: now };
      const events = await writeMoved(ctx, tx, [{ before, after }]);
      await emit({ ...ctx, requestId: newId(ID_PREFIXES.request) }, tx.store, workspaceId, events);
    });
  }
  return found.length === LOST_SLICE;
}
