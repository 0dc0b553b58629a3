import type { EventType } from '../../../shared/events/events';
import type { Store } from '../../db/database';
import { webhookEvent } from '../endpoints/webhook-event';
import { DELIVERY_STATE, type WebhookRow } from '../schema';
import type { ClaimedDelivery } from '../system/deliveries';
import {
  type AttemptRow,
  completeOtherDeliveries,
  logAttempts,
  readDeliveries,
  settleDeliveries,
  type Settlement,
} from '../system/results';
import { addToStats, lockWebhooks, recordSuccess, updateWebhookRow } from '../system/webhooks';
import { callFinalHandlers, callRetriedHandlers } from './delivery-handlers';
import { disableFailingWebhook } from './disable';
import { createEventOutbox, type EventOutbox, type ResultContext } from './event-outbox';
import { type HealthResult, updateHealth } from './health';
import type { Lane, ResultClass } from './lanes/lane';
import { isSingleAttempt, settleDeleted } from './settlement';

export interface DeliveryResult {
  delivery: ClaimedDelivery;
  resultClass: ResultClass;
  attempt: AttemptRow | undefined;
  settlement: Settlement;
  /** The webhook was unhealthy before or is now, so its row must be evaluated. */
  needsHealthCheck: boolean;
  lane: Pick<Lane, 'openUntil' | 'openReason' | 'openings'>;
}

export interface FlushResult {
  late: number;
  disabled: { no: number; reason: string }[];
}

/** One transaction. Locks webhooks by number, deliveries, statistics, counters, in this order, against deadlocks. */
export async function writeResults(
  ctx: ResultContext,
  tx: Store,
  found: readonly DeliveryResult[],
): Promise<FlushResult> {
  const toCheck = new Set(found.filter((one) => one.needsHealthCheck).map(webhookNoOf));
  // Healthy webhooks are locked too: their rows are written, and a later lock would break the order.
  const rows = toCheck.size === 0 ? [] : await lockWebhooks(tx, [...new Set(found.map(webhookNoOf))]);
  const deleted = new Set(rows.filter(({ deletedAt }) => deletedAt !== null).map(({ no }) => no));
  const results = found
    .map((one) => (deleted.has(webhookNoOf(one)) ? { ...one, settlement: settleDeleted(one.settlement) } : one))
    .toSorted((a, b) => webhookNoOf(a) - webhookNoOf(b));

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

  const events = createEventOutbox();
  await endDeliveries(tx, onTime, events);
  const counted = onTime.filter(
    ({ delivery, resultClass }) => !isSingleAttempt(delivery) && resultClass !== 'uncounted',
  );
  await recordSuccesses(
    tx,
    counted.filter((one) => !toCheck.has(webhookNoOf(one))),
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

async function endDeliveries(tx: Store, results: readonly DeliveryResult[], events: EventOutbox): Promise<void> {
  for (const { delivery, resultClass, settlement } of results) {
    if (resultClass !== 'success' || (delivery.trigger !== 'resend' && delivery.trigger !== 'replay')) continue;
    const { webhookNo, eventSequence, eventId, no } = delivery;
    const others = { webhookNo, eventSequence, eventId, exceptNo: no, at: timeOf(settlement) };
    events.add(delivery.workspaceId, await callFinalHandlers(tx, await completeOtherDeliveries(tx, others)));
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
      await callFinalHandlers(
        tx,
        rows.filter((row) => !isOpen(row)),
      ),
    );
    events.add(workspaceId, await callRetriedHandlers(tx, rows.filter(isOpen)));
  }
}

async function recordSuccesses(tx: Store, results: readonly DeliveryResult[]): Promise<void> {
  for (const [no, group] of Map.groupBy(results, webhookNoOf)) {
    const last = group.at(-1);
    if (last) await recordSuccess(tx, no, new Date(timeOf(last.settlement)));
  }
}

async function writeStatistics(tx: Store, results: readonly DeliveryResult[]): Promise<void> {
  for (const [webhookNo, group] of Map.groupBy(results, webhookNoOf)) {
    const [first] = group;
    if (!first) continue;
    const succeeded = group.filter(({ resultClass }) => resultClass === 'success').length;
    await addToStats(tx, {
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
const HEALTH_EVENTS: ReadonlySet<string> = new Set<EventType>([
  'webhook.degraded',
  'webhook.recovered',
  'webhook.disabled',
]);

/** One row per webhook, even with only uncounted results, if the breaker changed. */
async function writeHealth(
  ctx: ResultContext,
  tx: Store,
  results: readonly DeliveryResult[],
  rows: readonly WebhookRow[],
  events: EventOutbox,
): Promise<FlushResult['disabled']> {
  const known = new Map(rows.map((row) => [row.no, row]));
  const disabled: FlushResult['disabled'] = [];
  for (const [no, group] of Map.groupBy(results, webhookNoOf)) {
    const row = known.get(no);
    const last = group.at(-1);
    if (!row || !last) continue;

    const { health, transitions, disable } = updateHealth(row, group.map(healthResult));
    const { openUntil, openReason, openings } = last.lane;
    const change = { openUntil: openUntil === null ? null : new Date(openUntil), openReason, openings };
    const after: WebhookRow = { ...row, ...health, ...change };
    await updateWebhookRow(tx, no, { ...health, ...change });

    const now = ctx.now();
    const isReported = group.some(({ delivery }) => !HEALTH_EVENTS.has(delivery.eventType));
    events.add(
      row.workspaceId,
      (isReported ? transitions : []).map((transition) => webhookEvent(`webhook.${transition}`, after, now)),
    );
    if (disable !== undefined && row.status !== 'disabled' && row.deletedAt === null) {
      disabled.push({ no, reason: disable });
      events.add(row.workspaceId, await disableFailingWebhook(tx, after, disable, now));
    }
  }
  return disabled;
}

const isOpen = ({ state }: { state: number }): boolean => state === DELIVERY_STATE.pending;
const webhookNoOf = ({ delivery }: DeliveryResult): number => delivery.webhookNo;
const timeOf = ({ at, nextAt }: Settlement): number => at ?? nextAt;

const healthResult = ({ resultClass, settlement }: DeliveryResult): HealthResult => ({
  resultClass,
  code: settlement.code ?? 'interrupted',
  status: settlement.status,
  at: new Date(timeOf(settlement)),
  isExhausted: settlement.state === DELIVERY_STATE.exhausted,
});
