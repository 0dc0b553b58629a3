import { eq, inArray } from 'drizzle-orm';

import type { AttemptCode, CancelReason } from '../../../shared/webhooks/deliveries';
import { queries, runStatement, type Store, timeValue, type Value } from '../../db/database';
import { engine } from '../../db/engine';
import { webhookAttempts, webhookDeliveries } from '../schema';

export type AttemptRow = typeof webhookAttempts.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export interface Settlement {
  no: number;
  /** As claimed: a delivery that was retried elsewhere is not touched. */
  attempts: number;
  owner: string;
  state: 0 | 2 | 3 | 4;
  nextAt: number;
  uncounted: number;
  interruptions: number;
  /** Of the last attempt; null without one. */
  code: AttemptCode | null;
  status: number | null;
  at: number | null;
  completedAt: number | null;
  cancelReason: CancelReason | null;
}

// A success counts whoever holds the lease, since the receiver has the event.
const HELD = `no = $1 and attempts = $2 and ((state = 1 and lease_owner = $3) or ($4 = 2 and state in (0, 1)))`;
const SET = `set state = $4, next_at = $5, uncounted = $6, interruptions = $7, last_code = $8, last_status = $9,
  last_at = $10, completed_at = $11, cancel_reason = $12, lease_owner = null, lease_until = null`;
const SETTLE = `update webhook_deliveries ${SET} where ${HELD} returning no`;

const SETTLE_MANY = `update webhook_deliveries d set state = r.state, next_at = r.next_at, uncounted = r.uncounted,
    interruptions = r.interruptions, last_code = r.code, last_status = r.status, last_at = r.at,
    completed_at = r.completed_at, cancel_reason = r.cancel_reason, lease_owner = null, lease_until = null
  from jsonb_to_recordset($1::text::jsonb) as r(no bigint, attempts int, owner text, state int, next_at timestamptz,
    uncounted int, interruptions int, code text, status int, at timestamptz, completed_at timestamptz,
    cancel_reason text)
  where d.no = r.no and d.attempts = r.attempts
    and ((d.state = 1 and d.lease_owner = r.owner) or (r.state = 2 and d.state in (0, 1)))
  returning d.no`;

const optionalTime = (time: number | null): Value => (time === null ? null : timeValue(time));

/** Writes results. Returns the numbers of the deliveries that were still as claimed. */
export async function settleDeliveries(tx: Store, settlements: readonly Settlement[]): Promise<Set<number>> {
  if (engine === 'postgres') {
    const records = settlements.map((one) => ({
      ...one,
      next_at: timeValue(one.nextAt),
      at: optionalTime(one.at),
      completed_at: optionalTime(one.completedAt),
      cancel_reason: one.cancelReason,
    }));
    const rows = await runStatement(tx, SETTLE_MANY, [JSON.stringify(records)]);
    return new Set(rows.map(([no]) => Number(no)));
  }

  const settled = new Set<number>();
  for (const one of settlements) {
    const rows = await runStatement(tx, SETTLE, [
      one.no,
      one.attempts,
      one.owner,
      one.state,
      timeValue(one.nextAt),
      one.uncounted,
      one.interruptions,
      one.code,
      one.status,
      optionalTime(one.at),
      optionalTime(one.completedAt),
      one.cancelReason,
    ]);
    if (rows.length > 0) settled.add(one.no);
  }
  return settled;
}

const COLUMNS = [
  ['workspace_id', 'text'],
  ['delivery_no', 'bigint'],
  ['number', 'int'],
  ['started_at', 'timestamptz'],
  ['code', 'text'],
  ['detail', 'text'],
  ['status', 'int'],
  ['dns_ms', 'int'],
  ['connect_ms', 'int'],
  ['tls_ms', 'int'],
  ['first_byte_ms', 'int'],
  ['total_ms', 'int'],
  ['remote_ip', 'text'],
  ['flags', 'jsonb'],
  ['retry_after_seconds', 'int'],
  ['url', 'text'],
  ['request_headers', 'jsonb'],
  ['request_body', 'text'],
  ['response_headers', 'jsonb'],
  ['response_body', 'text'],
  ['response_bytes', 'bigint'],
] as const;
const NAMES = COLUMNS.map(([name]) => name);

/** Deleting a workspace deletes its deliveries; nothing more is logged for them. */
const EXISTS = 'exists (select 1 from webhook_deliveries d where d.no = ';
/** Another process recorded the attempt as interrupted; this is its real result. */
const CONFLICT = `on conflict (delivery_no, number) do update set ${NAMES.filter(
  (name) => name !== 'delivery_no' && name !== 'number',
)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')} where webhook_attempts.code = 'interrupted'`;

const LOG_ONE = `insert into webhook_attempts (${NAMES.join(', ')})
  select ${NAMES.map((_, index) => `$${index + 1}`).join(', ')} where ${EXISTS} $2) ${CONFLICT}`;
const LOG_MANY = `insert into webhook_attempts (${NAMES.join(', ')})
  select ${NAMES.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($1::text::jsonb) as r(${COLUMNS.map((column) => column.join(' ')).join(', ')})
  where ${EXISTS} r.delivery_no) ${CONFLICT}`;

/** Logs attempts. Texts must not contain NUL, which PostgreSQL does not store. */
export async function logAttempts(tx: Store, attempts: readonly AttemptRow[]): Promise<void> {
  if (engine === 'postgres') {
    await runStatement(tx, LOG_MANY, [JSON.stringify(attempts.map(recordOf))]);
    return;
  }
  for (const attempt of attempts) {
    const record = recordOf(attempt);
    await runStatement(
      tx,
      LOG_ONE,
      NAMES.map((name) => {
        const value = record[name];
        if (value instanceof Date) return value.getTime();
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      }),
    );
  }
}

const recordOf = (row: AttemptRow) => ({
  workspace_id: row.workspaceId,
  delivery_no: row.deliveryNo,
  number: row.number,
  started_at: row.startedAt,
  code: row.code,
  detail: row.detail,
  status: row.status,
  dns_ms: row.dnsMs,
  connect_ms: row.connectMs,
  tls_ms: row.tlsMs,
  first_byte_ms: row.firstByteMs,
  total_ms: row.totalMs,
  remote_ip: row.remoteIp,
  flags: row.flags,
  retry_after_seconds: row.retryAfterSeconds,
  url: row.url,
  request_headers: row.requestHeaders,
  request_body: row.requestBody,
  response_headers: row.responseHeaders,
  response_body: row.responseBody,
  response_bytes: row.responseBytes,
});

/** Completes other waiting or failed deliveries of an event that reached the webhook, except those in flight. */
export async function completeOthers(
  tx: Store,
  done: { webhookNo: number; eventSequence: number; eventId: string; exceptNo: number; at: number },
): Promise<DeliveryRow[]> {
  const rows = await runStatement(
    tx,
    `update webhook_deliveries set state = 2, completed_at = $5
     where webhook_no = $1 and event_sequence = $2 and event_id = $3 and no <> $4 and state in (0, 3) returning no`,
    [done.webhookNo, done.eventSequence, done.eventId, done.exceptNo, timeValue(done.at)],
  );
  return rows.length === 0
    ? []
    : readDeliveries(
        tx,
        rows.map(([no]) => Number(no)),
      );
}

export const readDeliveries = (store: Store, nos: readonly number[]): Promise<DeliveryRow[]> =>
  queries(store)
    .select()
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.no, [...nos]));

export async function insertDelivery(
  tx: Store,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<DeliveryRow | undefined> {
  const [inserted] = await queries(tx).insert(webhookDeliveries).values(row).returning();
  return inserted;
}

export async function readAttempt(store: Store, deliveryNo: number): Promise<AttemptRow | undefined> {
  const [row] = await queries(store)
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryNo, deliveryNo))
    .limit(1);
  return row;
}
