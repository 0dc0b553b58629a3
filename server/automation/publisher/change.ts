import type { PublicationDeliveryStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { AutomationServices } from '../context';
import { deliveryEvent } from '../publications/events';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';
import { settleRows } from '../publications/settle';
import { publicationDeliveries, publications } from '../schema/publications';
import { lockPublicationsOf, writeDeliveries } from '../system/publisher';

type ChangeContext = Pick<AutomationServices, 'metrics' | 'now'>;

const REPORTED = ['sent', 'delivered', 'read', 'failed', 'unconfirmed', 'skipped', 'expired'] as const;
type ReportedStatus = (typeof REPORTED)[number];
const isReported = (status: PublicationDeliveryStatus): status is ReportedStatus =>
  (REPORTED as readonly string[]).includes(status);

interface LockedDeliveries {
  deliveries: PublicationDeliveryRow[];
  publications: ReadonlyMap<string, PublicationRow>;
}

export interface DeliveryUpdate {
  before: PublicationDeliveryRow;
  /** In order, since each change of the status has an event; the last one is stored. */
  states: readonly PublicationDeliveryRow[];
}

/** Publications before deliveries, each in the order of their ids, to prevent deadlocks. */
export async function lockDeliveries(tx: ScopedDb, ids: readonly string[]): Promise<LockedDeliveries> {
  await lockPublicationsOf(tx.store, tx.workspaceId, ids);
  const deliveries = await tx.getEach(publicationDeliveries, ids, { lock: true });
  const rows = await tx.getEach(publications, [...new Set(deliveries.map(({ publicationId }) => publicationId))]);
  return { deliveries, publications: new Map(rows.map((row) => [row.id, row])) };
}

/** Stores what `next` returns. The caller emits the returned events. */
export async function changeDeliveries(
  ctx: ChangeContext,
  tx: ScopedDb,
  ids: readonly string[],
  next: (row: PublicationDeliveryRow) => readonly PublicationDeliveryRow[],
): Promise<{ changed: PublicationDeliveryRow[]; events: NewEvent[] }> {
  const locked = await lockDeliveries(tx, ids);
  const updates = locked.deliveries
    .map((before) => ({ before, states: next(before) }))
    .filter(({ states }) => states.length > 0);
  return { changed: updates.flatMap(storedState), events: await saveUpdates(ctx, tx, updates, locked) };
}

/** Expects locked deliveries. Settles their publications and returns the events of both. */
export async function saveUpdates(
  ctx: ChangeContext,
  tx: ScopedDb,
  updates: readonly DeliveryUpdate[],
  { publications: locked }: Pick<LockedDeliveries, 'publications'>,
): Promise<NewEvent[]> {
  if (updates.length === 0) return [];
  await writeDeliveries(tx.store, updates.flatMap(storedState));
  const turned = updates.flatMap(changedStatuses);
  const ids = [...new Set(turned.map(({ publicationId }) => publicationId))];
  const events = turned.flatMap((row) => {
    const publication = locked.get(row.publicationId);
    return publication && isReported(row.status) ? deliveryEvent(row.status, row, publication) : [];
  });
  events.push(
    ...(await settleRows(
      ctx,
      tx,
      ids.flatMap((id) => locked.get(id) ?? []),
    )),
  );
  tx.store.afterCommit(() => {
    for (const { channel, status } of turned) ctx.metrics.publicationDeliveries.inc({ channel, status });
  });
  return events;
}

const storedState = ({ states }: DeliveryUpdate): readonly PublicationDeliveryRow[] => states.slice(-1);

const changedStatuses = ({ before, states }: DeliveryUpdate): PublicationDeliveryRow[] =>
  states.filter((row, index) => row.status !== (states[index - 1] ?? before).status);
