import { and, asc, eq, inArray, isNull, lte, ne } from 'drizzle-orm';

import { HOUR_MS } from '../../../shared/durations';
import { chunked } from '../../chunked';
import { forUpdate, queries, runStatement, type Store, timeValue } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import { webhooks, type WebhookRow } from '../schema';

interface SendState {
  no: number;
  version: number;
  canSend: boolean;
}

/** Read before each claim, so it selects as little as possible. */
export async function readSendStates(tx: Store, nos: readonly number[]): Promise<SendState[]> {
  const parameters = placeholders(nos);
  const rows = await runStatement(
    tx,
    `select w.no, w.version, w.status, w.deleted_at, s.state from webhooks w
     join workspaces s on s.id = w.workspace_id where w.no in (${parameters})`,
    nos,
  );
  return rows.map(([no, version, status, deletedAt, state]) => ({
    no: Number(no),
    version: Number(version),
    canSend: status === 'active' && deletedAt === null && state === 'active',
  }));
}

/** Databases limit the values of one statement. */
const STATES_PER_QUERY = 500;

export async function filterSendable(store: Store, nos: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const some of chunked(nos, STATES_PER_QUERY)) {
    const heads = await readSendStates(store, some);
    found.push(...heads.filter(({ canSend }) => canSend).map(({ no }) => no));
  }
  return found;
}

export function readWebhooks(store: Store, nos: readonly number[]): Promise<WebhookRow[]> {
  return queries(store)
    .select()
    .from(webhooks)
    .where(inArray(webhooks.no, [...nos]));
}

/** In one order, so that transactions cannot deadlock. */
export async function lockWebhooks(tx: Store, nos: readonly number[]): Promise<WebhookRow[]> {
  const query = queries(tx)
    .select()
    .from(webhooks)
    .where(inArray(webhooks.no, [...nos]))
    .orderBy(asc(webhooks.no));
  return forUpdate(query);
}

export async function updateWebhookRow(tx: Store, no: number, set: Partial<WebhookRow>): Promise<void> {
  await queries(tx).update(webhooks).set(set).where(eq(webhooks.no, no));
}

const UPDATE_LAST_SUCCESS = `update webhooks set last_success_at = $2 where no = $1`;

/** The frequent, cheap case: a healthy webhook with only successes. */
export async function recordSuccess(tx: Store, no: number, at: Date): Promise<void> {
  await runStatement(tx, UPDATE_LAST_SUCCESS, [no, timeValue(at.getTime())]);
}

export async function addToStats(
  tx: Store,
  entry: { workspaceId: string; webhookNo: number; at: number; succeeded: number; failed: number; totalMs: number },
): Promise<void> {
  await runStatement(
    tx,
    `insert into webhook_stats (workspace_id, webhook_no, hour, succeeded, failed, total_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (webhook_no, hour) do update set succeeded = webhook_stats.succeeded + excluded.succeeded,
       failed = webhook_stats.failed + excluded.failed, total_ms = webhook_stats.total_ms + excluded.total_ms`,
    [
      entry.workspaceId,
      entry.webhookNo,
      timeValue(Math.floor(entry.at / HOUR_MS) * HOUR_MS),
      entry.succeeded,
      entry.failed,
      Math.round(entry.totalMs),
    ],
  );
}

export function listExpired(store: Store, now: Date, limit: number) {
  return queries(store)
    .select({ no: webhooks.no })
    .from(webhooks)
    .where(and(lte(webhooks.expiresAt, now), ne(webhooks.status, 'disabled'), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.no))
    .limit(limit);
}

export function listFailing(store: Store, before: Date, limit: number) {
  return queries(store)
    .select({ no: webhooks.no })
    .from(webhooks)
    .where(and(lte(webhooks.failingSinceAt, before), eq(webhooks.status, 'active'), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.no))
    .limit(limit);
}

export async function keysWithWebhooks(store: Store, keyIds: readonly string[]): Promise<string[]> {
  if (keyIds.length === 0) return [];
  const rows = await runStatement(
    store,
    `select distinct created_by ->> 'key_id' from webhooks
     where deleted_at is null and created_by ->> 'key_id' in (${placeholders(keyIds)})`,
    keyIds,
  );
  return rows.map(([id]) => String(id));
}
