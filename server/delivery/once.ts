import { ID_PREFIXES, newId } from '../../shared/ids';
import type { Store } from '../db/database';
import { DELIVERY_STATE } from '../db/schema';
import type { ClaimedDelivery } from '../db/unscoped/deliveries';
import { insertDelivery, readAttempt, readDeliveries } from '../db/unscoped/delivery-results';
import { readWebhooks } from '../db/unscoped/delivery-webhooks';
import type { Bodies } from './bodies';
import type { DeliveryRow, OneAttempt, StartedAttempt } from './dispatcher-types';
import type { Flusher } from './flusher';
import { newLane } from './lane';
import { receiverOf } from './receiver';
import { LEASE_MS } from './recover';
import { noAttempt, resultOf } from './result-of';
import type { WebhookSealer } from './sealed';
import type { Send } from './sender';

interface OnceOptions {
  store: Store;
  sealer: WebhookSealer;
  send: Send;
  bodies: Bodies;
  flusher: Flusher;
  owner: string;
  now: () => number;
}

/** Sends tests and resends: any process does, whoever owns the webhook, and in every state of it. */
export function createOnce(options: OnceOptions) {
  const { store, sealer, send, bodies, flusher, owner, now } = options;
  const running = new Set<Promise<unknown>>();

  const run = async (row: DeliveryRow, order: OneAttempt): Promise<void> => {
    const delivery = claimedOf(row);
    const [webhook] = await readWebhooks(store, [row.webhookNo]);
    const body =
      order.trigger === 'test'
        ? new TextEncoder().encode(order.event.body)
        : (await bodies([delivery]))({ workspaceId: row.workspaceId, eventSequence: row.eventSequence });
    if (webhook === undefined || body === undefined) {
      return flusher.write(noAttempt(delivery, { owner, now: now(), lane: newLane(now()) }));
    }

    const receiver = receiverOf(webhook, sealer);
    const sent = await send(delivery, receiver, body);
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
