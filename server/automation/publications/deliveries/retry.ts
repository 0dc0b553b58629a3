import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { Publication } from '../../../../shared/automation/publication';
import { PUBLICATION_LIMITS } from '../../../../shared/automation/publication-inputs';
import type { PublicationDeliveryStatus } from '../../../../shared/automation/publication-states';
import type {
  RetriedMany,
  RetryPublication,
  RetryPublicationDeliveries,
} from '../../../../shared/automation/publication-verbs';
import type { ScopedDb } from '../../../db/scoped';
import { ApiError } from '../../../errors';
import { emit, type NewEvent } from '../../../events/emit';
import type { AutomationCall } from '../../context';
import { publicationDeliveries, publications } from '../../schema/publications';
import { changePublication, writeRow } from '../change';
import { publicationEvent } from '../events';
import type { PublicationDeliveryRow } from '../present';
import { isRetriedWithin, RETRIED_WITHIN } from '../states';
import { deliveriesWhere } from './deliveries';
import { publishingAgain, requeueDeliveries, retriedStatuses } from './requeue';

/** Throws 409 when no recipient is left to retry. */
export const retryPublication = (
  ctx: AutomationCall,
  { retry_unconfirmed: retryUnconfirmed, ...input }: RetryPublication,
): Promise<Publication> =>
  changePublication(ctx, input, 'retry', async (change) => {
    const { tx, row, now } = change;
    const statuses = retriedStatuses(retryUnconfirmed);
    const deliveries = await tx.select(publicationDeliveries, {
      where: and(eq(publicationDeliveries.publicationId, row.id), inArray(publicationDeliveries.status, statuses)),
      orderBy: [asc(publicationDeliveries.id)],
      lock: true,
    });
    if (deliveries.length === 0) throw nothingToRetry(row.counters.unconfirmed > 0);
    await requeueDeliveries(tx, deliveries, statuses, now);
    const after = await writeRow(change, publishingAgain(row, now));
    return { row: after, events: [publicationEvent('updated', after)] };
  });

const nothingToRetry = (isUnconfirmed: boolean): ApiError =>
  new ApiError('invalid_state', {
    detail: isUnconfirmed
      ? 'Only `unconfirmed` deliveries are left, which may already have arrived. Set `retry_unconfirmed` to true to send them again.'
      : 'No delivery can be retried.',
    extra: { allowed_verbs: isUnconfirmed ? ['retry'] : [] },
  });

export async function retryPublicationDeliveries(
  ctx: AutomationCall,
  { retry_unconfirmed: retryUnconfirmed, dry_run: isDryRun = false, ...filters }: RetryPublicationDeliveries,
): Promise<RetriedMany> {
  const statuses = retriedStatuses(retryUnconfirmed);
  const where = and(
    deliveriesWhere(ctx, filters),
    inArray(publicationDeliveries.status, statuses),
    sql`${publicationDeliveries.publicationId} in (select ${publications.id} from ${publications}
      where ${and(eq(publications.workspaceId, ctx.workspaceId), inArray(publications.status, [...RETRIED_WITHIN]))})`,
  );
  return ctx.db.transaction(async (tx) => {
    const matched = await tx.count(publicationDeliveries, where);
    if (isDryRun) return { matched_count: matched, queued_count: 0, has_more: matched > 0 };
    const rows = await tx.select(publicationDeliveries, {
      where,
      orderBy: [asc(publicationDeliveries.id)],
      limit: PUBLICATION_LIMITS.retried,
    });
    const { queued, events } = await requeueAll(ctx, tx, rows, statuses);
    await emit(ctx, tx, events);
    return { matched_count: matched, queued_count: queued, has_more: matched > rows.length };
  });
}

/** A fixed order of publications prevents deadlocks. */
async function requeueAll(
  ctx: AutomationCall,
  tx: ScopedDb,
  rows: readonly PublicationDeliveryRow[],
  statuses: readonly PublicationDeliveryStatus[],
): Promise<{ queued: number; events: NewEvent[] }> {
  const now = ctx.now();
  const events: NewEvent[] = [];
  let queued = 0;
  const groups = [...Map.groupBy(rows, ({ publicationId }) => publicationId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, deliveries] of groups) {
    const row = await tx.get(publications, id, { lock: true });
    if (!row || !isRetriedWithin(row.status)) continue;
    const moved = await requeueDeliveries(tx, deliveries, statuses, now);
    if (moved === 0) continue;
    queued += moved;
    const after = await writeRow({ ctx, tx, row, now }, publishingAgain(row, now));
    if (after.status !== row.status) events.push(publicationEvent('updated', after));
  }
  return { queued, events };
}
