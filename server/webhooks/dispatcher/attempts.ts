import { backgroundRunner } from '../../db/background';
import type { QueueDeps } from '../../work/types';
import type { ClaimedDelivery } from '../system/deliveries';
import type { Flusher } from './flusher';
import { recordOutcome } from './lanes/lane';
import { DELIVERIES, laneName, type LaneWebhook } from './lanes/lanes';
import type { Queue } from './lanes/queue';
import type { Slot, Slots } from './lanes/slots';
import type { DeliveryMetrics } from './metrics';
import type { Result } from './results';
import type { Payload } from './sending/bodies';
import type { Receiver } from './sending/receiver';
import { noAttempt, resultOf } from './sending/result-of';
import type { Send } from './sending/sender';

const AGE_EVERY_MS = 50;

interface AttemptsOptions {
  slots: Slots;
  send: Send;
  flusher: Flusher;
  metrics: DeliveryMetrics;
  queue: Queue;
  owner: string;
  now: () => number;
  random: () => number;
  work: QueueDeps;
  freed: () => void;
}

export function createAttempts(options: AttemptsOptions) {
  const { slots, send, flusher, metrics, queue, owner, now, random, work, freed } = options;
  const outside = backgroundRunner();
  const count = { running: 0, begun: 0 };
  let ageing: ReturnType<typeof setTimeout> | undefined;

  /** Returns the slots and tokens of requests that ended or never started. */
  const release = (webhook: LaneWebhook, taken: readonly Slot[]): void => {
    for (const slot of taken) slots.release(slot);
    webhook.lane.inFlight -= taken.length;
  };

  const age = (): void => {
    ageing ??= outside(() =>
      setTimeout(() => {
        ageing = undefined;
        if (slots.age(performance.now()) > 0) freed();
        if (slots.used.fast > 0) age();
      }, AGE_EVERY_MS),
    );
  };

  const end = (webhook: LaneWebhook, slot: Slot, result: Result): void => {
    count.running -= 1;
    release(webhook, [slot]);
    webhook.unwritten += 1;
    flusher.add(result);
    queue.requeue(webhook);
    freed();
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
    const sent = await send(delivery, receiver, body);
    await work.watch(DELIVERIES, 'ran', laneName(webhook));
    work.metrics.ran(DELIVERIES, 'done', sent.record.totalMs);
    metrics.attempted(delivery, sent, now());
    if (recordOutcome(lane, sent.outcome, now(), sent.hintMs)) {
      webhook.drainBefore = now();
      webhook.hasWork = true;
    }
    const needsHealthCheck = webhook.isUnhealthy || sent.outcome !== 'success';
    if (sent.outcome !== 'uncharged') webhook.isUnhealthy = sent.outcome !== 'success';
    const { retry } = receiver;
    end(webhook, slot, resultOf(delivery, sent, { owner, now: now(), retry, lane, needsHealthCheck, random }));
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
        return end(webhook, slot, noAttempt(delivery, { owner, now: now(), lane }));
      }

      attempt(webhook, receiver, delivery, body, slot).catch((error: unknown) => {
        work.metrics.ran(DELIVERIES, 'failed', performance.now() - slot.startedAt);
        work.log.error({ err: error, delivery: delivery.id }, 'webhook delivery failed: waiting for its lease');
        count.running -= 1;
        release(webhook, [slot]);
        freed();
      });
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
