import { and, eq, isNotNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../shared/automation/publication-delivery';
import { SENT_DELIVERIES } from '../../../shared/automation/publication-states';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { findWorkspace } from '../../access';
import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { Slice } from '../../slice';
import type { Channel, Deferral, HandOverRequest, HandOverResult, WriteContext } from '../channels/channel';
import type { AutomationServices } from '../context';
import { publicationCause } from '../publications/events';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';
import { settlePublications } from '../publications/settle';
import { publicationDeliveries } from '../schema/publications';
import { deferLane, type PublisherLane, tryLockLane } from '../system/publisher';
import { changeDeliveries, saveUpdates } from './change';
import { claim } from './claim';
import { mergedStatus } from './merge';
import type { Receipts } from './receipts';

const MAX_DEFERRED = 1000;
/** Pause until a suspended workspace is checked again. */
const SUSPENDED_MS = 30_000;

interface HandOverContext {
  slice: Slice;
  services: () => AutomationServices;
  database: Database;
  receipts: Pick<Receipts, 'join'>;
}

/** `full`: the container accepts no more for now. `busy`: another process hands over to it. */
type LaneResult = 'more' | 'full' | 'done' | 'busy';

/** One transaction with the channel’s writes: exactly once. Locks container, publications, deliveries in order. */
export function handOver(
  { services, database, receipts, slice }: HandOverContext,
  channel: Channel,
  lane: PublisherLane,
): Promise<LaneResult> {
  return database.transaction(async (store) => {
    if (!(await tryLockLane(store, lane))) return 'busy';
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, lane.workspaceId);
    const now = ctx.now();
    const events: NewEvent[] = [];
    const context: WriteContext = { ctx, tx, now, addEvent: (event) => void events.push(event) };
    const finish = async (result: LaneResult, more: readonly NewEvent[] = []): Promise<LaneResult> => {
      await emit(ctx, tx, [...events, ...more]);
      return result;
    };

    if ((await findWorkspace(store, lane.workspaceId))?.status !== 'active') {
      await deferAll(context, lane, { reason: 'channel_offline', until: new Date(now.getTime() + SUSPENDED_MS) });
      return finish('done');
    }
    const container = await channel.open(context, lane.containerId);
    if (channel.events.length > 0) await receipts.join(tx);
    if ('closed' in container) return finish('done', await deferAll(context, lane, container.closed));

    const capacity = 'failed' in container ? channel.batch : Math.min(channel.batch, container.capacity);
    if (capacity <= 0) return finish('full', await saveWaitReasons(context, channel, lane));
    const began = performance.now();
    const claimed = await claim(tx, lane, { now, limit: Math.min(capacity, slice.size()) });
    const all = claimed.ready.map((one) => ({ ...one, request: requestOf(one.row, one.publication) }));
    const chosen = 'failed' in container ? all : fitting(all, capacity);
    const requests = chosen.map(({ request }) => request);
    const results =
      'failed' in container
        ? new Map(
            requests.map(({ deliveryId }) => [deliveryId, { outcome: 'failed', error: container.failed } as const]),
          )
        : await container.handOver(requests);

    const handedOver = chosen.flatMap(({ row }) => {
      const result = results.get(row.id);
      return result ? [{ before: row, states: [stateAfter(row, result, now)] }] : [];
    });
    const changeEvents = await saveUpdates(ctx, tx, [...claimed.updates, ...handedOver], claimed);
    store.afterCommit(() => {
      for (const { publication } of chosen) observeLag(ctx, publication, now);
    });
    slice.took(chosen.length + claimed.updates.length, performance.now() - began);
    const isFull = chosen.length < all.length;
    return finish(isFull ? 'full' : claimed.isFull ? 'more' : 'done', changeEvents);
  });
}

const SENT: ReadonlySet<PublicationDeliveryRow['status']> = new Set(SENT_DELIVERIES);

function requestOf(row: PublicationDeliveryRow, publication: PublicationRow): HandOverRequest {
  const { id, title, content, overrides, overflow, metadata, expiresAt } = publication;
  return {
    deliveryId: row.id,
    recipient: row.recipient,
    publishable: {
      publicationId: id,
      title,
      content: content.text === undefined && content.media.length === 0 ? null : content,
      overrides: overrides[row.channel],
      overflow,
      metadata,
    },
    parts: row.parts.map(({ reference, status }) => ({ reference, isDone: SENT.has(status) })),
    expiresAt,
    cause: publicationCause(publication),
  };
}

/** Each unsent part counts. */
function fitting<T extends { request: HandOverRequest }>(all: readonly T[], capacity: number): T[] {
  let used = 0;
  const end = all.findIndex(({ request }) => {
    used += Math.max(1, request.parts.filter(({ isDone }) => !isDone).length);
    return used > capacity;
  });
  return end === -1 ? [...all] : all.slice(0, end);
}

function stateAfter(row: PublicationDeliveryRow, result: HandOverResult, now: Date): PublicationDeliveryRow {
  const next = { ...row, waitReason: null, nextAttemptAt: null, updatedAt: now };
  switch (result.outcome) {
    case 'accepted': {
      const parts = result.references.map((reference, index) => acceptedPart(row.parts[index], reference));
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

function acceptedPart(part: DeliveryPart | undefined, reference: string): DeliveryPart {
  const { type = 'message', status = 'pending' } = part ?? {};
  const isDone = part?.reference === reference && SENT.has(status);
  return { type, reference, status: isDone ? status : 'sending', error: null };
}

async function deferAll(
  { ctx, tx, now }: WriteContext,
  lane: PublisherLane,
  { reason, until }: Deferral,
): Promise<NewEvent[]> {
  const times = { now: now.getTime(), until: until.getTime() };
  return settlePublications(ctx, tx, await deferLane(tx.store, lane, { ...times, reason, limit: MAX_DEFERRED }));
}

/** Explains why deliveries that were handed over are not sent yet. */
async function saveWaitReasons(
  { ctx, tx, now }: WriteContext,
  channel: Channel,
  lane: PublisherLane,
): Promise<NewEvent[]> {
  if (!channel.waitReasons) return [];
  const sending = await tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.channel, lane.channel),
      eq(publicationDeliveries.containerId, lane.containerId),
      eq(publicationDeliveries.status, 'sending'),
      isNotNull(publicationDeliveries.reference),
    ),
    limit: channel.batch,
  });
  const references = sending.flatMap(({ reference }) => reference ?? []);
  const reasons = await channel.waitReasons(tx, references);
  const ids = sending.filter(({ reference }) => reasons.has(reference ?? '')).map(({ id }) => id);
  const { events } = await changeDeliveries(ctx, tx, ids, (row) => {
    const waitReason = reasons.get(row.reference ?? '');
    if (waitReason === undefined || row.status !== 'sending') return [];
    const parts = row.parts.map((part) => (part.status === 'sending' ? { ...part, status: 'waiting' as const } : part));
    return [{ ...row, status: 'waiting', waitReason, parts, updatedAt: now }];
  });
  return events;
}

function observeLag(
  { metrics }: Pick<AutomationServices, 'metrics'>,
  { status, dueAt }: { status: string; dueAt: Date | null },
  now: Date,
): void {
  // Only the first deliveries of a publication, since later ones wait in turn.
  if (status === 'queued' && dueAt !== null)
    metrics.publicationLag.observe(Math.max(0, now.getTime() - dueAt.getTime()) / 1000);
}
