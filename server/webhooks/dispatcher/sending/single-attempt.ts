import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { Store } from '../../../db/database';
import { DELIVERY_STATE } from '../../schema';
import type { ClaimedDelivery } from '../../system/deliveries';
import { insertDelivery, readAttempt, readDeliveries, type DeliveryRow } from '../../system/results';
import { readWebhooks } from '../../system/webhooks';
import type { AttemptRunner } from '../attempt-runner';
import type { DispatcherContext } from '../dispatcher-context';
import type { SingleAttempt, StartedAttempt } from '../dispatcher-types';
import type { Flusher } from '../flusher';
import { newLane, consumeTokens, tokenAt } from '../lanes/lane';
import type { LaneWebhook } from '../lanes/lane-cache';
import type { Slot } from '../lanes/slots';
import { DELIVERY_LEASE_MS } from '../recover-leases';
import { resultWithoutAttempt, deliveryResult } from './attempt-result';
import { openReceiver } from './receiver';

/** Maximum wait for a slot or the rate limit; with the longest attempt it stays below a lease. */
export const SLOT_TIMEOUT_MS = 25_000;
const POLL_MS = 20;

/** Tests and resends run in any process and ignore the concurrency limit and the breaker. */
export function createSingleAttempts(ctx: DispatcherContext, flusher: Flusher, attempts: Pick<AttemptRunner, 'age'>) {
  const { database, slots, now } = ctx;
  const { hasOthers } = ctx.queue.ring;
  let inFlight = 0;

  /** Undefined on timeout or when the process stops. */
  const waitForSlot = async ({ workspaceId, lane }: LaneWebhook): Promise<Slot | undefined> => {
    const deadline = performance.now() + SLOT_TIMEOUT_MS;
    while (ctx.isRunning() && performance.now() < deadline) {
      if (tokenAt(lane, now()) <= now() && slots.free(workspaceId, hasOthers(workspaceId)) > 0) {
        consumeTokens(lane, 1);
        return slots.acquire(workspaceId, performance.now());
      }
      await Bun.sleep(POLL_MS);
    }
    return undefined;
  };

  const run = async (row: DeliveryRow, attempt: SingleAttempt): Promise<void> => {
    const delivery = toClaimed(row);
    const [webhook] = await readWebhooks(database, [row.webhookNo]);
    const body =
      attempt.trigger === 'test'
        ? { bytes: new TextEncoder().encode(attempt.event.body), depth: 0 }
        : (await ctx.bodies([delivery]))({ workspaceId: row.workspaceId, eventSequence: row.eventSequence });
    if (webhook === undefined || body === undefined) {
      return flusher.write(resultWithoutAttempt(ctx, delivery, newLane(now())));
    }

    const receiver = openReceiver(webhook, ctx.sealer);
    // A cached webhook is not read again, because that would reset its breaker.
    const slot = await waitForSlot(ctx.lanes.get(webhook.no) ?? ctx.lanes.refresh(webhook));
    if (slot === undefined) {
      return flusher.write(resultWithoutAttempt(ctx, delivery, newLane(now()), 'interrupted'));
    }
    attempts.age();
    const sent = await ctx.send(delivery, receiver, body).finally(() => {
      slots.release(slot);
      ctx.wake();
    });
    await flusher.write(
      deliveryResult(ctx, delivery, sent, {
        retry: receiver.retry,
        lane: newLane(now()),
        needsHealthCheck: false,
        requestBody: attempt.trigger === 'test' ? attempt.event.body : null,
      }),
    );
  };

  return {
    get inFlight(): number {
      return inFlight;
    },

    async start(tx: Store, attempt: SingleAttempt): Promise<StartedAttempt> {
      const event =
        attempt.trigger === 'test'
          ? { eventSequence: 0, eventId: attempt.event.id, eventType: attempt.event.type, resendOf: null }
          : {
              eventSequence: attempt.original.eventSequence,
              eventId: attempt.original.eventId,
              eventType: attempt.original.eventType,
              resendOf: attempt.original.id,
            };
      const at = new Date(now());
      const delivery = await insertDelivery(tx, {
        ...event,
        id: newId(ID_PREFIXES.delivery),
        workspaceId: attempt.workspaceId,
        webhookNo: attempt.webhookNo,
        state: DELIVERY_STATE.leased,
        trigger: attempt.trigger,
        attempts: 1,
        nextAt: at,
        leaseOwner: ctx.nodeId,
        leaseUntil: new Date(now() + DELIVERY_LEASE_MS),
        createdAt: at,
      });
      if (delivery === undefined) throw new Error('The delivery was not inserted.');

      const done = Promise.withResolvers<void>();
      tx.afterCommit(() => {
        inFlight += 1;
        void run(delivery, attempt)
          .then(done.resolve, done.reject)
          .finally(() => (inFlight -= 1));
      });
      const finished = done.promise.then(async () => {
        const [after] = await readDeliveries(database, [delivery.no]);
        return { delivery: after ?? delivery, attempt: await readAttempt(database, delivery.no) };
      });
      // The caller may not wait, and an unhandled rejection would end the process.
      finished.catch(() => {});
      return { delivery, finished };
    },
  };
}

const toClaimed = (row: DeliveryRow): ClaimedDelivery => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  nextAt: row.nextAt.getTime(),
});
