import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Publication, PublicationCounters } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { AutomationCall } from '../context';
import { publicationDeliveries } from '../schema/publications';
import { type Change, type Changed, changePublication, writeRow } from './change';
import { openState } from './deliveries/delivery-rows';
import { handedOver, partsBack, takeBack, type TakenBack } from './deliveries/take-back';
import { publicationEvent } from './events';
import type { PublicationRow } from './present';
import { settleRow } from './settle';

/** Holds a publication: what was not sent yet waits, as far as the channels can take it back. */
export const pausePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'pause', hold, takeBack);

async function hold(change: Change, taken: TakenBack): Promise<Changed> {
  const { ctx, tx, row, now } = change;
  const held = {
    ...openState({ status: 'paused', dueAt: null }, now),
    leaseOwner: null,
    leaseUntil: null,
    updatedAt: now,
  };
  await tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.publicationId, row.id),
      inArray(publicationDeliveries.status, ['pending', 'waiting']),
      isNull(publicationDeliveries.reference),
    ),
    held,
  );
  for (const delivery of await handedOver(tx, row.id, true)) {
    const parts = partsBack(delivery, taken, 'pending');
    if (parts) await tx.update(publicationDeliveries, eq(publicationDeliveries.id, delivery.id), { ...held, parts });
  }
  const after = await writeRow(change, { status: 'paused' });
  // Where all of it was on its way already, nothing is left to wait for.
  const settled = await settleRow(ctx, tx, after, after.counters);
  return { row: settled.row, events: [...taken.events, publicationEvent('paused', after), ...settled.events] };
}

/** Lets a publication go on, at its time or at once. */
export const resumePublication = (ctx: AutomationCall, input: PublicationId): Promise<Publication> =>
  changePublication(ctx, input, 'resume', async (change) => {
    const { tx, row, now } = change;
    const status = resumedAs(row, now);
    await tx.update(
      publicationDeliveries,
      and(
        eq(publicationDeliveries.publicationId, row.id),
        eq(publicationDeliveries.status, 'waiting'),
        eq(publicationDeliveries.waitingReason, 'paused'),
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
