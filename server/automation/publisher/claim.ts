import type { ScopedDb } from '../../db/scoped';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';
import { zoneOf } from '../schedule/local-time';
import { quietUntil } from '../schedule/quiet-hours';
import { publications } from '../schema/publications';
import { dueDeliveries, type PublisherLane, lockPublications, queueDueOf } from '../system/publisher';
import { pauseDeliveries, type Moved } from './apply';

/** Due deliveries of one lane, locked until the transaction ends. */
export interface LaneClaim {
  /** To hand over, in order. */
  ready: { row: PublicationDeliveryRow; publication: PublicationRow }[];
  /** Deliveries that wait longer or end, each with its reason. */
  moved: Moved[];
  publications: PublicationRow[];
  isFull: boolean;
}

/** Locks due deliveries of a lane and checks publication state, expiry and quiet hours. */
export async function claim(
  tx: ScopedDb,
  lane: PublisherLane,
  { now, limit }: { now: Date; limit: number },
): Promise<LaneClaim> {
  const due = await dueDeliveries(tx.store, lane, { now: now.getTime(), limit });
  const ids = [...new Set(due.map(({ publicationId }) => publicationId))].toSorted();
  await lockPublications(tx.store, ids);
  await queueDueOf(tx.store, ids, now.getTime());
  const found = await tx.getEach(publications, ids);
  const known = new Map(found.map((row) => [row.id, row]));
  const rows = new Map(
    (
      await pauseDeliveries(
        tx,
        due.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );

  const claimed: LaneClaim = { ready: [], moved: [], publications: found, isFull: due.length === limit };
  for (const { id } of due) {
    const row = rows.get(id);
    const publication = known.get(row?.publicationId ?? '');
    if (!row || !publication || !isDue(row, now)) continue;
    const change = changeOf(publication, now);
    if (change === 'ready') claimed.ready.push({ row, publication });
    else claimed.moved.push({ before: row, after: { ...row, ...change, updatedAt: now } });
  }
  return claimed;
}

/** It may have changed while the lock was awaited. */
const isDue = ({ status, nextAttemptAt }: PublicationDeliveryRow, now: Date): boolean =>
  (status === 'pending' || status === 'waiting') && nextAttemptAt !== null && nextAttemptAt <= now;

const EXPIRED = { status: 'expired', waitReason: null, nextAttemptAt: null } as const;
/** Deliveries of publications in other states wait until a verb changes that. */
const LEFT_ALONE = { nextAttemptAt: null } as const;

function changeOf(publication: PublicationRow, now: Date): 'ready' | Partial<PublicationDeliveryRow> {
  const { status, expiresAt, schedule } = publication;
  if (expiresAt !== null && expiresAt <= now) return EXPIRED;
  if (status !== 'queued' && status !== 'publishing' && !RETRIED.has(status)) {
    return status === 'scheduled' ? { nextAttemptAt: publication.dueAt } : LEFT_ALONE;
  }
  const until = quietUntil(schedule.quiet_hours, zoneOf(schedule), now);
  if (until === null) return 'ready';
  return { status: 'waiting', waitReason: 'quiet_hours', nextAttemptAt: until };
}

const RETRIED: ReadonlySet<PublicationRow['status']> = new Set([
  'published',
  'partially_published',
  'failed',
  'expired',
]);
