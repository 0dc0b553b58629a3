import { eq } from 'drizzle-orm';

import type { PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { Services } from '../../context';
import { publications } from '../../db/schema';
import type { ScopedDb } from '../../db/scoped';
import { countPublicationDeliveries } from '../../db/unscoped/au-publications';
import type { NewEvent } from '../../events/emit';
import { publicationEvent } from './events';
import type { PublicationRow } from './present';
import { statusAfter } from './states';

type SettleContext = Pick<Services, 'metrics' | 'now'>;

/**
 * Counts the deliveries of a publication anew and moves its state where that says so. Call it once for a publication,
 * in the transaction that changed its deliveries and after it did; the caller emits what is returned.
 */
export async function settlePublication(ctx: SettleContext, tx: ScopedDb, id: string): Promise<NewEvent[]> {
  const row = await tx.get(publications, id, { lock: true });
  if (!row) return [];
  const counters = (await countPublicationDeliveries(tx.store, tx.workspaceId, [id])).get(id) ?? row.counters;
  return (await settleRow(ctx, tx, row, counters)).events;
}

/** As `settlePublication`, of a row that is locked and counted. */
export async function settleRow(
  ctx: SettleContext,
  tx: ScopedDb,
  row: PublicationRow,
  counters: PublicationCounters,
): Promise<{ row: PublicationRow; events: NewEvent[] }> {
  const { status, reason } = statusAfter(row, counters);
  const hasMoved = status !== row.status;
  if (!hasMoved && Bun.deepEquals(counters, row.counters)) return { row, events: [] };

  const now = ctx.now();
  const fact = FACT_OF[status];
  const isEnd = fact !== undefined;
  const [after = row] = await tx.update(publications, eq(publications.id, row.id), {
    status,
    statusReason: reason,
    counters,
    updatedAt: now,
    ...(hasMoved && isEnd ? { finishedAt: now } : {}),
  });
  if (!hasMoved) return { row: after, events: [] };
  countStatus(ctx, tx, status);
  return { row: after, events: isEnd ? [publicationEvent(fact, after)] : [] };
}

/** Notes, at the commit, that a publication reached a state. */
export function countStatus(ctx: Pick<Services, 'metrics'>, tx: ScopedDb, status: PublicationStatus): void {
  tx.store.afterCommit(() => ctx.metrics.publications.inc({ status }));
}

/** What tells of an end that was reached by deliveries. */
const FACT_OF: Partial<Record<PublicationStatus, 'published' | 'partially_published' | 'failed' | 'expired'>> = {
  published: 'published',
  partially_published: 'partially_published',
  failed: 'failed',
  expired: 'expired',
};
