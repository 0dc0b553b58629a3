import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { Store } from '../../../db/database';
import { DELIVERY_STATE } from '../../schema';
import type { ClaimedDelivery } from '../../system/deliveries';
import { insertDelivery, readAttempt, readDeliveries, type DeliveryRow } from '../../system/results';
import { readWebhooks } from '../../system/webhooks';
import type { Attempts } from '../attempts';
import type { SingleAttempt, StartedAttempt } from '../dispatcher-types';
import type { Flusher } from '../flusher';
import { newLane, takeTokens, tokenAt } from '../lanes/lane';
import type { Lanes, LaneWebhook } from '../lanes/lanes';
import type { Slot, Slots } from '../lanes/slots';
import { DELIVERY_LEASE_MS } from '../recover';
import type { Bodies } from './bodies';
import { openReceiver } from './receiver';
import { noAttempt, resultOf } from './result-of';
import type { WebhookSealer } from './sealed';
import type { Send } from './sender';

/** Maximum wait for a slot or the rate limit; with the longest attempt it stays below a lease. */
export const SLOT_TIMEOUT_MS = 25_000;
const POLL_MS = 20;

interface SingleAttemptOptions {
  store: Store;
  sealer: WebhookSealer;
  send: Send;
  bodies: Bodies;
  flusher: Flusher;
  lanes: Lanes;
  slots: Slots;
  attempts: Pick<Attempts, 'age'>;
  isContended: (workspaceId: string) => boolean;
  freed: () => void;
  isOpen: () => boolean;
  owner: string;
  now: () => number;
}

/** Tests and resends run in any process and ignore the concurrency limit and the breaker. */
export function createSingleAttempts(options: SingleAttemptOptions) {
  const { store, sealer, send, bodies, flusher, lanes, slots, owner, now } = options;
  const running = new Set<Promise<unknown>>();

  /** Undefined on timeout or when the process stops. */
  const slotFor = async ({ workspaceId, lane }: LaneWebhook): Promise<Slot | undefined> => {
    const deadline = performance.now() + SLOT_TIMEOUT_MS;
    while (options.isOpen() && performance.now() < deadline) {
      if (tokenAt(lane, now()) <= now() && slots.free(workspaceId, options.isContended(workspaceId)) > 0) {
        takeTokens(lane, 1);
        return slots.take(workspaceId, performance.now());
      }
      await Bun.sleep(POLL_MS);
    }
    return undefined;
  };

  const run = async (row: DeliveryRow, order: SingleAttempt): Promise<void> => {
    const delivery = claimedOf(row);
    const [webhook] = await readWebhooks(store, [row.webhookNo]);
    const body =
      order.trigger === 'test'
        ? { bytes: new TextEncoder().encode(order.event.body), depth: 0 }
        : (await bodies([delivery]))({ workspaceId: row.workspaceId, eventSequence: row.eventSequence });
    if (webhook === undefined || body === undefined) {
      return flusher.write(noAttempt(delivery, { owner, now: now(), lane: newLane(now()) }));
    }

    const receiver = openReceiver(webhook, sealer);
    // A cached webhook is not read again, because that would reset its breaker.
    const slot = await slotFor(lanes.get(webhook.no) ?? lanes.take(webhook));
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
        needsHealthCheck: false,
        requestBody: order.trigger === 'test' ? order.event.body : null,
      }),
    );
  };

  return {
    get inFlight(): number {
      return running.size;
    },
    settled: () => Promise.allSettled(running),

    async start(tx: Store, order: SingleAttempt): Promise<StartedAttempt> {
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
        leaseUntil: new Date(now() + DELIVERY_LEASE_MS),
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
      // A failure that nobody awaits must not end the process.
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
