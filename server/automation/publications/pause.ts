import { and, eq } from 'drizzle-orm';

import type { Publication, PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { AutomationCall } from '../context';
import { publicationDeliveries } from '../schema/publications';
import { type Change, type Changed, changePublication, writeRow } from './change';
import { openState } from './deliveries/delivery-rows';
import { updateUnsent, withdrawDeliveries, type Withdrawn } from './deliveries/withdraw';
import { publicationEvent } from './events';
import type { PublicationRow } from './present';
import { settleRow } from './settle';

/** Unsent deliveries wait, as far as their channels can withdraw them. */
export const pausePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'pause', hold, withdrawDeliveries);

async function hold(change: Change, taken: Withdrawn): Promise<Changed> {
  const { ctx, tx, now } = change;
  const held = { ...openState({ status: 'paused', dueAt: null }, now), updatedAt: now };
  await updateUnsent(change, taken, held, 'pending');
  const after = await writeRow(change, { status: 'paused' });
  // Nothing is left to pause when all deliveries are in progress or done.
  const settled = await settleRow(ctx, tx, after, after.counters);
  return { row: settled.row, events: [...taken.events, publicationEvent('paused', after), ...settled.events] };
}

/** Continues a publication at its scheduled time or at once. */
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
