import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { workspaceCounter } from '../../access/schema/workspaces';
import { queries, runStatement, type Store, timeValue } from '../../db/database';
import { engine } from '../../db/engine';
import { webhooks } from '../../webhooks/schema';
import { events } from '../schema';

const TAKE = `insert into workspace_counter (workspace_id, last_sequence, webhooks_version) values ($1, $2, 0)
  on conflict (workspace_id) do update set last_sequence = workspace_counter.last_sequence + $2
  returning last_sequence, webhooks_version`;

/**
 * Takes `count` event numbers of the workspace; returns the last one and the version of its webhooks. The row stays
 * locked until the commit.
 */
export async function takeSequences(tx: Store, workspaceId: string, count: number) {
  const [counter] = await runStatement(tx, TAKE, [workspaceId, count]);
  return { last: Number(counter?.[0] ?? count), webhooksVersion: Number(counter?.[1] ?? 0) };
}

/** Makes the next `emit` reload the webhooks. Returns the number of the last event. */
export async function bumpWebhooksVersion(tx: Store, workspaceId: string): Promise<number> {
  const [counter] = await queries(tx)
    .insert(workspaceCounter)
    .values({ workspaceId, webhooksVersion: 1 })
    .onConflictDoUpdate({
      target: workspaceCounter.workspaceId,
      set: { webhooksVersion: sql`${workspaceCounter.webhooksVersion} + 1` },
    })
    .returning({ last: workspaceCounter.lastSequence });
  return counter?.last ?? 0;
}

export async function readWebhooksVersions(
  store: Store,
  workspaceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries(store)
    .select({ id: workspaceCounter.workspaceId, version: workspaceCounter.webhooksVersion })
    .from(workspaceCounter)
    .where(inArray(workspaceCounter.workspaceId, [...workspaceIds]));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Which of these dedupe keys the workspace has used. Requires the lock of `takeSequences`. */
export async function usedDedupeKeys(tx: Store, workspaceId: string, keys: string[]): Promise<Set<string>> {
  const rows = await queries(tx)
    .select({ key: events.dedupeKey })
    .from(events)
    .where(and(eq(events.workspaceId, workspaceId), inArray(events.dedupeKey, keys)));
  return new Set(rows.map(({ key }) => key ?? ''));
}

/** Includes disabled webhooks, for events that are addressed to them. */
export function listSubscribers(tx: Store, workspaceId: string) {
  return queries(tx)
    .select({
      no: webhooks.no,
      id: webhooks.id,
      events: webhooks.events,
      selectors: webhooks.selectors,
      grant: webhooks.grant,
      status: webhooks.status,
    })
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), isNull(webhooks.deletedAt)));
}
export type SubscriberRow = Awaited<ReturnType<typeof listSubscribers>>[number];

const INSERT = `insert into events (id, workspace_id, sequence, type, body, thin_body, dedupe_key, addressed_to,
  requires, cause_run_id, cause_depth, request_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

export async function insertEvents(tx: Store, rows: readonly (typeof events.$inferSelect)[]): Promise<void> {
  // Building a statement costs more than running it, but less than a round trip for each row.
  if (engine === 'postgres' && rows.length > 1)
    return void (await queries(tx)
      .insert(events)
      .values([...rows]));
  for (const row of rows) {
    await runStatement(tx, INSERT, [
      row.id,
      row.workspaceId,
      row.sequence,
      row.type,
      row.body,
      row.thinBody,
      row.dedupeKey,
      row.addressedTo,
      row.requires,
      row.causeRunId,
      row.causeDepth,
      row.requestId,
      timeValue(row.createdAt.getTime()),
    ]);
  }
}

/** Numbers of the oldest event that is kept (undefined without one) and of the newest ever. */
export async function readSequences(store: Store, workspaceId: string) {
  const db = queries(store);
  const [counter] = await db
    .select({ latest: workspaceCounter.lastSequence })
    .from(workspaceCounter)
    .where(eq(workspaceCounter.workspaceId, workspaceId));
  const [first] = await db
    .select({ sequence: events.sequence })
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence))
    .limit(1);
  return { oldest: first?.sequence, latest: counter?.latest ?? 0 };
}
