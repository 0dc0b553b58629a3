import type { ScopedDb } from '../../db/scoped';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';
import { zoneOf } from '../schedule/local-time';
import { quietUntil } from '../schedule/quiet-hours';
import { dueDeliveries, type PublisherLane, queueDueOf } from '../system/publisher';
import { type DeliveryUpdate, lockDeliveries } from './change';

/** Locked until the transaction ends. */
interface LaneClaim {
  ready: { row: PublicationDeliveryRow; publication: PublicationRow }[];
  /** Deliveries that expire or wait longer. */
  updates: DeliveryUpdate[];
  publications: ReadonlyMap<string, PublicationRow>;
  isFull: boolean;
}

/** Checks state of the publication, expiry and quiet hours. */
export async function claim(
  tx: ScopedDb,
  lane: PublisherLane,
  { now, limit }: { now: Date; limit: number },
): Promise<LaneClaim> {
  const ids = await dueDeliveries(tx.store, lane, { now: now.getTime(), limit });
  const locked = await lockDeliveries(tx, ids);
  const publications = await queueDuePublications(tx, locked.publications, now);
  const rows = new Map(locked.deliveries.map((row) => [row.id, row]));

  const claimed: LaneClaim = { ready: [], updates: [], publications, isFull: ids.length === limit };
  for (const id of ids) {
    const row = rows.get(id);
    const publication = publications.get(row?.publicationId ?? '');
    if (!row || !publication || !isDue(row, now)) continue;
    const change = changeOf(publication, now);
    if (change === 'ready') claimed.ready.push({ row, publication });
    else claimed.updates.push({ before: row, states: [{ ...row, ...change, updatedAt: now }] });
  }
  return claimed;
}

async function queueDuePublications(
  tx: ScopedDb,
  locked: ReadonlyMap<string, PublicationRow>,
  now: Date,
): Promise<ReadonlyMap<string, PublicationRow>> {
  const due = [...locked.values()].filter(
    ({ status, dueAt }) => status === 'scheduled' && dueAt !== null && dueAt <= now,
  );
  await queueDueOf(
    tx.store,
    due.map(({ id }) => id),
    now.getTime(),
  );
  return new Map([...locked, ...due.map((row) => [row.id, { ...row, status: 'queued', updatedAt: now }] as const)]);
}

/** The delivery may have changed while the lock was awaited. */
const isDue = ({ status, nextAttemptAt }: PublicationDeliveryRow, now: Date): boolean =>
  (status === 'pending' || status === 'waiting') && nextAttemptAt !== null && nextAttemptAt <= now;

const EXPIRED = { status: 'expired', waitReason: null, nextAttemptAt: null } as const;
/** Deliveries of publications in other states wait for a verb. */
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
