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

/**
 * Counts the deliveries of a publication anew and moves its state where that says so. Call it once for a publication,
 * in the transaction that changed its deliveries and after it did; the caller emits what is returned.
 */
export const settlePublication = (ctx: SettleContext, tx: ScopedDb, id: string): Promise<NewEvent[]> =>
  settlePublications(ctx, tx, [id]);

/** As `settlePublication`, of many at once. */
export async function settlePublications(
  ctx: SettleContext,
  tx: ScopedDb,
  ids: readonly string[],
): Promise<NewEvent[]> {
  if (ids.length === 0) return [];
  return settleRows(ctx, tx, await tx.getEach(publications, ids, { lock: true }));
}

/** As `settlePublications`, of rows that are locked. */
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
  return settled.flatMap((one) => told(ctx, tx, one));
}

/** As `settlePublication`, of a row that is locked and counted. */
export async function settleRow(
  ctx: SettleContext,
  tx: ScopedDb,
  row: PublicationRow,
  counters: PublicationCounters,
): Promise<{ row: PublicationRow; events: NewEvent[] }> {
  const settled = settledRow(row, counters, ctx.now());
  if (!settled) return { row, events: [] };
  await writeSettled(tx.store, [settled.after]);
  return { row: settled.after, events: told(ctx, tx, settled) };
}

interface Settled {
  after: PublicationRow;
  hasMoved: boolean;
}

/** The row as its deliveries make it; undefined where they change nothing. */
function settledRow(row: PublicationRow, counters: PublicationCounters, now: Date): Settled | undefined {
  const { status, reason } = statusAfter(row, counters);
  const hasMoved = status !== row.status;
  if (!hasMoved && Bun.deepEquals(counters, row.counters)) return undefined;
  const finishedAt = hasMoved && FACT_OF[status] !== undefined ? now : row.finishedAt;
  return { after: { ...row, status, statusReason: reason, counters, finishedAt, updatedAt: now }, hasMoved };
}

function told(ctx: SettleContext, tx: ScopedDb, { after, hasMoved }: Settled): NewEvent[] {
  if (!hasMoved) return [];
  countStatus(ctx, tx, after.status);
  const fact = FACT_OF[after.status];
  return fact === undefined ? [] : [publicationEvent(fact, after)];
}

/** Notes, at the commit, that a publication reached a state. */
export function countStatus(ctx: Pick<AutomationServices, 'metrics'>, tx: ScopedDb, status: PublicationStatus): void {
  tx.store.afterCommit(() => ctx.metrics.publications.inc({ status }));
}

/** What tells of an end that was reached by deliveries. */
const FACT_OF: Partial<Record<PublicationStatus, 'published' | 'partially_published' | 'failed' | 'expired'>> = {
  published: 'published',
  partially_published: 'partially_published',
  failed: 'failed',
  expired: 'expired',
};
