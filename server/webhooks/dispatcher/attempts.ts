import { backgroundRunner } from '../../db/background';
import type { ClaimedDelivery } from '../system/deliveries';
import type { Flusher } from './flusher';
import { learn } from './lanes/lane';
import type { Webhook } from './lanes/lanes';
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
  figures: DeliveryMetrics;
  queue: Queue;
  owner: string;
  now: () => number;
  random: () => number;
  /** A slot has become free. */
  freed: () => void;
}

/** The requests that run, from the claim of their delivery to its result. */
export function createAttempts(options: AttemptsOptions) {
  const { slots, send, flusher, figures, queue, owner, now, random, freed } = options;
  const outside = backgroundRunner();
  const count = { running: 0, begun: 0 };
  let ageing: ReturnType<typeof setTimeout> | undefined;

  /** Gives back what was taken for requests that are over, or never began. */
  const release = (webhook: Webhook, taken: readonly Slot[]): void => {
    for (const slot of taken) slots.release(slot);
    webhook.lane.inFlight -= taken.length;
  };

  /** While requests run, those that have become slow leave the fast slots. */
  const age = (): void => {
    ageing ??= outside(() =>
      setTimeout(() => {
        ageing = undefined;
        if (slots.age(performance.now()) > 0) freed();
        if (slots.used.fast > 0) age();
      }, AGE_EVERY_MS),
    );
  };

  const end = (webhook: Webhook, slot: Slot, result: Result): void => {
    count.running -= 1;
    release(webhook, [slot]);
    webhook.unwritten += 1;
    flusher.add(result);
    queue.requeue(webhook);
    freed();
  };

  const attempt = async (
    webhook: Webhook,
    receiver: Receiver,
    delivery: ClaimedDelivery,
    body: Payload,
    slot: Slot,
  ): Promise<void> => {
    const { lane } = webhook;
    const sent = await send(delivery, receiver, body);
    figures.attempted(delivery, sent, now());
    if (learn(lane, sent.outcome, now(), sent.hintMs)) {
      webhook.drainBefore = now();
      webhook.hasWork = true;
    }
    const needsVerdict = webhook.isUnwell || sent.outcome !== 'success';
    if (sent.outcome !== 'uncharged') webhook.isUnwell = sent.outcome !== 'success';
    const { retry } = receiver;
    end(webhook, slot, resultOf(delivery, sent, { owner, now: now(), retry, lane, needsVerdict, random }));
  };

  return {
    count,
    release,
    age,
    stop: (): void => clearTimeout(ageing),

    start(webhook: Webhook, delivery: ClaimedDelivery, body: Payload | undefined, slot: Slot): void {
      const { receiver, lane } = webhook;
      count.running += 1;
      count.begun += 1;
      age();
      if (receiver === undefined || body === undefined) {
        return end(webhook, slot, noAttempt(delivery, { owner, now: now(), lane }));
      }

      void attempt(webhook, receiver, delivery, body, slot);
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
