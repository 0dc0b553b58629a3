import { and, asc, eq, inArray } from 'drizzle-orm';

import type { Publication } from '../../../../shared/automation/publication';
import type { RetryPublication } from '../../../../shared/automation/publication-verbs';
import { ApiError } from '../../../errors';
import type { AutomationCall } from '../../context';
import { publicationDeliveries } from '../../schema/publications';
import { changePublication, writeRow } from '../change';
import { publicationEvent } from '../events';
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
