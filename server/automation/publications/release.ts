import { and, eq, inArray } from 'drizzle-orm';

import type { Publication, PublicationApproval } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { RejectPublication } from '../../../shared/automation/publication-verbs';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import { publicationDeliveries } from '../schema/publications';
import { endCanceled } from './cancel';
import { type Change, type Changed, changePublication, writeRow } from './change';
import { openState } from './deliveries/delivery-rows';
import { withdrawDeliveries, type Withdrawn } from './deliveries/withdraw';
import { publicationEvent } from './events';
import { settleRow } from './settle';
import { scheduleNow } from './start';

/** Throws 422 without a free slot. */
export const publishPublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'publish', (change) => release(change));

/** Throws 403 for the key that created it. */
export const approvePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'approve', async (change) => {
    const { ctx: caller, row } = change;
    if (caller.actor.type === 'key' && caller.actor.keyId === row.sourceKeyId) {
      throw new ApiError('insufficient_role', 'The key that created a publication cannot approve it. Use another key.');
    }
    return release(change, decisionOf(change, null));
  });

export const rejectPublication = (ctx: AutomationCall, { reason, ...input }: RejectPublication): Promise<Publication> =>
  changePublication(
    ctx,
    input,
    'reject',
    async (change, taken: Withdrawn) => {
      const approval = decisionOf(change, reason ?? null);
      const { row, events } = await endCanceled(change, taken, { statusReason: 'rejected', approval });
      return { row, events: [...events, publicationEvent('rejected', row)] };
    },
    withdrawDeliveries,
  );

const decisionOf = ({ ctx: { actor }, now }: Change, reason: string | null): PublicationApproval => ({
  decided_by: actor.type === 'key' ? { type: 'key', id: actor.keyId } : { type: 'user', id: actor.userId },
  decided_at: now.toISOString(),
  reason,
});

async function release(change: Change, approval?: PublicationApproval): Promise<Changed> {
  const { ctx, tx, row, now } = change;
  const time = await scheduleNow(tx, { ...row, now });
  await tx.update(
    publicationDeliveries,
    and(eq(publicationDeliveries.publicationId, row.id), inArray(publicationDeliveries.status, ['pending', 'waiting'])),
    { ...openState(time, now), updatedAt: now },
  );
  const after = await writeRow(change, { ...time, ...(approval ? { approval } : {}) });
  const settled = await settleRow(ctx, tx, after, after.counters);
  return {
    row: settled.row,
    events: [
      ...(approval ? [publicationEvent('approved', after)] : []),
      ...(after.status === 'scheduled' ? [publicationEvent('scheduled', after)] : []),
      ...settled.events,
    ],
  };
}
