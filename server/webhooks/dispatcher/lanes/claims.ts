import { backgroundRunner } from '../../../db/background';
import type { Store } from '../../../db/database';
import type { Log } from '../../../log';
import { nextTurn } from '../../../schedule';
import type { QueueDeps } from '../../../work/types';
import { releaseDeliveries } from '../../system/deliveries';
import { readWebhooks } from '../../system/webhooks';
import type { Attempts } from '../attempts';
import type { Bodies } from '../sending/bodies';
import { type ClaimedDeliveries, claimTick, type Pick } from './claim';
import { allowance, takeTokens } from './lane';
import { DELIVERIES, laneName, type Lanes } from './lanes';
import type { Queue } from './queue';
import type { Slot, Slots } from './slots';

const WEBHOOKS_PER_TICK = 64;
const ROWS_A_TICK = 256;
/** Minimum of rows per claim when starting or settling is slow, for example with new connections. */
const MIN_ROWS_PER_TICK = 8;
const START_MS = 2;
const TURN_MS = 6;
/** A claimed row that could not start within this time is released. */
const START_WITHIN_MS = 5000;
/** Pause after a failed claim, for example while the database is unavailable. */
const PAUSE_MS = 500;

interface ClaimsOptions {
  store: Store;
  log: Log;
  lanes: Lanes;
  queue: Queue;
  slots: Slots;
  attempts: Attempts;
  bodies: Bodies;
  owner: string;
  work: QueueDeps;
  owns: (webhookNo: number) => boolean;
  /** False while stopped, or while too many results are unwritten. */
  isOpen: () => boolean;
  now: () => number;
}

interface Reserved extends Pick {
  slots: Slot[];
}

/** Claims deliveries in small slices while there is work and capacity. */
export function createClaims(options: ClaimsOptions) {
  const { store, log, lanes, queue, slots, attempts, bodies, owner, work, owns, isOpen, now } = options;
  const { ring, unknown } = queue;
  const outside = backgroundRunner();
  const state = { isRunning: false, isQueued: false, rows: ROWS_A_TICK };

  const hasMore = (): boolean => isOpen() && (unknown.size > 0 || (ring.size > 0 && slots.hasFree()));

  function wake(): void {
    if (state.isQueued || state.isRunning || !hasMore()) return;
    state.isQueued = true;
    outside(() => setImmediate(() => void run()));
  }

  async function run(): Promise<void> {
    state.isQueued = false;
    state.isRunning = true;
    try {
      while (isOpen()) {
        await meet();
        const picks = pickNext();
        if (picks.length === 0) break;
        await claim(picks);
        const began = performance.now();
        await nextTurn();
        if (performance.now() - began > TURN_MS) slow(state.rows);
      }
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries not claimed, retrying');
      await Bun.sleep(PAUSE_MS);
    } finally {
      state.isRunning = false;
    }
    wake();
  }

  const slow = (rows: number): void => void (state.rows = Math.max(MIN_ROWS_PER_TICK, rows >> 1));

  async function meet(): Promise<void> {
    if (unknown.size === 0) return;
    // The latest hints first: new deliveries do not wait until a whole backlog has been read.
    const latest = new Map([...unknown].slice(-WEBHOOKS_PER_TICK));
    const rows = await readWebhooks(store, [...latest.keys()]);
    for (const no of latest.keys()) unknown.delete(no);
    for (const row of rows) {
      lanes.take(row);
      queue.hint(row.no, latest.get(row.no) ?? false);
    }
  }

  /** Each pick reserves its slots, so that no two use the same. */
  function pickNext(): Reserved[] {
    const picks: Reserved[] = [];
    const waiting: { workspaceId: string; webhookNo: number }[] = [];
    for (let rows = 0; picks.length < WEBHOOKS_PER_TICK && rows < state.rows && slots.hasFree();) {
      const turn = ring.take();
      if (turn === undefined) break;
      const webhook = lanes.get(turn.webhookNo);
      if (webhook === undefined || !owns(webhook.no)) continue;

      const allowed = Math.min(allowance(webhook.lane, now()), turn.quota, state.rows - rows);
      const limit = Math.min(allowed, slots.free(turn.workspaceId, ring.hasOthers(turn.workspaceId)));
      if (limit > 0) {
        const taken = Array.from({ length: limit }, () => slots.take(turn.workspaceId, performance.now()));
        webhook.lane.inFlight += limit;
        rows += limit;
        ring.charge(turn.workspaceId, limit);
        picks.push({ webhook, limit, slots: taken });
      } else if (allowed > 0) waiting.push(turn);
      else queue.requeue(webhook);
    }
    for (const { workspaceId, webhookNo } of waiting) ring.add(workspaceId, webhookNo);
    return picks;
  }

  const notGivenBack = (error: unknown): void =>
    log.error({ err: error }, 'claimed webhook deliveries not released: waiting for their lease');

  async function claim(picks: readonly Reserved[]): Promise<void> {
    for (const { webhook } of picks) await work.watch(DELIVERIES, 'claim', laneName(webhook));
    const hints = new Map(picks.map(({ webhook }) => [webhook.no, webhook.hints]));
    const claimedAt = now();
    let found: ClaimedDeliveries[];
    try {
      found = await claimTick(store, picks, { lanes, owner, now: claimedAt });
    } catch (error) {
      for (const pick of picks) {
        attempts.release(pick.webhook, pick.slots);
        ring.add(pick.webhook.workspaceId, pick.webhook.no);
      }
      throw error;
    }

    for (const { webhook } of picks) await work.watch(DELIVERIES, 'claimed', laneName(webhook));
    const rows = found.flatMap((one) => one.rows);
    const bodyOf = await bodies(rows).catch((error: unknown) => {
      log.error({ err: error }, 'webhook event bodies unreadable');
      return undefined;
    });
    const isLate = bodyOf === undefined || now() - claimedAt > START_WITHIN_MS;
    if (isLate && rows.length > 0)
      await store.transaction((tx) => releaseDeliveries(tx, rows, owner)).catch(notGivenBack);

    const began = performance.now();
    for (const [index, one] of found.entries()) {
      const { webhook } = one.pick;
      const taken = picks[index]?.slots ?? [];
      const count = isLate ? 0 : one.rows.length;
      attempts.release(webhook, taken.slice(count));
      ring.charge(webhook.workspaceId, count - taken.length);
      takeTokens(webhook.lane, count);

      webhook.isParked = one.isParked;
      const isDue = one.nextAt !== undefined && one.nextAt <= claimedAt;
      webhook.hasWork = !one.isParked && (isLate || isDue || webhook.hints !== hints.get(webhook.no));
      if (one.nextAt !== undefined && !webhook.hasWork) queue.wakeAt(webhook.no, one.nextAt);
      for (const [at, slot] of taken.slice(0, count).entries()) {
        const delivery = one.rows[at];
        if (delivery) attempts.start(webhook, delivery, bodyOf?.(delivery), slot);
      }
      queue.requeue(webhook);
    }
    if (performance.now() - began > START_MS) slow(rows.length);
    else state.rows = Math.min(ROWS_A_TICK, state.rows + 4);
  }

  return { wake, isBusy: (): boolean => state.isRunning || state.isQueued };
}
