import { and, eq, inArray } from 'drizzle-orm';

import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import { type PublicationDeliveryStatus, SENT_DELIVERIES } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import { publicationDeliveries } from '../../schema/publications';
import type { PublicationDeliveryRow, PublicationRow } from '../present';

export const retriedStatuses = (retryUnconfirmed: boolean | undefined): PublicationDeliveryStatus[] =>
  retryUnconfirmed ? ['failed', 'expired', 'unconfirmed'] : ['failed', 'expired'];

/** Requires the lock on the publication. Returns how many were requeued. */
export async function requeueDeliveries(
  tx: ScopedDb,
  deliveries: readonly PublicationDeliveryRow[],
  statuses: readonly PublicationDeliveryStatus[],
  now: Date,
): Promise<number> {
  let queued = 0;
  for (const { id, parts } of deliveries) {
    const isStill = and(eq(publicationDeliveries.id, id), inArray(publicationDeliveries.status, [...statuses]));
    const rows = await tx.update(publicationDeliveries, isStill, {
      status: 'pending',
      waitReason: null,
      error: null,
      parts: parts.map(againPart),
      nextAttemptAt: now,
      updatedAt: now,
    });
    queued += rows.length;
  }
  return queued;
}

const SENT: ReadonlySet<PublicationDeliveryStatus> = new Set(SENT_DELIVERIES);
const againPart = (part: DeliveryPart): DeliveryPart =>
  SENT.has(part.status) ? part : { ...part, status: 'pending', error: null };

export const publishingAgain = (row: PublicationRow, now: Date) =>
  ({
    status: row.status === 'queued' ? 'queued' : 'publishing',
    statusReason: null,
    completedAt: null,
    expiresAt: new Date(now.getTime() + row.expiresAfterSeconds * 1000),
  }) as const;
