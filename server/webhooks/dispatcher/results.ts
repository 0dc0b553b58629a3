import type { EventType } from '../../../shared/events/events';
import { newId } from '../../../shared/ids';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { WebhooksRequest } from '../context';
import { webhookEvent } from '../endpoints/webhook-event';
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
import { countResults, lockWebhooks, touchSuccess, updateWebhookRow, type WebhookRow } from '../system/webhooks';
import { deliveriesEnded, deliveriesRetried } from './delivery-handlers';
import { disableFailingWebhook } from './disable';
import { type HealthResult, foldHealth } from './health';
import type { Lane, AttemptOutcome } from './lanes/lane';
import { isSingleAttempt, settleDeleted } from './settle';

export interface Result {
  delivery: ClaimedDelivery;
  outcome: AttemptOutcome;
  attempt: AttemptRow | undefined;
  settlement: Settlement;
  /** The webhook was unhealthy before or is now, so its row must be evaluated. */
  needsHealthCheck: boolean;
  /** The breaker after this result. */
  lane: Pick<Lane, 'openUntil' | 'openReason' | 'openings'>;
}

export type ResultContext = Pick<WebhooksRequest, 'now' | 'config' | 'hub' | 'metrics'>;

export interface Flushed {
  late: number;
  disabled: { no: number; reason: string }[];
}

/**
 * One transaction. Rows are locked in one order (webhooks by number, deliveries, statistics, counters), so that
 * processes cannot deadlock.
 */
export async function writeResults(ctx: ResultContext, tx: Store, found: readonly Result[]): Promise<Flushed> {
  const toCheck = new Set(found.filter((one) => one.needsHealthCheck).map(webhookOf));
  // All webhooks are locked, healthy ones included, since their rows are written too and a later lock would break the
  // order.
  const rows = toCheck.size === 0 ? [] : await lockWebhooks(tx, [...new Set(found.map(webhookOf))]);
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
  const counted = onTime.filter(({ delivery, outcome }) => !isSingleAttempt(delivery) && outcome !== 'uncharged');
  await touchHealthy(
    tx,
    counted.filter((one) => !toCheck.has(webhookOf(one))),
  );
  await writeStatistics(tx, counted);
  const checked = rows.filter(({ no }) => toCheck.has(no));
  const disabled = await writeHealth(ctx, tx, counted, checked, events);
  await events.emit(ctx, tx);

  tx.afterCommit(() => {
    for (const [workspaceId, group] of Map.groupBy(onTime, ({ delivery }) => delivery.workspaceId)) {
      ctx.hub.signal(workspaceId, { topic: 'webhook_delivery', ids: group.map(({ delivery }) => delivery.id) });
    }
  });
  return { late: results.length - onTime.length, disabled };
}

/** Emits events in one order of workspaces, so that counters are locked in that order. */
export function createOutbox() {
  const byWorkspace = new Map<string, NewEvent[]>();
  return {
    add(workspaceId: string, events: readonly NewEvent[]): void {
      if (events.length > 0) byWorkspace.set(workspaceId, [...(byWorkspace.get(workspaceId) ?? []), ...events]);
    },
    async emit(ctx: ResultContext, tx: Store): Promise<void> {
      for (const [workspaceId, events] of [...byWorkspace].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        await emit({ ...ctx, requestId: newId('req') }, scoped(tx, workspaceId), events);
      }
    },
  };
}
type Outbox = ReturnType<typeof createOutbox>;

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

/** No health events for these types: failing webhooks would trigger each other endlessly. */
const OF_HEALTH: ReadonlySet<string> = new Set<EventType>([
  'webhook.degraded',
  'webhook.recovered',
  'webhook.disabled',
]);

/** One row per webhook; also those with only uncounted results whose breaker moved. */
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

    const { health, turns, disable } = foldHealth(row, group.map(healthResult));
    const { openUntil, openReason, openings } = last.lane;
    const change = { openUntil: openUntil === null ? null : new Date(openUntil), openReason, openings };
    const after: WebhookRow = { ...row, ...pick(health), ...change };
    await updateWebhookRow(tx, no, { ...pick(health), ...change });

    const now = ctx.now();
    const isReported = group.some(({ delivery }) => !OF_HEALTH.has(delivery.eventType));
    events.add(
      row.workspaceId,
      (isReported ? turns : []).map((turn) => webhookEvent(`webhook.${turn}`, after, now)),
    );
    if (disable !== undefined && row.status !== 'disabled' && row.deletedAt === null) {
      disabled.push({ no, reason: disable });
      events.add(row.workspaceId, await disableFailingWebhook(tx, after, disable, now));
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

/** Only the columns of health: other columns may have changed meanwhile. */
const pick = (health: ReturnType<typeof foldHealth>['health']) => ({
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
