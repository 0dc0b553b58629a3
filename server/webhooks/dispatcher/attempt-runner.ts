import { backgroundRunner } from '../../db/background';
import type { ClaimedDelivery } from '../system/deliveries';
import type { DispatcherContext } from './dispatcher-context';
import type { Flusher } from './flusher';
import { applyResult } from './lanes/lane';
import { DELIVERIES, laneName, type LaneWebhook } from './lanes/lane-cache';
import type { Slot } from './lanes/slots';
import { resultWithoutAttempt, deliveryResult } from './sending/attempt-result';
import type { Payload } from './sending/bodies';
import type { Receiver } from './sending/receiver';
import type { DeliveryResult } from './write-results';

const AGE_EVERY_MS = 50;

export function createAttemptRunner(ctx: DispatcherContext, flusher: Flusher) {
  const { slots, now, work, wake } = ctx;
  const runOutside = backgroundRunner();
  const count = { running: 0, begun: 0 };
  let ageing: ReturnType<typeof setTimeout> | undefined;

  /** For requests that ended or never started. */
  const release = (webhook: LaneWebhook, taken: readonly Slot[]): void => {
    for (const slot of taken) slots.release(slot);
    webhook.lane.inFlight -= taken.length;
  };

  const age = (): void => {
    ageing ??= runOutside(() =>
      setTimeout(() => {
        ageing = undefined;
        if (slots.age(performance.now()) > 0) wake();
        if (slots.used.fast > 0) age();
      }, AGE_EVERY_MS),
    );
  };

  const end = (webhook: LaneWebhook, slot: Slot, result: DeliveryResult): void => {
    count.running -= 1;
    release(webhook, [slot]);
    webhook.unwritten += 1;
    flusher.add(result);
    ctx.queue.requeue(webhook);
    wake();
  };

  const attempt = async (
    webhook: LaneWebhook,
    receiver: Receiver,
    delivery: ClaimedDelivery,
    body: Payload,
    slot: Slot,
  ): Promise<void> => {
    const { lane } = webhook;
    await work.watch(DELIVERIES, 'run', laneName(webhook));
    const sent = await ctx.send(delivery, receiver, body);
    await work.watch(DELIVERIES, 'ran', laneName(webhook));
    work.metrics.ran(DELIVERIES, 'done', sent.record.totalMs);
    ctx.metrics.attempted(delivery, sent, now());
    if (applyResult(lane, sent.resultClass, now(), sent.hintMs)) {
      webhook.drainBefore = now();
      webhook.hasWork = true;
    }
    const needsHealthCheck = webhook.isUnhealthy || sent.resultClass !== 'success';
    if (sent.resultClass !== 'uncounted') webhook.isUnhealthy = sent.resultClass !== 'success';
    const { retry } = receiver;
    end(webhook, slot, deliveryResult(ctx, delivery, sent, { retry, lane, needsHealthCheck }));
  };

  return {
    count,
    release,
    age,
    stop(): void {
      clearTimeout(ageing);
      ageing = undefined;
    },

    start(webhook: LaneWebhook, delivery: ClaimedDelivery, body: Payload | undefined, slot: Slot): void {
      const { receiver, lane } = webhook;
      count.running += 1;
      count.begun += 1;
      age();
      if (receiver === undefined || body === undefined) {
        return end(webhook, slot, resultWithoutAttempt(ctx, delivery, lane));
      }

      attempt(webhook, receiver, delivery, body, slot).catch((error: unknown) => {
        work.metrics.ran(DELIVERIES, 'failed', performance.now() - slot.startedAt);
        work.log.error({ err: error, delivery: delivery.id }, 'webhook delivery failed: waiting for its lease');
        count.running -= 1;
        release(webhook, [slot]);
        wake();
      });
    },
  };
}
export type AttemptRunner = ReturnType<typeof createAttemptRunner>;
