import { and, eq } from 'drizzle-orm';

import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { DeliveryChange } from '../channels/channel';
import type { AutomationServices } from '../context';
import { deliveryEvent } from '../publications/events';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';
import { settleRows } from '../publications/settle';
import { publicationDeliveries, publications } from '../schema/publications';
import { lockPublicationsOf, writeDeliveries } from '../system/publisher';
import { advanceDelivery } from './merge';

type ApplyContext = Pick<AutomationServices, 'metrics' | 'now'>;

const REPORTED = ['sent', 'delivered', 'read', 'failed', 'unconfirmed', 'skipped', 'expired'] as const;
type ReportedStatus = (typeof REPORTED)[number];
const isReported = (status: PublicationDeliveryStatus): status is ReportedStatus =>
  (REPORTED as readonly string[]).includes(status);

export interface Moved {
  before: PublicationDeliveryRow;
  after: PublicationDeliveryRow;
  between?: readonly PublicationDeliveryRow[];
}

/** The caller emits the returned events. */
export async function applyChanges(
  ctx: ApplyContext,
  tx: ScopedDb,
  changes: readonly DeliveryChange[],
): Promise<{ moved: Moved[]; events: NewEvent[] }> {
  const ids = [...new Set(changes.map(({ deliveryId }) => deliveryId))];
  await lockPublicationsOf(tx.store, tx.workspaceId, ids);
  const rows = await pauseDeliveries(tx, ids);

  const byDelivery = Map.groupBy(changes, ({ deliveryId }) => deliveryId);
  const moved = rows.flatMap((before): Moved[] => {
    const steps: PublicationDeliveryRow[] = [];
    for (const change of byDelivery.get(before.id) ?? []) {
      const row = steps.at(-1) ?? before;
      const columns = advanceDelivery(row, change);
      if (columns) steps.push({ ...row, ...columns });
    }
    const after = steps.at(-1);
    return after ? [{ before, after, between: steps.slice(0, -1) }] : [];
  });
  return { moved, events: await writeMoved(ctx, tx, moved) };
}

/** Locks deliveries in one order; their publications are locked before. */
export const pauseDeliveries = (tx: ScopedDb, ids: readonly string[]): Promise<PublicationDeliveryRow[]> =>
  tx.getEach(publicationDeliveries, ids, { lock: true });

/** Returns the events of deliveries and publications. `held`: all publications, if they are locked. */
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
  const rows = held?.filter(({ id }) => ids.includes(id)) ?? (await pausePublications(tx, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const events = turned.flatMap((row) => {
    const publication = byId.get(row.publicationId);
    return publication && isReported(row.status) ? deliveryEvent(row.status, row, publication) : [];
  });
  events.push(...(await settleRows(ctx, tx, rows)));
  tx.store.afterCommit(() => {
    for (const { channel, status } of turned) ctx.metrics.publicationDeliveries.inc({ channel, status });
  });
  return events;
}

/** One event per status change. */
function turnsOf({ before, after, between = [] }: Moved): PublicationDeliveryRow[] {
  const rows = [before, ...between, after];
  return rows.filter((row, index) => index > 0 && row.status !== rows[index - 1]?.status);
}

const publicationsOf = (rows: readonly Pick<PublicationDeliveryRow, 'publicationId'>[]): string[] =>
  [...new Set(rows.map(({ publicationId }) => publicationId))].toSorted();

const pausePublications = (tx: ScopedDb, ids: readonly string[]): Promise<PublicationRow[]> =>
  tx.getEach(publications, ids, { lock: true });

export const reopen = (tx: ScopedDb, { channel, containerId }: { channel: string; containerId: string }, now: Date) =>
  tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.channel, channel),
      eq(publicationDeliveries.containerId, containerId),
      eq(publicationDeliveries.status, 'waiting'),
      eq(publicationDeliveries.waitReason, 'channel_offline'),
    ),
    { nextAttemptAt: now },
  );
