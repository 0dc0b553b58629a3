import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { Store } from '../../../db/database';
import { DELIVERY_STATE } from '../../schema';
import type { ClaimedDelivery } from '../../system/deliveries';
import { insertDelivery, readAttempt, readDeliveries } from '../../system/results';
import { readWebhooks } from '../../system/webhooks';
import type { Attempts } from '../attempts';
import type { DeliveryRow, OneAttempt, StartedAttempt } from '../dispatcher-types';
import type { Flusher } from '../flusher';
import { newLane, takeTokens, tokenAt } from '../lanes/lane';
import type { Lanes, Webhook } from '../lanes/lanes';
import type { Slot, Slots } from '../lanes/slots';
import { LEASE_MS } from '../recover';
import type { Bodies } from './bodies';
import { receiverOf } from './receiver';
import { noAttempt, resultOf } from './result-of';
import type { WebhookSealer } from './sealed';
import type { Send } from './sender';

/** A slot or the limit of the webhook is waited for so long; with the longest attempt that is less than a lease. */
export const TURN_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 20;

interface OnceOptions {
  store: Store;
  sealer: WebhookSealer;
  send: Send;
  bodies: Bodies;
  flusher: Flusher;
  lanes: Lanes;
  slots: Slots;
  attempts: Pick<Attempts, 'age'>;
  /** Another workspace has work. */
  hasCompany: (workspaceId: string) => boolean;
  /** A slot has become free. */
  freed: () => void;
  /** False once the process stops. */
  isOpen: () => boolean;
  owner: string;
  now: () => number;
}

/**
 * Sends tests and resends: any process does, whoever owns the webhook, and in every state of it. They hold a slot and
 * use up the limit of the webhook like all requests; its cap and its breaker do not concern them.
 */
export function createOnce(options: OnceOptions) {
  const { store, sealer, send, bodies, flusher, lanes, slots, owner, now } = options;
  const running = new Set<Promise<unknown>>();

  /** Undefined when it does not come in time, or the process stops. */
  const turnOf = async ({ workspaceId, lane }: Webhook): Promise<Slot | undefined> => {
    const deadline = performance.now() + TURN_WITHIN_MS;
    while (options.isOpen() && performance.now() < deadline) {
      if (tokenAt(lane, now()) <= now() && slots.free(workspaceId, options.hasCompany(workspaceId)) > 0) {
        takeTokens(lane, 1);
        return slots.take(workspaceId, performance.now());
      }
      await Bun.sleep(LOOK_EVERY_MS);
    }
    return undefined;
  };

  const run = async (row: DeliveryRow, order: OneAttempt): Promise<void> => {
    const delivery = claimedOf(row);
    const [webhook] = await readWebhooks(store, [row.webhookNo]);
    const body =
      order.trigger === 'test'
        ? { bytes: new TextEncoder().encode(order.event.body), depth: 0 }
        : (await bodies([delivery]))({ workspaceId: row.workspaceId, eventSequence: row.eventSequence });
    if (webhook === undefined || body === undefined) {
      return flusher.write(noAttempt(delivery, { owner, now: now(), lane: newLane(now()) }));
    }

    const receiver = receiverOf(webhook, sealer);
    // What is known of its limit here is not read anew: that would forget what its breaker has learned.
    const slot = await turnOf(lanes.get(webhook.no) ?? lanes.take(webhook));
    if (slot === undefined) {
      return flusher.write(noAttempt(delivery, { owner, now: now(), lane: newLane(now()) }, 'interrupted'));
    }
    options.attempts.age();
    const sent = await send(delivery, receiver, body).finally(() => {
      slots.release(slot);
      options.freed();
    });
    await flusher.write(
      resultOf(delivery, sent, {
        owner,
        now: now(),
        retry: receiver.retry,
        lane: newLane(now()),
        needsVerdict: false,
        requestBody: order.trigger === 'test' ? order.event.body : null,
      }),
    );
  };

  return {
    get inFlight(): number {
      return running.size;
    },
    settled: () => Promise.allSettled(running),

    async start(tx: Store, order: OneAttempt): Promise<StartedAttempt> {
      const event =
        order.trigger === 'test'
          ? { eventSequence: 0, eventId: order.event.id, eventType: order.event.type, resendOf: null }
          : {
              eventSequence: order.original.eventSequence,
              eventId: order.original.eventId,
              eventType: order.original.eventType,
              resendOf: order.original.id,
            };
      const at = new Date(now());
      const delivery = await insertDelivery(tx, {
        ...event,
        id: newId(ID_PREFIXES.delivery),
        workspaceId: order.workspaceId,
        webhookNo: order.webhookNo,
        state: DELIVERY_STATE.leased,
        trigger: order.trigger,
        attempts: 1,
        nextAt: at,
        leaseOwner: owner,
        leaseUntil: new Date(now() + LEASE_MS),
        createdAt: at,
      });
      if (delivery === undefined) throw new Error('The delivery was not inserted.');

      const done = Promise.withResolvers<void>();
      tx.afterCommit(() => {
        const job = run(delivery, order);
        running.add(job);
        job.then(done.resolve, done.reject).finally(() => running.delete(job));
      });
      const finished = done.promise.then(async () => {
        const [after] = await readDeliveries(store, [delivery.no]);
        return { delivery: after ?? delivery, attempt: await readAttempt(store, delivery.no) };
      });
      // Whoever does not wait for it is not to end the process by its failure.
      finished.catch(() => {});
      return { delivery, finished };
    },
  };
}

const claimedOf = (row: DeliveryRow): ClaimedDelivery => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  nextAt: row.nextAt.getTime(),
});
