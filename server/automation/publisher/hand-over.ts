import { and, eq, isNotNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { findWorkspace } from '../../access';
import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { Slice } from '../../slice';
import type { Hand, HandOverResult, Order, Channel } from '../channels/channel';
import type { AutomationServices } from '../context';
import type { PublicationDeliveryRow } from '../publications/present';
import { settlePublications } from '../publications/settle';
import { publicationDeliveries } from '../schema/publications';
import { deferLane, type PublisherLane, lockPublications, takeLane } from '../system/publisher';
import { type Moved, writeMoved } from './apply';
import { type LaneClaim, claim } from './claim';
import { mergedStatus } from './merge';
import { orderOf, orderWeight } from './order';
import type { Receipts } from './receipts';

const HELD_AT_ONCE = 1000;
/** A suspended workspace is checked again after this time. */
const SUSPENDED_MS = 30_000;

interface HandOverContext {
  slice: Slice;
  services: () => AutomationServices;
  database: Database;
  receipts: Pick<Receipts, 'join'>;
}

/** `full`: the container accepts no more for now. */
export type LaneResult = 'more' | 'full' | 'done' | 'taken';

/** One transaction with the channel's writes: exactly once. Locks container, publications, deliveries in order. */
export function handOver(
  { services, database, receipts, slice }: HandOverContext,
  channel: Channel,
  lane: PublisherLane,
): Promise<LaneResult> {
  return database.transaction(async (store) => {
    if (!(await takeLane(store, lane))) return 'taken';
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, lane.workspaceId);
    const now = ctx.now();
    const events: NewEvent[] = [];
    const hand: Hand = { ctx, tx, now, raise: (event) => void events.push(event) };
    const finish = async (outcome: LaneResult, more: readonly NewEvent[] = []): Promise<LaneResult> => {
      await emit(ctx, tx, [...events, ...more]);
      return outcome;
    };

    if ((await findWorkspace(store, lane.workspaceId))?.status !== 'active') {
      await wait(hand, lane, { reason: 'channel_offline', until: new Date(now.getTime() + SUSPENDED_MS) });
      return finish('done');
    }
    const container = await channel.open(hand, lane.containerId);
    if (channel.events.length > 0) await receipts.join(tx);
    if ('closed' in container) return finish('done', await wait(hand, lane, container.closed));

    const capacity = 'failed' in container ? channel.batch : Math.min(channel.batch, container.capacity);
    if (capacity <= 0) return finish('full', await noteWaits(hand, channel, lane));
    const began = performance.now();
    const limit = Math.min(capacity, slice.size());
    const claimed = await claim(tx, lane, { now, limit });
    const chosen = 'failed' in container ? claimed.ready.map(({ row }) => row.id) : fitting(claimed, capacity);
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
    const settled = await writeMoved(ctx, tx, [...claimed.moved, ...moved], claimed.publications);
    store.afterCommit(() => {
      for (const { publication } of taken) observeLag(ctx, publication, now);
    });
    slice.took(taken.length + claimed.moved.length, performance.now() - began);
    const isFull = taken.length < claimed.ready.length;
    return finish(isFull ? 'full' : claimed.isFull ? 'more' : 'done', settled);
  });
}

/** The first orders that fit into the container together. */
function fitting({ ready }: LaneClaim, capacity: number): string[] {
  const chosen: string[] = [];
  let used = 0;
  for (const { row, publication } of ready) {
    const order: Order = orderOf(row, publication);
    used += orderWeight(order);
    if (used > capacity) break;
    chosen.push(row.id);
  }
  return chosen;
}

function after(row: PublicationDeliveryRow, result: HandOverResult, now: Date): PublicationDeliveryRow {
  const next = { ...row, waitReason: null, nextAttemptAt: null, updatedAt: now };
  switch (result.outcome) {
    case 'handed': {
      const parts = result.references.map((reference, index) => handedPart(row.parts[index], reference));
      return {
        ...next,
        parts,
        status: mergedStatus(parts),
        reference: result.references.at(-1) ?? null,
        attempts: row.attempts + 1,
        error: null,
      };
    }
    case 'waiting':
      return { ...next, status: 'waiting', waitReason: result.reason, nextAttemptAt: result.until };
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

/** All due deliveries of a lane wait with a reason. */
async function wait(
  { ctx, tx, now }: Hand,
  lane: PublisherLane,
  { reason, until }: { reason: 'channel_offline' | 'rate_limit'; until: Date },
): Promise<NewEvent[]> {
  const order = { now: now.getTime(), until: until.getTime(), reason, limit: HELD_AT_ONCE };
  const ids = await deferLane(tx.store, lane, order);
  await lockPublications(tx.store, ids);
  return settlePublications(ctx, tx, ids);
}

async function noteWaits({ ctx, tx, now }: Hand, channel: Channel, lane: PublisherLane): Promise<NewEvent[]> {
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
      waitReason: reasons.get(before.reference ?? '') ?? null,
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
  // Only the first ones; later ones wait for their turn.
  if (status === 'queued' && dueAt !== null)
    metrics.publicationLag.observe(Math.max(0, now.getTime() - dueAt.getTime()) / 1000);
}
