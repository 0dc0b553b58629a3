import { and, eq, isNotNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { findWorkspace } from '../../access/system/workspaces';
import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { Slice } from '../../slice';
import type { Hand, HandOverResult, Order, TransactionalChannel } from '../channels/channel';
import type { AutomationServices } from '../context';
import type { DeliveryRow } from '../publications/present';
import { settlePublications } from '../publications/settle';
import { publicationDeliveries } from '../schema/publications';
import { holdLane, type Lane, lockPublications, takeLane } from '../system/publisher';
import { type Moved, writeMoved } from './apply';
import { type Claim, claim } from './claim';
import { statusOf } from './merge';
import { orderOf, weightOf } from './order';
import type { Receipts } from './receipts';

/** Deliveries whose waiting is written at once. */
const HELD_AT_ONCE = 1000;
/** A workspace that is suspended is looked at again. */
const SUSPENDED_MS = 30_000;

export interface HandOverContext {
  slice: Slice;
  services: () => AutomationServices;
  database: Database;
  receipts: Pick<Receipts, 'join'>;
}

/** What came of a look at a lane: it has more, it takes no more for now, or nothing is due. */
export type LaneOutcome = 'more' | 'full' | 'done' | 'taken';

/**
 * Hands due deliveries of a lane over, in one transaction with what the channel puts down of them: each exactly once,
 * whenever the process ends. The container is held first, then publications, then deliveries.
 */
export function handOver(
  { services, database, receipts, slice }: HandOverContext,
  channel: TransactionalChannel,
  lane: Lane,
): Promise<LaneOutcome> {
  return database.transaction(async (store) => {
    if (!(await takeLane(store, lane))) return 'taken';
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, lane.workspaceId);
    const now = ctx.now();
    const events: NewEvent[] = [];
    const hand: Hand = { ctx, tx, now, raise: (event) => void events.push(event) };
    const tell = async (outcome: LaneOutcome, more: readonly NewEvent[] = []): Promise<LaneOutcome> => {
      await emit(ctx, store, lane.workspaceId, [...events, ...more]);
      return outcome;
    };

    if ((await findWorkspace(store, lane.workspaceId))?.state !== 'active') {
      await wait(hand, lane, { reason: 'channel_offline', until: new Date(now.getTime() + SUSPENDED_MS) });
      return tell('done');
    }
    const container = await channel.open(hand, lane.containerId);
    if (channel.events.length > 0) await receipts.join(tx);
    if ('closed' in container) return tell('done', await wait(hand, lane, container.closed));

    const room = 'failed' in container ? channel.batch : Math.min(channel.batch, container.room);
    if (room <= 0) return tell('full', await noteWaits(hand, channel, lane));
    const began = performance.now();
    const limit = Math.min(room, slice.size());
    const claimed = await claim(tx, lane, { now, limit });
    const chosen = 'failed' in container ? claimed.ready.map(({ row }) => row.id) : fitting(claimed, room);
    const taken = claimed.ready.filter(({ row }) => chosen.includes(row.id));
    const orders = taken.map(({ row, publication }) => orderOf(row, publication));
    const results =
      'failed' in container
        ? new Map(orders.map(({ deliveryId }) => [deliveryId, { outcome: 'failed', error: container.failed } as const]))
        : await container.handOver(orders);

    const moved = taken.flatMap(({ row }): Moved[] => {
      const result = results.get(row.id);
      return result ? [{ before: row, after: after(row, result, now) }] : [];
    });
    const told = await writeMoved(ctx, tx, [...claimed.moved, ...moved], claimed.publications);
    store.afterCommit(() => {
      for (const { publication } of taken) observeLag(ctx, publication, now);
    });
    slice.took(taken.length + claimed.moved.length, performance.now() - began);
    const isFull = taken.length < claimed.ready.length;
    return tell(isFull ? 'full' : claimed.isFull ? 'more' : 'done', told);
  });
}

/** The first orders that a container has room for together. */
function fitting({ ready }: Claim, room: number): string[] {
  const chosen: string[] = [];
  let used = 0;
  for (const { row, publication } of ready) {
    const order: Order = orderOf(row, publication);
    used += weightOf(order);
    if (used > room) break;
    chosen.push(row.id);
  }
  return chosen;
}

/** A delivery after the channel has said what it does with it. */
function after(row: DeliveryRow, result: HandOverResult, now: Date): DeliveryRow {
  const next = { ...row, waitingReason: null, nextAttemptAt: null, updatedAt: now };
  switch (result.outcome) {
    case 'handed': {
      const parts = result.references.map((reference, index) => handedPart(row.parts[index], reference));
      return {
        ...next,
        parts,
        status: statusOf(parts),
        reference: result.references.at(-1) ?? null,
        attempts: row.attempts + 1,
        error: null,
      };
    }
    case 'waiting':
      return { ...next, status: 'waiting', waitingReason: result.reason, nextAttemptAt: result.until };
    case 'skipped':
      return { ...next, status: 'skipped', skipReason: result.reason, error: result.error };
    case 'failed':
      return {
        ...next,
        status: 'failed',
        attempts: row.attempts + 1,
        error: result.error,
        parts: row.parts.map((part) =>
          part.status === 'pending' ? { ...part, status: 'failed', error: result.error } : part,
        ),
      };
    default:
      return result satisfies never;
  }
}

function handedPart(part: DeliveryPart | undefined, reference: string): DeliveryPart {
  const { type = 'message', status = 'pending' } = part ?? {};
  const isDone = part?.reference === reference && (status === 'sent' || status === 'delivered' || status === 'read');
  return { type, reference, status: isDone ? status : 'sending', error: null };
}

/** All that is due on a lane waits, and says why. */
async function wait(
  { ctx, tx, now }: Hand,
  lane: Lane,
  { reason, until }: { reason: 'channel_offline' | 'rate_limit'; until: Date },
): Promise<NewEvent[]> {
  const order = { now: now.getTime(), until: until.getTime(), reason, limit: HELD_AT_ONCE };
  const ids = await holdLane(tx.store, lane, order);
  await lockPublications(tx.store, ids);
  return settlePublications(ctx, tx, ids);
}

/** What was handed over and is held back by its container says so. */
async function noteWaits({ ctx, tx, now }: Hand, channel: TransactionalChannel, lane: Lane): Promise<NewEvent[]> {
  if (!channel.waits) return [];
  const rows = await tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.channel, lane.channel),
      eq(publicationDeliveries.containerId, lane.containerId),
      eq(publicationDeliveries.status, 'sending'),
      isNotNull(publicationDeliveries.reference),
    ),
    limit: channel.batch,
  });
  const reasons = await channel.waits(
    tx,
    rows.flatMap(({ reference }) => reference ?? []),
  );
  const held = rows.filter(({ reference }) => reasons.has(reference ?? ''));
  await lockPublications(tx.store, [...new Set(held.map(({ publicationId }) => publicationId))].toSorted());
  const moved = held.map((before) => ({
    before,
    after: {
      ...before,
      status: 'waiting' as const,
      waitingReason: reasons.get(before.reference ?? '') ?? null,
      parts: before.parts.map((part) => (part.status === 'sending' ? { ...part, status: 'waiting' as const } : part)),
      updatedAt: now,
    },
  }));
  return writeMoved(ctx, tx, moved);
}

function observeLag(
  { metrics }: Pick<AutomationServices, 'metrics'>,
  { status, dueAt }: { status: string; dueAt: Date | null },
  now: Date,
): void {
  // Of those that begin: later ones wait for their turn.
  if (status === 'queued' && dueAt !== null)
    metrics.publicationLag.observe(Math.max(0, now.getTime() - dueAt.getTime()) / 1000);
}
