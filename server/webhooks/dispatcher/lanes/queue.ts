import { AsyncLocalStorage } from 'node:async_hooks';

import type { Clock } from './clock';
import { allowance, resumesAt } from './lane';
import type { Lanes, Webhook } from './lanes';
import { createRing } from './ring';
import { createTimers } from './timers';

interface QueueOptions {
  lanes: Lanes;
  clock: Clock;
  /** False while nothing is sent from here. */
  owns: (webhookNo: number) => boolean;
  /** There may be something to claim. */
  wake: () => void;
}

/**
 * Which webhooks have work: those that may send now stand in the ring, the others wait for a time or for a result. A
 * hint too many costs a look at the database; one too few is made good by the sweep.
 */
export function createQueue({ lanes, clock, owns, wake }: QueueOptions) {
  const ring = createRing();
  const timers = createTimers();
  /** Webhooks whose rows are to be read, not known yet or changed, and whether something has just come for them. */
  const unknown = new Map<number, boolean>();
  /** Work started by a caller must not carry the caller’s transaction. */
  const outside = AsyncLocalStorage.snapshot();
  let cancel: (() => void) | undefined;
  let armedAt: number | undefined;
  let isClosed = false;

  const arm = (): void => {
    const next = timers.next();
    if (next === armedAt || isClosed) return;
    cancel?.();
    armedAt = next;
    if (next === undefined) return;
    cancel = outside(() =>
      clock.after(next - clock.now(), () => {
        armedAt = undefined;
        for (const no of timers.due(clock.now())) hint(no, false);
        arm();
      }),
    );
  };

  const wakeAt = (no: number, at: number): void => {
    const set = timers.get(no);
    if (set === undefined || set > at) timers.set(no, at);
    arm();
  };

  /** Puts a webhook where it belongs after something about it has changed. */
  const requeue = (webhook: Webhook): void => {
    if (!webhook.hasWork || !owns(webhook.no)) return;
    if (allowance(webhook.lane, clock.now()) > 0) {
      ring.add(webhook.workspaceId, webhook.no, webhook.isFresh);
      return wake();
    }
    const at = resumesAt(webhook.lane, clock.now());
    if (at !== undefined) wakeAt(webhook.no, at);
  };

  /** `isFresh`: it has just come, and is not what was left over. */
  const hint = (no: number, isFresh: boolean): void => {
    if (!owns(no)) return;
    const webhook = lanes.get(no);
    if (webhook === undefined) {
      const wasFresh = unknown.get(no) ?? false;
      unknown.delete(no);
      unknown.set(no, isFresh || wasFresh);
      return wake();
    }
    if (!webhook.hasWork) webhook.isFresh = isFresh;
    webhook.hasWork = true;
    webhook.hints += 1;
    requeue(webhook);
  };

  const hintAll = (nos: readonly number[]): void => {
    for (const no of nos) hint(no, true);
  };

  return {
    ring,
    unknown,
    /** Deliveries of a webhook are due. */
    hint,
    hintAll,
    requeue,
    wakeAt,

    /** The rows of webhooks changed: what is known of them is read anew, their breakers too. */
    changedAll: (nos: readonly number[]): void => {
      for (const no of nos) {
        const webhook = lanes.get(no);
        if (webhook !== undefined) webhook.version = -1;
        if (owns(no)) unknown.set(no, true);
      }
      wake();
    },

    close(): void {
      cancel?.();
      isClosed = true;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
