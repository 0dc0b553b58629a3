import { and, eq, inArray } from 'drizzle-orm';

import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import { type PublicationDeliveryStatus, SENT_DELIVERIES } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import { publicationDeliveries } from '../../schema/publications';
import type { DeliveryRow, PublicationRow } from '../present';
import { MAX_ATTEMPTS } from './delivery-rows';

/** States that a caller may try again. */
export const retriedStatuses = (mayDuplicate: boolean | undefined): PublicationDeliveryStatus[] =>
  mayDuplicate ? ['failed', 'expired', 'unconfirmed'] : ['failed', 'expired'];

/**
 * Makes deliveries due again: those parts that were not sent, under the references that they have, with a fresh budget
 * of tries. Call it with the publication locked. Returns how many were still in one of the states.
 */
export async function requeueDeliveries(
  tx: ScopedDb,
  deliveries: readonly DeliveryRow[],
  statuses: readonly PublicationDeliveryStatus[],
  now: Date,
): Promise<number> {
  let queued = 0;
  for (const { id, parts, attempts } of deliveries) {
    const isStill = and(eq(publicationDeliveries.id, id), inArray(publicationDeliveries.status, [...statuses]));
    const rows = await tx.update(publicationDeliveries, isStill, {
      status: 'pending',
      waitingReason: null,
      error: null,
      parts: parts.map(againPart),
      maxAttempts: attempts + MAX_ATTEMPTS,
      nextAttemptAt: now,
      leaseOwner: null,
      leaseUntil: null,
      updatedAt: now,
    });
    queued += rows.length;
  }
  return queued;
}

const SENT: ReadonlySet<PublicationDeliveryStatus> = new Set(SENT_DELIVERIES);
const againPart = (part: DeliveryPart): DeliveryPart =>
  SENT.has(part.status) ? part : { ...part, status: 'pending', error: null };

/** How a publication stands once some of its deliveries are due again. */
export const publishingAgain = (row: PublicationRow, now: Date) =>
  ({
    status: row.status === 'queued' ? 'queued' : 'publishing',
    statusReason: null,
    finishedAt: null,
    expiresAt: new Date(now.getTime() + row.expiresAfterSeconds * 1000),
  }) as const;
