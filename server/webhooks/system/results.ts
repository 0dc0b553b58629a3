import { eq, inArray } from 'drizzle-orm';

import { queries, runStatement, type Store, timeValue, type Value } from '../../db/database';
import { forEachRecord, insertOf } from '../../db/records';
import { type DELIVERY_STATE, webhookAttempts, webhookDeliveries } from '../schema';

export type AttemptRow = typeof webhookAttempts.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** `attempts` is as claimed: a delivery that was retried elsewhere is not touched. */
export interface Settlement extends Pick<
  DeliveryRow,
  'no' | 'attempts' | 'uncounted' | 'interruptions' | 'cancelReason'
> {
  owner: string;
  state: (typeof DELIVERY_STATE)['pending' | 'succeeded' | 'exhausted' | 'canceled'];
  nextAt: number;
  /** Of the last attempt; null without one. */
  code: DeliveryRow['lastCode'];
  status: DeliveryRow['lastStatus'];
  at: number | null;
  completedAt: number | null;
}

const SETTLEMENT_COLUMNS = [
  ['no', 'bigint'],
  ['attempts', 'int'],
  ['owner', 'text'],
  ['state', 'int'],
  ['next_at', 'timestamptz'],
  ['uncounted', 'int'],
  ['interruptions', 'int'],
  ['code', 'text'],
  ['status', 'int'],
  ['at', 'timestamptz'],
  ['completed_at', 'timestamptz'],
  ['cancel_reason', 'text'],
] as const;

/** A success counts even if another process has the lease, since the receiver has the event. */
const settleRecords = forEachRecord(
  SETTLEMENT_COLUMNS,
  (value, source) => `update webhook_deliveries set state = ${value('state')}, next_at = ${value('next_at')},
    uncounted = ${value('uncounted')}, interruptions = ${value('interruptions')}, last_code = ${value('code')},
    last_status = ${value('status')}, last_at = ${value('at')}, completed_at = ${value('completed_at')},
    cancel_reason = ${value('cancel_reason')}, lease_owner = null, lease_until = null ${source}
  where webhook_deliveries.no = ${value('no')} and webhook_deliveries.attempts = ${value('attempts')} and (
    (webhook_deliveries.state = 1 and webhook_deliveries.lease_owner = ${value('owner')})
    or (${value('state')} = 2 and webhook_deliveries.state in (0, 1)))
  returning webhook_deliveries.no`,
);

const optionalTime = (time: number | null): Value => (time === null ? null : timeValue(time));

/** Returns the numbers of the deliveries that were still as claimed. */
export async function settleDeliveries(tx: Store, settlements: readonly Settlement[]): Promise<Set<number>> {
  const rows = await settleRecords(
    tx,
    settlements.map(({ nextAt, completedAt, cancelReason, at, ...rest }) => ({
      ...rest,
      next_at: timeValue(nextAt),
      at: optionalTime(at),
      completed_at: optionalTime(completedAt),
      cancel_reason: cancelReason,
    })),
  );
  return new Set(rows.map(([no]) => Number(no)));
}

const ATTEMPT_COLUMNS = [
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
/** Another process recorded the attempt as interrupted; this is its real result. */
const CONFLICT = `on conflict (delivery_no, number) do update set ${ATTEMPT_COLUMNS.filter(
  ([name]) => name !== 'delivery_no' && name !== 'number',
)
  .map(([name]) => `${name} = excluded.${name}`)
  .join(', ')} where webhook_attempts.code = 'interrupted'`;

/** Deleting a workspace deletes its deliveries; nothing more is logged for them. */
const logRecords = forEachRecord(
  ATTEMPT_COLUMNS,
  (value, source) => `${insertOf('webhook_attempts', ATTEMPT_COLUMNS, value)} ${source}
    where exists (select 1 from webhook_deliveries d where d.no = ${value('delivery_no')}) ${CONFLICT}`,
);

/** Texts must not contain NUL, which PostgreSQL does not store. */
export async function logAttempts(tx: Store, attempts: readonly AttemptRow[]): Promise<void> {
  await logRecords(tx, attempts.map(recordOf));
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

/** Deliveries in flight stay. */
export async function completeOtherDeliveries(
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
