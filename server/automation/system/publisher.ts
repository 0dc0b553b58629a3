import type { WaitingReason } from '../../../shared/automation/publication-states';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED } from '../../db/dialect';
import { lockInOrder, tryLock } from '../../db/locks';
import { forEachRecord, type RecordColumns } from '../../db/records';
import { placeholders, withDistinctValues } from '../../db/sql-text';
import type { DueLane } from '../../work/types';
import type { publicationDeliveries, publications } from '../schema/publications';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const WAITING = "status in ('pending', 'waiting')";
const OPEN = "status in ('scheduled', 'queued', 'publishing', 'paused')";

type DeliveryRow = typeof publicationDeliveries.$inferSelect;
type PublicationRow = typeof publications.$inferSelect;

/** The earliest first. Returns how many were queued. */
export async function queueDue(store: Store, now: number, limit: number): Promise<number> {
  const rows = await runStatement(
    store,
    `update publications set status = 'queued', updated_at = $1 where id in (
       select id from publications where status = 'scheduled' and due_at <= $1 order by due_at limit $2${FOR_UPDATE_SKIP_LOCKED}
     ) returning id`,
    [timeValue(now), limit],
  );
  return rows.length;
}

/** Like `queueDue`, for locked publications, so that none waits behind the backlog of others. */
export async function queueDueOf(tx: Store, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await runStatement(
    tx,
    `update publications set status = 'queued', updated_at = $1
     where id in (${placeholders(ids, 2)}) and status = 'scheduled' and due_at <= $1`,
    [timeValue(now), ...ids],
  );
}

export interface PublisherLane {
  workspaceId: string;
  channel: string;
  containerId: string;
}

interface WaitingLane extends PublisherLane {
  dueAt: number;
}

const LANES = `${withDistinctValues({
  table: 'publication_deliveries',
  column: 'container_id',
  where: `channel = $1 and ${WAITING}`,
  after: '$2',
})}
  select t.value, d.workspace_id, d.next_attempt_at from t join publication_deliveries d on d.id = (
    select id from publication_deliveries where channel = $1 and container_id = t.value and ${WAITING}
      and next_attempt_at is not null order by next_attempt_at limit 1
  ) where t.value is not null limit $3`;

export async function waitingLanes(
  store: Store,
  { channel, after, limit }: { channel: string; after: string; limit: number },
): Promise<WaitingLane[]> {
  const rows = await runStatement(store, LANES, [channel, after, limit]);
  return rows.map(([containerId, workspaceId, dueAt]) => ({
    workspaceId: String(workspaceId),
    channel,
    containerId: String(containerId),
    dueAt: timeFromDatabase(dueAt),
  }));
}

/** True for the one transaction that may publish to a lane now, until it ends. */
export const tryLockLane = (tx: Store, { channel, containerId }: PublisherLane): Promise<boolean> =>
  tryLock(tx, `pub:${channel} ${containerId}`);

export async function dueDeliveries(
  tx: Store,
  { workspaceId, channel, containerId }: PublisherLane,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const rows = await runStatement(
    tx,
    `select id from publication_deliveries
     where channel = $1 and container_id = $2 and ${WAITING} and next_attempt_at <= $3 and workspace_id = $4
     order by next_attempt_at, id limit $5`,
    [channel, containerId, timeValue(now), workspaceId, limit],
  );
  return rows.map(([id]) => String(id));
}

/** In the order of their ids. */
export async function lockPublicationsOf(tx: Store, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const of = `select publication_id from publication_deliveries where workspace_id = $1 and id in (${placeholders(ids, 2)})`;
  await lockInOrder(tx, `from publications where id in (${of})`, [workspaceId, ...ids]);
}

/** Returns the publications of the deliveries. */
export async function deferLane(
  tx: Store,
  { workspaceId, channel, containerId }: PublisherLane,
  { now, until, reason, limit }: { now: number; until: number; reason: WaitingReason; limit: number },
): Promise<string[]> {
  const rows = await runStatement(
    tx,
    `update publication_deliveries set status = 'waiting', wait_reason = $1, next_attempt_at = $2, updated_at = $3
     where id in (select id from publication_deliveries
       where channel = $4 and container_id = $5 and ${WAITING} and next_attempt_at <= $3 and workspace_id = $6
       order by next_attempt_at limit $7)
     returning publication_id`,
    [reason, timeValue(until), timeValue(now), channel, containerId, workspaceId, limit],
  );
  return [...new Set(rows.map(([id]) => String(id)))].toSorted();
}

const NEXT = [
  ['due', `select min(due_at) from publications where status = 'scheduled'`],
  ['expired', `select min(expires_at) from publications where ${OPEN}`],
] as const;

export async function nextTimes(store: Store): Promise<DueLane[]> {
  const times: DueLane[] = [];
  for (const [lane, text] of NEXT) {
    const [row] = await runStatement(store, text, []);
    if (row?.[0] !== null && row?.[0] !== undefined) times.push({ lane, at: timeFromDatabase(row[0]) });
  }
  return times;
}

export interface PublicationRef {
  id: string;
  workspaceId: string;
}

interface OverduePublication extends PublicationRef {
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Expired publications with deliveries that this process still handles. */
export async function overduePublications(
  store: Store,
  { now, after, limit }: { now: number; after: Pick<OverduePublication, 'expiresAt' | 'id'>; limit: number },
): Promise<OverduePublication[]> {
  // In the order of the index: for an order by id, SQLite would read all publications.
  const rows = await runStatement(
    store,
    `select id, workspace_id, expires_at from publications p
     where ${OPEN} and expires_at <= $1 and (expires_at, id) > ($2, $3) and exists (
       select 1 from publication_deliveries d
       where d.publication_id = p.id and d.status in ('pending', 'waiting', 'sending')
     ) order by expires_at, id limit $4`,
    [timeValue(now), timeValue(after.expiresAt), after.id, limit],
  );
  return rows.map(([id, workspaceId, expiresAt]) => ({
    id: String(id),
    workspaceId: String(workspaceId),
    expiresAt: timeFromDatabase(expiresAt),
  }));
}

const writerOf = (table: string, columns: RecordColumns) =>
  forEachRecord([['id', 'text'], ...columns], (value, source) => {
    const changes = columns.map(([name]) => `${name} = ${value(name)}`).join(', ');
    return `update ${table} as t set ${changes} ${source} where t.id = ${value('id')}`;
  });

const writeDeliveryRecords = writerOf('publication_deliveries', [
  ['status', 'text'],
  ['wait_reason', 'text'],
  ['skip_reason', 'text'],
  ['attempts', 'int'],
  ['next_attempt_at', 'timestamptz'],
  ['parts', 'jsonb'],
  ['reference', 'text'],
  ['error', 'jsonb'],
  ['sent_at', 'timestamptz'],
  ['delivered_at', 'timestamptz'],
  ['read_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['version', 'int'],
]);

export async function writeDeliveries(tx: Store, rows: readonly DeliveryRow[]): Promise<void> {
  await writeDeliveryRecords(
    tx,
    rows.map((row) => ({
      id: row.id,
      status: row.status,
      wait_reason: row.waitReason,
      skip_reason: row.skipReason,
      attempts: row.attempts,
      next_attempt_at: row.nextAttemptAt,
      parts: row.parts,
      reference: row.reference,
      error: row.error,
      sent_at: row.sentAt,
      delivered_at: row.deliveredAt,
      read_at: row.readAt,
      updated_at: row.updatedAt,
      version: row.version + 1,
    })),
  );
}

const writeSettledRecords = writerOf('publications', [
  ['status', 'text'],
  ['status_reason', 'text'],
  ['counters', 'jsonb'],
  ['completed_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
]);

export async function writeSettled(tx: Store, rows: readonly PublicationRow[]): Promise<void> {
  await writeSettledRecords(
    tx,
    rows.map((row) => ({
      id: row.id,
      status: row.status,
      status_reason: row.statusReason,
      counters: row.counters,
      completed_at: row.completedAt,
      updated_at: row.updatedAt,
    })),
  );
}
