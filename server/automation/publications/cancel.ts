import type { Publication } from '../../../shared/automation/publication';
import type { PublicationApproval } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { AutomationCall } from '../context';
import { freeSlot } from '../queries/publications';
import { type Change, type Changed, changePublication, writeRow } from './change';
import { updateUnsent, withdrawDeliveries, type Withdrawn } from './deliveries/withdraw';
import { publicationEvent } from './events';

/** Unsent deliveries are withdrawn as far as their channels can. */
export const cancelPublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(
    ctx,
    input,
    'cancel',
    async (change, taken: Withdrawn) => {
      const { row, events } = await endCanceled(change, taken);
      return { row, events: [...events, publicationEvent('canceled', row)] };
    },
    withdrawDeliveries,
  );

/** Ends every delivery that is not in progress. The caller emits the event. */
export async function endCanceled(
  change: Change,
  taken: Withdrawn,
  more: { statusReason?: string; approval?: PublicationApproval } = {},
): Promise<Changed> {
  const { tx, row, now } = change;
  const ended = { status: 'canceled', waitReason: null, nextAttemptAt: null, updatedAt: now } as const;
  await updateUnsent(change, taken, ended, 'canceled');
  await freeSlot(tx.store, tx.workspaceId, row.id);
  return { row: await writeRow(change, { status: 'canceled', completedAt: now, ...more }), events: taken.events };
}
