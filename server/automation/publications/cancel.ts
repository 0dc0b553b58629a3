import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Publication } from '../../../shared/automation/publication';
import type { PublicationApproval } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { AutomationCall } from '../context';
import { freeSlot } from '../queries/publications';
import { publicationDeliveries } from '../schema/publications';
import { type Change, type Changed, changePublication, writeRow } from './change';
import { handedOver, partsBack, takeBack, type TakenBack } from './deliveries/take-back';
import { publicationEvent } from './events';

/** Calls a publication off: what was not sent yet will not be, as far as the channels can take it back. */
export const cancelPublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(
    ctx,
    input,
    'cancel',
    async (change, taken: TakenBack) => {
      const { row, events } = await endCanceled(change, taken);
      return { row, events: [...events, publicationEvent('canceled', row)] };
    },
    takeBack,
  );

/** Ends every delivery that is not on its way. The caller tells why. */
export async function endCanceled(
  change: Change,
  taken: TakenBack,
  more: { statusReason?: string; approval?: PublicationApproval } = {},
): Promise<Changed> {
  const { tx, row, now } = change;
  const ended = {
    status: 'canceled',
    waitingReason: null,
    nextAttemptAt: null,
    leaseOwner: null,
    leaseUntil: null,
    updatedAt: now,
  } as const;
  await tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.publicationId, row.id),
      inArray(publicationDeliveries.status, ['pending', 'waiting']),
      isNull(publicationDeliveries.reference),
    ),
    ended,
  );
  for (const delivery of await handedOver(tx, row.id, true)) {
    const parts = partsBack(delivery, taken, 'canceled');
    if (parts) await tx.update(publicationDeliveries, eq(publicationDeliveries.id, delivery.id), { ...ended, parts });
  }
  await freeSlot(tx.store, tx.workspaceId, row.id);
  return { row: await writeRow(change, { status: 'canceled', finishedAt: now, ...more }), events: taken.events };
}
