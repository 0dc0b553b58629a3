import type { WaitingReason } from '../../../shared/automation/publication-states';
import { runStatement, type Store, timeOf, timeValue, type Value } from '../../db/database';
import { engine } from '../../db/engine';
import type { publicationDeliveries, publications } from '../schema/publications';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const WAITING = "status in ('pending', 'waiting')";
const OPEN = "status in ('scheduled', 'queued', 'publishing', 'paused')";
const SKIP_LOCKED = engine === 'postgres' ? ' for no key update skip locked' : '';

type DeliveryRow = typeof publicationDeliveries.$inferSelect;
type PublicationRow = typeof publications.$inferSelect;

/** Queues due publications, the earliest first. Returns how many. */
export async function queueDue(store: Store, now: number, limit: number): Promise<number> {
  const rows = await runStatement(
    store,
    `update publications set status = 'queued', updated_at = $1 where id in (
       select id from publications where status = 'scheduled' and due_at <= $1 order by due_at limit $2${SKIP_LOCKED}
     ) returning id`,
    [timeValue(now), limit],
  );
  return rows.length;
}

/**
 * Like `queueDue`, for publications that the transaction has locked, so that none waits behind the backlog of others.
 */
export async function queueDueOf(tx: Store, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await runStatement(
    tx,
    `update publications set status = 'queued', updated_at = $1
     where id in (${places(ids, 2)}) and status = 'scheduled' and due_at <= $1`,
    [timeValue(now), ...ids],
  );
}

export interface Lane {
  workspaceId: string;
  channel: string;
  containerId: string;
}

export interface WaitingLane extends Lane {
  dueAt: number;
}

/** A loose index scan: one step for each container. */
const LANES = `with recursive t(k) as (
    select min(container_id) from publication_deliveries where channel = $1 and container_id > $2 and ${WAITING}
    union all
    select (select min(container_id) from publication_deliveries
      where channel = $1 and container_id > t.k and ${WAITING}) from t where t.k is not null
  )
  select t.k, d.workspace_id, d.next_attempt_at from t join publication_deliveries d on d.id = (
    select id from publication_deliveries where channel = $1 and container_id = t.k and ${WAITING}
      and next_attempt_at is not null order by next_attempt_at limit 1
  ) where t.k is not null limit $3`;

/** A page of the containers of a channel with waiting deliveries, in order. */
export async function waitingLanes(
  store: Store,
  { channel, after, limit }: { channel: string; after: string; limit: number },
): Promise<WaitingLane[]> {
  const rows = await runStatement(store, LANES, [channel, after, limit]);
  return rows.map(([containerId, workspaceId, dueAt]) => ({
    workspaceId: String(workspaceId),
    channel,
    containerId: String(containerId),
    dueAt: timeOf(dueAt),
  }));
}

/** True for the one transaction that may publish to a lane now, until it ends. */
export async function takeLane(tx: Store, { channel, containerId }: Lane): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const [row] = await runStatement(tx, "select pg_try_advisory_xact_lock(hashtextextended('pub:' || $1, 0))", [
    `${channel} ${containerId}`,
  ]);
  return row?.[0] === true;
}

export async function dueDeliveries(
  tx: Store,
  { workspaceId, channel, containerId }: Lane,
  { now, limit }: { now: number; limit: number },
): Promise<{ id: string; publicationId: string }[]> {
  const rows = await runStatement(
    tx,
    `select id, publication_id from publication_deliveries
     where channel = $1 and container_id = $2 and ${WAITING} and next_attempt_at <= $3 and workspace_id = $4
     order by next_attempt_at, id limit $5`,
    [channel, containerId, timeValue(now), workspaceId, limit],
  );
  return rows.map(([id, publicationId]) => ({ id: String(id), publicationId: String(publicationId) }));
}

const places = (values: readonly unknown[], from: number): string =>
  values.map((_, index) => `$${index + from}`).join(', ');

/** Locks publications in one order and before their deliveries, so that transactions cannot deadlock. */
export async function lockPublications(tx: Store, ids: readonly string[]): Promise<void> {
  if (engine !== 'postgres' || ids.length === 0) return;
  await runStatement(
    tx,
    `select id from publications where id in (${places(ids, 1)}) order by id for no key update`,
    ids,
  );
}

export async function lockPublicationsBehind(tx: Store, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (engine !== 'postgres' || ids.length === 0) return;
  const rows = await runStatement(
    tx,
    `select distinct publication_id from publication_deliveries where workspace_id = $1 and id in (${places(ids, 2)})`,
    [workspaceId, ...ids],
  );
  await lockPublications(tx, rows.map(([id]) => String(id)).toSorted());
}

/** Sets the reason why the due deliveries of a lane wait. Returns their publications. */
export async function holdLane(
  tx: Store,
  { workspaceId, channel, containerId }: Lane,
  { now, until, reason, limit }: { now: number; until: number; reason: WaitingReason; limit: number },
): Promise<string[]> {
  const rows = await runStatement(
    tx,
    `update publication_deliveries set status = 'waiting', waiting_reason = $1, next_attempt_at = $2, updated_at = $3
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
  ['lost', `select min(lease_until) from publication_deliveries where status = 'sending'`],
] as const;

/** When the next publication begins, the next one expires, and the next provider has taken too long. */
export async function nextTimes(store: Store): Promise<{ lane: string; at: number }[]> {
  const times: { lane: string; at: number }[] = [];
  for (const [lane, text] of NEXT) {
    const [row] = await runStatement(store, text, []);
    if (row?.[0] !== null && row?.[0] !== undefined) times.push({ lane, at: timeOf(row[0]) });
  }
  return times;
}

export interface PublicationRef {
  id: string;
  workspaceId: string;
}

export interface OverduePublication extends PublicationRef {
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** A page of the publications that expired while this process still handles deliveries of them. */
export async function overduePublications(
  store: Store,
  { now, after, limit }: { now: number; after: Pick<OverduePublication, 'expiresAt' | 'id'>; limit: number },
): Promise<OverduePublication[]> {
  // In the order of the index: ordered by id, SQLite would read all publications.
  const rows = await runStatement(
    store,
    `select id, workspace_id, expires_at from publications p
     where ${OPEN} and expires_at <= $1 and (expires_at, id) > ($2, $3) and exists (
       select 1 from publication_deliveries d
       where d.publication_id = p.id and d.status in ('pending', 'waiting', 'sending') and d.lease_until is null
     ) order by expires_at, id limit $4`,
    [timeValue(now), timeValue(after.expiresAt), after.id, limit],
  );
  return rows.map(([id, workspaceId, expiresAt]) => ({
    id: String(id),
    workspaceId: String(workspaceId),
    expiresAt: timeOf(expiresAt),
  }));
}

/** Deliveries whose provider was called by a process that has ended or did not report a result. */
export async function lostDeliveries(store: Store, now: number, limit: number): Promise<PublicationRef[]> {
  const rows = await runStatement(
    store,
    `select id, workspace_id from publication_deliveries where status = 'sending' and lease_until <= $1
     order by lease_until limit $2`,
    [timeValue(now), limit],
  );
  return rows.map(([id, workspaceId]) => ({ id: String(id), workspaceId: String(workspaceId) }));
}

type Columns = readonly (readonly [name: string, type: string])[];
type Recorded = Record<string, unknown> & { id: string };

function writerOf(table: string, columns: Columns) {
  const names = columns.map(([name]) => name);
  const one = `update ${table} set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}`;
  const many = `update ${table} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_to_recordset($1::text::jsonb) as r(id text, ${columns.map((column) => column.join(' ')).join(', ')})
    where t.id = r.id`;
  return async (tx: Store, records: readonly Recorded[]): Promise<void> => {
    if (engine === 'postgres') {
      if (records.length > 0) await runStatement(tx, many, [JSON.stringify(records)]);
      return;
    }
    for (const record of records) {
      await runStatement(tx, `${one} where id = $1`, [record.id, ...names.map((name) => valueOf(record[name]))]);
    }
  };
}

function valueOf(value: unknown): Value {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
}

const writeDeliveryRecords = writerOf('publication_deliveries', [
  ['status', 'text'],
  ['waiting_reason', 'text'],
  ['skip_reason', 'text'],
  ['attempts', 'int'],
  ['next_attempt_at', 'timestamptz'],
  ['lease_owner', 'text'],
  ['lease_until', 'timestamptz'],
  ['parts', 'jsonb'],
  ['reference', 'text'],
  ['error', 'jsonb'],
  ['sent_at', 'timestamptz'],
  ['delivered_at', 'timestamptz'],
  ['read_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['version', 'int'],
]);

export const writeDeliveries = (tx: Store, rows: readonly DeliveryRow[]): Promise<void> =>
  writeDeliveryRecords(
    tx,
    rows.map((row) => ({
      id: row.id,
      status: row.status,
      waiting_reason: row.waitingReason,
      skip_reason: row.skipReason,
      attempts: row.attempts,
      next_attempt_at: row.nextAttemptAt,
      lease_owner: row.leaseOwner,
      lease_until: row.leaseUntil,
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

const writeSettledRecords = writerOf('publications', [
  ['status', 'text'],
  ['status_reason', 'text'],
  ['counters', 'jsonb'],
  ['finished_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
]);

export const writeSettled = (tx: Store, rows: readonly PublicationRow[]): Promise<void> =>
  writeSettledRecords(
    tx,
    rows.map((row) => ({
      id: row.id,
      status: row.status,
      status_reason: row.statusReason,
      counters: row.counters,
      finished_at: row.finishedAt,
      updated_at: row.updatedAt,
    })),
  );
