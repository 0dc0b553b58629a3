import type { EventType } from '../../../shared/events/events';
import { newId } from '../../../shared/ids';
import type { Store } from '../../db/database';
import { emit, type NewEvent } from '../../events/emit';
import type { WebhooksRequest } from '../context';
import { webhookEvent } from '../endpoints/tell';
import { DELIVERY_STATE } from '../schema';
import type { ClaimedDelivery } from '../system/deliveries';
import {
  type AttemptRow,
  completeOthers,
  logAttempts,
  readDeliveries,
  settleDeliveries,
  type Settlement,
} from '../system/results';
import { countResults, lockWebhooks, touchSuccess, updateWebhook, type WebhookRow } from '../system/webhooks';
import { disableWebhook } from './disable';
import { type HealthResult, judge } from './health';
import type { Lane, Outcome } from './lanes/lane';
import { isOnce, settleDeleted } from './settle';
import { deliveriesEnded, deliveriesRetried } from './sinks';

/** One attempt with all that follows from it, on its way to the database. */
export interface Result {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  /** Undefined when there was nothing to send. */
  attempt: AttemptRow | undefined;
  settlement: Settlement;
  /** The webhook was not healthy before, or is not now: its row has to be judged anew. */
  needsVerdict: boolean;
  /** The breaker as this result left it. */
  lane: Pick<Lane, 'openUntil' | 'openReason' | 'openings'>;
}

export type ResultContext = Pick<WebhooksRequest, 'now' | 'config' | 'hub' | 'metrics'>;

/** What became of a flush, for figures and for whoever waits. */
export interface Flushed {
  late: number;
  disabled: { no: number; reason: string }[];
}

/**
 * Writes results in one transaction: deliveries, attempts, health and statistics of their webhooks, and the events that
 * follow. Rows are taken in one order everywhere: webhooks, deliveries, statistics, counters of workspaces, and among
 * webhooks by number: two processes that both have results of the same webhooks never wait for each other.
 */
export async function writeResults(ctx: ResultContext, tx: Store, found: readonly Result[]): Promise<Flushed> {
  const verdicts = new Set(found.filter((one) => one.needsVerdict).map(webhookOf));
  // All of them, though the rest is healthy: its rows are written too, and no later row may be held before.
  const rows = verdicts.size === 0 ? [] : await lockWebhooks(tx, [...new Set(found.map(webhookOf))]);
  const deleted = new Set(rows.filter(({ deletedAt }) => deletedAt !== null).map(({ no }) => no));
  const results = found
    .map((one) => (deleted.has(webhookOf(one)) ? { ...one, settlement: settleDeleted(one.settlement) } : one))
    .toSorted((a, b) => webhookOf(a) - webhookOf(b));

  const settled = await settleDeliveries(
    tx,
    results.map(({ settlement }) => settlement),
  );
  const onTime = results.filter(({ delivery }) => settled.has(delivery.no));
  await logAttempts(
    tx,
    results.flatMap(({ attempt, delivery }) => {
      if (attempt === undefined) return [];
      return settled.has(delivery.no) ? attempt : { ...attempt, flags: { ...attempt.flags, late: true as const } };
    }),
  );

  const events = createOutbox();
  await endDeliveries(tx, onTime, events);
  const counted = onTime.filter(({ delivery, outcome }) => !isOnce(delivery) && outcome !== 'uncharged');
  await touchHealthy(
    tx,
    counted.filter((one) => !verdicts.has(webhookOf(one))),
  );
  await writeStatistics(tx, counted);
  const judged = rows.filter(({ no }) => verdicts.has(no));
  const disabled = await writeHealth(ctx, tx, counted, judged, events);
  await events.emit(ctx, tx);

  tx.afterCommit(() => {
    for (const [workspaceId, group] of Map.groupBy(onTime, ({ delivery }) => delivery.workspaceId)) {
      ctx.hub.signal(workspaceId, { topic: 'webhook_delivery', ids: group.map(({ delivery }) => delivery.id) });
    }
  });
  return { late: results.length - onTime.length, disabled };
}

/** Events by workspace, emitted in one order of the workspaces: whoever holds several counters takes them so. */
export function createOutbox() {
  const byWorkspace = new Map<string, NewEvent[]>();
  return {
    add(workspaceId: string, events: readonly NewEvent[]): void {
      if (events.length > 0) byWorkspace.set(workspaceId, [...(byWorkspace.get(workspaceId) ?? []), ...events]);
    },
    async emit(ctx: ResultContext, tx: Store): Promise<void> {
      for (const [workspaceId, events] of [...byWorkspace].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        await emit({ ...ctx, requestId: newId('req') }, tx, workspaceId, events);
      }
    },
  };
}
type Outbox = ReturnType<typeof createOutbox>;

/** What a repeated delivery completes besides itself, and what waits for word of addressed ones. */
async function endDeliveries(tx: Store, results: readonly Result[], events: Outbox): Promise<void> {
  for (const { delivery, outcome, settlement } of results) {
    if (outcome !== 'success' || (delivery.trigger !== 'resend' && delivery.trigger !== 'replay')) continue;
    const { webhookNo, eventSequence, eventId, no } = delivery;
    const others = { webhookNo, eventSequence, eventId, exceptNo: no, at: timeOf(settlement) };
    events.add(delivery.workspaceId, await deliveriesEnded(tx, await completeOthers(tx, others)));
  }
  const addressed = results.filter(({ delivery }) => delivery.addressed);
  const groups = Map.groupBy(addressed, ({ delivery }) => delivery.workspaceId);
  for (const [workspaceId, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const rows = await readDeliveries(
      tx,
      group.map(({ delivery }) => delivery.no),
    );
    events.add(
      workspaceId,
      await deliveriesEnded(
        tx,
        rows.filter((row) => !isOpen(row)),
      ),
    );
    events.add(workspaceId, await deliveriesRetried(tx, rows.filter(isOpen)));
  }
}

/** Webhooks that had none but successes. */
async function touchHealthy(tx: Store, results: readonly Result[]): Promise<void> {
  for (const [no, group] of Map.groupBy(results, webhookOf)) {
    const last = group.at(-1);
    if (last) await touchSuccess(tx, no, new Date(timeOf(last.settlement)));
  }
}

async function writeStatistics(tx: Store, results: readonly Result[]): Promise<void> {
  for (const [webhookNo, group] of Map.groupBy(results, webhookOf)) {
    const [first] = group;
    if (!first) continue;
    const succeeded = group.filter(({ outcome }) => outcome === 'success').length;
    await countResults(tx, {
      workspaceId: first.delivery.workspaceId,
      webhookNo,
      at: timeOf(first.settlement),
      succeeded,
      failed: group.length - succeeded,
      totalMs: group.reduce((sum, { attempt }) => sum + (attempt?.totalMs ?? 0), 0),
    });
  }
}

/** Deliveries of these turn no further ones: webhooks that fail and recover would feed each other without end. */
const OF_HEALTH: ReadonlySet<string> = new Set<EventType>([
  'webhook.degraded',
  'webhook.recovered',
  'webhook.disabled',
]);

/** One row a webhook; also of those whose only results were uncharged, if their breaker moved. */
async function writeHealth(
  ctx: ResultContext,
  tx: Store,
  results: readonly Result[],
  rows: readonly WebhookRow[],
  events: Outbox,
): Promise<Flushed['disabled']> {
  const known = new Map(rows.map((row) => [row.no, row]));
  const disabled: Flushed['disabled'] = [];
  for (const [no, group] of Map.groupBy(results, webhookOf)) {
    const row = known.get(no);
    const last = group.at(-1);
    if (!row || !last) continue;

    const { health, turns, disable } = judge(row, group.map(healthResult));
    const { openUntil, openReason, openings } = last.lane;
    const change = { openUntil: openUntil === null ? null : new Date(openUntil), openReason, openings };
    const after: WebhookRow = { ...row, ...pick(health), ...change };
    await updateWebhook(tx, no, { ...pick(health), ...change });

    const now = ctx.now();
    const tells = group.some(({ delivery }) => !OF_HEALTH.has(delivery.eventType));
    events.add(
      row.workspaceId,
      (tells ? turns : []).map((turn) => webhookEvent(`webhook.${turn}`, after, now)),
    );
    if (disable !== undefined && row.status !== 'disabled' && row.deletedAt === null) {
      disabled.push({ no, reason: disable });
      events.add(row.workspaceId, await disableWebhook(tx, after, disable, now));
    }
  }
  return disabled;
}

const isOpen = ({ state }: { state: number }): boolean => state === DELIVERY_STATE.pending;
const webhookOf = ({ delivery }: Result): number => delivery.webhookNo;
const timeOf = ({ at, nextAt }: Settlement): number => at ?? nextAt;

const healthResult = ({ outcome, settlement }: Result): HealthResult => ({
  outcome,
  code: settlement.code ?? 'interrupted',
  status: settlement.status,
  at: new Date(timeOf(settlement)),
  isExhausted: settlement.state === 3,
});

/** The columns of health alone: what else stands in the row may have changed meanwhile. */
const pick = (health: ReturnType<typeof judge>['health']) => ({
  consecutiveFailures: health.consecutiveFailures,
  consecutiveExhausted: health.consecutiveExhausted,
  consecutiveBlocked: health.consecutiveBlocked,
  failingSinceAt: health.failingSinceAt,
  runFailures: health.runFailures,
  lastSuccessAt: health.lastSuccessAt,
  lastFailureAt: health.lastFailureAt,
  lastFailureCode: health.lastFailureCode,
  lastFailureStatus: health.lastFailureStatus,
  degradedAt: health.degradedAt,
});
