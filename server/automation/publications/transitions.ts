import { and, eq, inArray } from 'drizzle-orm';

import type { Publication, PublicationApproval, PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { RejectPublication } from '../../../shared/automation/publication-verbs';
import { ApiError } from '../../errors';
import { requireTag } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { freeSlot } from '../queries/publications';
import { publicationDeliveries, publications } from '../schema/publications';
import { type Change, changePublication, writeRow } from './change';
import { openState } from './deliveries/delivery-rows';
import { updateUnsent, withdrawDeliveries, type Withdrawn } from './deliveries/withdraw';
import { publicationEvent } from './events';
import { requirePublication } from './find';
import type { PublicationRow } from './present';
import { type ChangeResult, settleRow } from './settle';
import { scheduleNow } from './start';
import { requireVerb } from './states';

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
    async (change, withdrawn: Withdrawn) => {
      const approval = decisionOf(change, reason ?? null);
      const { row, events } = await endCanceled(change, withdrawn, { statusReason: 'rejected', approval });
      return { row, events: [...events, publicationEvent('rejected', row)] };
    },
    withdrawDeliveries,
  );

const decisionOf = ({ ctx: { actor }, now }: Change, reason: string | null): PublicationApproval => ({
  decided_by: actor.type === 'key' ? { type: 'key', id: actor.keyId } : { type: 'user', id: actor.userId },
  decided_at: now.toISOString(),
  reason,
});

async function release(change: Change, approval?: PublicationApproval): Promise<ChangeResult> {
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

/** Unsent deliveries wait, as far as their channels can withdraw them. */
export const pausePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'pause', pauseUnsent, withdrawDeliveries);

async function pauseUnsent(change: Change, withdrawn: Withdrawn): Promise<ChangeResult> {
  const { ctx, tx, now } = change;
  const paused = { ...openState({ status: 'paused', dueAt: null }, now), updatedAt: now };
  await updateUnsent(change, withdrawn, paused, 'pending');
  const after = await writeRow(change, { status: 'paused' });
  // Nothing is left to pause when all deliveries are in progress or done.
  const settled = await settleRow(ctx, tx, after, after.counters);
  return { row: settled.row, events: [...withdrawn.events, publicationEvent('paused', after), ...settled.events] };
}

/** Continues at its scheduled time, or at once if that has passed. */
export const resumePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'resume', async (change) => {
    const { tx, row, now } = change;
    const status = resumedAs(row, now);
    await tx.update(
      publicationDeliveries,
      and(
        eq(publicationDeliveries.publicationId, row.id),
        eq(publicationDeliveries.status, 'waiting'),
        eq(publicationDeliveries.waitReason, 'paused'),
      ),
      { ...openState({ status, dueAt: row.dueAt }, now), updatedAt: now },
    );
    const after = await writeRow(change, { status });
    return { row: after, events: [publicationEvent('resumed', after)] };
  });

function resumedAs({ counters, dueAt }: PublicationRow, now: Date): 'publishing' | 'scheduled' | 'queued' {
  if (hasBegun(counters)) return 'publishing';
  return dueAt !== null && dueAt > now ? 'scheduled' : 'queued';
}

const hasBegun = ({ total, pending, waiting, skipped }: PublicationCounters): boolean =>
  total > pending + waiting + skipped;

/** Unsent deliveries are withdrawn as far as their channels can. */
export const cancelPublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(
    ctx,
    input,
    'cancel',
    async (change, withdrawn: Withdrawn) => {
      const { row, events } = await endCanceled(change, withdrawn);
      return { row, events: [...events, publicationEvent('canceled', row)] };
    },
    withdrawDeliveries,
  );

/** The caller emits the event. */
async function endCanceled(
  change: Change,
  withdrawn: Withdrawn,
  more: { statusReason?: string; approval?: PublicationApproval } = {},
): Promise<ChangeResult> {
  const { tx, row, now } = change;
  const ended = { status: 'canceled', waitReason: null, nextAttemptAt: null, updatedAt: now } as const;
  await updateUnsent(change, withdrawn, ended, 'canceled');
  await freeSlot(tx.store, tx.workspaceId, row.id);
  return { row: await writeRow(change, { status: 'canceled', completedAt: now, ...more }), events: withdrawn.events };
}

/** Only for drafts, whose short links stay. Throws 409 for any other state. */
export async function deletePublication(ctx: AutomationCall, input: PublicationId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await requirePublication(ctx, tx, input, { lock: true });
    requireVerb(row, 'delete');
    requireTag(ctx, row.version);
    await tx.delete(publications, eq(publications.id, row.id));
  });
}
