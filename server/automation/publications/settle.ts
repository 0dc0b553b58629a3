import type { PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import type { AutomationServices } from '../context';
import { countPublicationDeliveries } from '../queries/publications';
import { publications } from '../schema/publications';
import { writeSettled } from '../system/publisher';
import { publicationEvent } from './events';
import type { PublicationRow } from './present';
import { statusAfter } from './states';

type SettleContext = Pick<AutomationServices, 'metrics' | 'now'>;

export interface ChangeResult {
  row: PublicationRow;
  events: NewEvent[];
}

/** Call it once per publication after changes of its deliveries. The caller emits the returned events. */
export const settlePublication = (ctx: SettleContext, tx: ScopedDb, id: string): Promise<NewEvent[]> =>
  settlePublications(ctx, tx, [id]);

export async function settlePublications(
  ctx: SettleContext,
  tx: ScopedDb,
  ids: readonly string[],
): Promise<NewEvent[]> {
  if (ids.length === 0) return [];
  return settleRows(ctx, tx, await tx.getEach(publications, ids, { lock: true }));
}

export async function settleRows(
  ctx: SettleContext,
  tx: ScopedDb,
  rows: readonly PublicationRow[],
): Promise<NewEvent[]> {
  const ids = rows.map(({ id }) => id);
  const counted = await countPublicationDeliveries(tx.store, tx.workspaceId, ids);
  const settled = rows.flatMap((row) => settledRow(row, counted.get(row.id) ?? row.counters, ctx.now()) ?? []);
  await writeSettled(
    tx.store,
    settled.map(({ after }) => after),
  );
  return settled.flatMap((one) => eventsOf(ctx, tx, one));
}

export async function settleRow(
  ctx: SettleContext,
  tx: ScopedDb,
  row: PublicationRow,
  counters: PublicationCounters,
): Promise<ChangeResult> {
  const settled = settledRow(row, counters, ctx.now());
  if (!settled) return { row, events: [] };
  await writeSettled(tx.store, [settled.after]);
  return { row: settled.after, events: eventsOf(ctx, tx, settled) };
}

interface SettledPublication {
  after: PublicationRow;
  hasMoved: boolean;
}

function settledRow(row: PublicationRow, counters: PublicationCounters, now: Date): SettledPublication | undefined {
  const { status, reason } = statusAfter(row, counters);
  const hasMoved = status !== row.status;
  if (!hasMoved && Bun.deepEquals(counters, row.counters)) return undefined;
  const completedAt = hasMoved && EVENT_NAME_OF[status] !== undefined ? now : row.completedAt;
  return { after: { ...row, status, statusReason: reason, counters, completedAt, updatedAt: now }, hasMoved };
}

function eventsOf(ctx: SettleContext, tx: ScopedDb, { after, hasMoved }: SettledPublication): NewEvent[] {
  if (!hasMoved) return [];
  countStatus(ctx, tx, after.status);
  const fact = EVENT_NAME_OF[after.status];
  return fact === undefined ? [] : [publicationEvent(fact, after)];
}

export function countStatus(ctx: Pick<AutomationServices, 'metrics'>, tx: ScopedDb, status: PublicationStatus): void {
  tx.store.afterCommit(() => ctx.metrics.publications.inc({ status }));
}

const EVENT_NAME_OF: Partial<Record<PublicationStatus, 'published' | 'partially_published' | 'failed' | 'expired'>> = {
  published: 'published',
  partially_published: 'partially_published',
  failed: 'failed',
  expired: 'expired',
};
