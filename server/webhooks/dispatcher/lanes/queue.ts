import { backgroundRunner } from '../../../db/background';
import type { Clock } from './clock';
import { allowance, resumesAt } from './lane';
import type { LaneCache, LaneWebhook } from './lane-cache';
import { createRing } from './ring';
import { createTimers } from './timers';

interface QueueOptions {
  lanes: LaneCache;
  clock: Clock;
  owns: (webhookNo: number) => boolean;
  wake: () => void;
}

/** A spurious hint costs one read; the sweep finds missing ones. */
export function createDeliveryQueue({ lanes, clock, owns, wake }: QueueOptions) {
  const ring = createRing();
  const timers = createTimers();
  const unknown = new Map<number, boolean>();
  const runOutside = backgroundRunner();
  let cancel: (() => void) | undefined;
  let timerAt: number | undefined;
  let isClosed = false;

  const startTimer = (): void => {
    const next = timers.next();
    if (next === timerAt || isClosed) return;
    cancel?.();
    timerAt = next;
    if (next === undefined) return;
    cancel = runOutside(() =>
      clock.after(next - clock.now(), () => {
        timerAt = undefined;
        for (const no of timers.due(clock.now())) hint(no, false);
        startTimer();
      }),
    );
  };

  const wakeAt = (no: number, at: number): void => {
    const set = timers.get(no);
    if (set === undefined || set > at) timers.set(no, at);
    startTimer();
  };

  const requeue = (webhook: LaneWebhook): void => {
    if (!webhook.hasWork || !owns(webhook.no)) return;
    if (allowance(webhook.lane, clock.now()) > 0) {
      ring.add(webhook.workspaceId, webhook.no, webhook.isFresh);
      return wake();
    }
    const at = resumesAt(webhook.lane, clock.now());
    if (at !== undefined) wakeAt(webhook.no, at);
  };

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
    hint,
    hintAll,
    requeue,
    wakeAt,

    /** The webhooks are read again, with their breakers. */
    reloadAll: (nos: readonly number[]): void => {
      for (const no of nos) {
        const webhook = lanes.get(no);
        if (webhook !== undefined) webhook.version = undefined;
        if (owns(no)) unknown.set(no, true);
      }
      wake();
    },

    open(): void {
      isClosed = false;
      startTimer();
    },
    close(): void {
      cancel?.();
      timerAt = undefined;
      isClosed = true;
    },
  };
}
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;
