import type { ScopedDb } from '../../db/scoped';
import type { DeliveryRow, PublicationRow } from '../publications/present';
import { zoneOf } from '../schedule/local-time';
import { quietUntil } from '../schedule/quiet-hours';
import { publications } from '../schema/publications';
import { dueDeliveries, type Lane, lockPublications, queueDueOf } from '../system/publisher';
import { holdDeliveries, type Moved } from './apply';

/** Deliveries of one lane that were due, held until the transaction ends. */
export interface Claim {
  /** To be given to the channel, in their order. */
  ready: { row: DeliveryRow; publication: PublicationRow }[];
  /** Those that wait on, or end, for a reason of their own. */
  moved: Moved[];
  /** Of all of them, as they were read under their locks. */
  publications: PublicationRow[];
  /** There may be more. */
  isFull: boolean;
}

/** Holds what is due on a lane, and judges it: its publication, its expiry, its quiet hours. */
export async function claim(tx: ScopedDb, lane: Lane, { now, limit }: { now: Date; limit: number }): Promise<Claim> {
  const due = await dueDeliveries(tx.store, lane, { now: now.getTime(), limit });
  const ids = [...new Set(due.map(({ publicationId }) => publicationId))].toSorted();
  await lockPublications(tx.store, ids);
  await queueDueOf(tx.store, ids, now.getTime());
  const found = await tx.getEach(publications, ids);
  const known = new Map(found.map((row) => [row.id, row]));
  const rows = new Map(
    (
      await holdDeliveries(
        tx,
        due.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );

  const judged: Claim = { ready: [], moved: [], publications: found, isFull: due.length === limit };
  for (const { id } of due) {
    const row = rows.get(id);
    const publication = known.get(row?.publicationId ?? '');
    if (!row || !publication || !isDue(row, now)) continue;
    const change = changeOf(publication, now);
    if (change === 'ready') judged.ready.push({ row, publication });
    else judged.moved.push({ before: row, after: { ...row, ...change, updatedAt: now } });
  }
  return judged;
}

/** It may have been taken or changed while it was waited for. */
const isDue = ({ status, nextAttemptAt }: DeliveryRow, now: Date): boolean =>
  (status === 'pending' || status === 'waiting') && nextAttemptAt !== null && nextAttemptAt <= now;

const EXPIRED = { status: 'expired', waitingReason: null, nextAttemptAt: null } as const;
/** Nothing of a publication in another state is to be looked at before a verb changes that. */
const LEFT_ALONE = { nextAttemptAt: null } as const;

function changeOf(publication: PublicationRow, now: Date): 'ready' | Partial<DeliveryRow> {
  const { status, expiresAt, schedule } = publication;
  if (expiresAt !== null && expiresAt <= now) return EXPIRED;
  if (status !== 'queued' && status !== 'publishing' && !RETRIED.has(status)) {
    return status === 'scheduled' ? { nextAttemptAt: publication.dueAt } : LEFT_ALONE;
  }
  const until = quietUntil(schedule.quiet_hours, zoneOf(schedule), now);
  if (until === null) return 'ready';
  return { status: 'waiting', waitingReason: 'quiet_hours', nextAttemptAt: until };
}

/** Single deliveries of these may be tried again. */
const RETRIED: ReadonlySet<PublicationRow['status']> = new Set([
  'published',
  'partially_published',
  'failed',
  'expired',
]);
