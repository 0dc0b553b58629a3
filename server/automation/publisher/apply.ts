import { and, eq } from 'drizzle-orm';

import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { DeliveryChange } from '../channels/channel';
import type { AutomationServices } from '../context';
import { deliveryEvent } from '../publications/events';
import type { DeliveryRow, PublicationRow } from '../publications/present';
import { settleRows } from '../publications/settle';
import { publicationDeliveries, publications } from '../schema/publications';
import { lockPublicationsBehind, writeDeliveries } from '../system/publisher';
import { advance } from './merge';

type ApplyContext = Pick<AutomationServices, 'metrics' | 'now'>;

const TOLD = ['sent', 'delivered', 'read', 'failed', 'unconfirmed', 'skipped', 'expired'] as const;
type Told = (typeof TOLD)[number];
const isTold = (status: PublicationDeliveryStatus): status is Told => (TOLD as readonly string[]).includes(status);

/** A delivery before and after, with what it was in between. */
export interface Moved {
  before: DeliveryRow;
  after: DeliveryRow;
  between?: readonly DeliveryRow[];
}

/** What channels say of deliveries: rows, counters and events. The caller emits what is returned. */
export async function applyChanges(
  ctx: ApplyContext,
  tx: ScopedDb,
  changes: readonly DeliveryChange[],
): Promise<{ moved: Moved[]; events: NewEvent[] }> {
  const ids = [...new Set(changes.map(({ deliveryId }) => deliveryId))];
  await lockPublicationsBehind(tx.store, tx.workspaceId, ids);
  const rows = await holdDeliveries(tx, ids);

  const byDelivery = Map.groupBy(changes, ({ deliveryId }) => deliveryId);
  const moved = rows.flatMap((before): Moved[] => {
    const steps: DeliveryRow[] = [];
    for (const change of byDelivery.get(before.id) ?? []) {
      const row = steps.at(-1) ?? before;
      const columns = advance(row, change);
      if (columns) steps.push({ ...row, ...columns });
    }
    const after = steps.at(-1);
    return after ? [{ before, after, between: steps.slice(0, -1) }] : [];
  });
  return { moved, events: await writeMoved(ctx, tx, moved) };
}

/** Deliveries held until the transaction ends, in one order everywhere; their publications are held before. */
export const holdDeliveries = (tx: ScopedDb, ids: readonly string[]): Promise<DeliveryRow[]> =>
  tx.getEach(publicationDeliveries, ids, { lock: true });

/**
 * Writes deliveries, settles their publications, and returns what tells of both. `held` are all of the publications
 * where the transaction has read them under their locks.
 */
export async function writeMoved(
  ctx: ApplyContext,
  tx: ScopedDb,
  moved: readonly Moved[],
  held?: readonly PublicationRow[],
): Promise<NewEvent[]> {
  if (moved.length === 0) return [];
  await writeDeliveries(
    tx.store,
    moved.map(({ after }) => after),
  );
  const turned = moved.flatMap(turnsOf);
  const ids = publicationsOf(turned);
  const rows = held?.filter(({ id }) => ids.includes(id)) ?? (await holdPublications(tx, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const events = turned.flatMap((row) => {
    const publication = byId.get(row.publicationId);
    return publication && isTold(row.status) ? deliveryEvent(row.status, row, publication) : [];
  });
  events.push(...(await settleRows(ctx, tx, rows)));
  tx.store.afterCommit(() => {
    for (const { channel, status } of turned) ctx.metrics.publicationDeliveries.inc({ channel, status });
  });
  return events;
}

/** A delivery each time that it reached another status. */
function turnsOf({ before, after, between = [] }: Moved): DeliveryRow[] {
  const rows = [before, ...between, after];
  return rows.filter((row, index) => index > 0 && row.status !== rows[index - 1]?.status);
}

const publicationsOf = (rows: readonly Pick<DeliveryRow, 'publicationId'>[]): string[] =>
  [...new Set(rows.map(({ publicationId }) => publicationId))].toSorted();

const holdPublications = (tx: ScopedDb, ids: readonly string[]): Promise<PublicationRow[]> =>
  tx.getEach(publications, ids, { lock: true });

/** Lets everything go on that waits for a container. */
export const reopen = (tx: ScopedDb, { channel, containerId }: { channel: string; containerId: string }, now: Date) =>
  tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.channel, channel),
      eq(publicationDeliveries.containerId, containerId),
      eq(publicationDeliveries.status, 'waiting'),
      eq(publicationDeliveries.waitingReason, 'channel_offline'),
    ),
    { nextAttemptAt: now },
  );
