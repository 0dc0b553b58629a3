import { backgroundRunner } from '../../../db/background';
import { nextTurn } from '../../../next-turn';
import { releaseDeliveries } from '../../system/deliveries';
import { readWebhooks } from '../../system/webhooks';
import type { AttemptRunner } from '../attempt-runner';
import type { DispatcherContext } from '../dispatcher-context';
import { type Flusher, MAX_UNWRITTEN } from '../flusher';
import { type ClaimedBatch, claimForWebhooks, type ClaimRequest } from './claim-transaction';
import { allowance, consumeTokens } from './lane';
import { DELIVERIES, laneName } from './lane-cache';
import type { Slot } from './slots';

const MAX_WEBHOOKS_PER_TICK = 64;
const MAX_ROWS_PER_TICK = 256;
/** Used while starting or settling is slow, for example with new connections. */
const MIN_ROWS_PER_TICK = 8;
const MAX_START_MS = 2;
const MAX_TURN_MS = 6;
/** A claimed row that could not start within this time is released. */
const START_WITHIN_MS = 5000;
/** After a failed claim, for example while the database is unavailable. */
const PAUSE_MS = 500;

interface ReservedClaim extends ClaimRequest {
  slots: Slot[];
}

/** In small slices, while there is work and capacity. */
export function createClaimLoop(ctx: DispatcherContext, flusher: Flusher, attempts: AttemptRunner) {
  const { database, log, lanes, queue, slots, work, now } = ctx;
  const { ring, unknown } = queue;
  const runOutside = backgroundRunner();
  const state = { isRunning: false, isQueued: false, rows: MAX_ROWS_PER_TICK };

  const isOpen = (): boolean => ctx.isRunning() && flusher.unwritten <= MAX_UNWRITTEN;
  const hasMore = (): boolean => isOpen() && (unknown.size > 0 || (ring.size > 0 && slots.hasFree()));

  function wake(): void {
    if (state.isQueued || state.isRunning || !hasMore()) return;
    state.isQueued = true;
    runOutside(() => setImmediate(() => void run()));
  }

  async function run(): Promise<void> {
    state.isQueued = false;
    state.isRunning = true;
    try {
      while (isOpen()) {
        await readUnknownWebhooks();
        const picks = planClaims();
        if (picks.length === 0) break;
        await claim(picks);
        const began = performance.now();
        await nextTurn();
        if (performance.now() - began > MAX_TURN_MS) reduceRows(state.rows);
      }
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries not claimed, retrying');
      await Bun.sleep(PAUSE_MS);
    } finally {
      state.isRunning = false;
    }
    wake();
  }

  const reduceRows = (rows: number): void => void (state.rows = Math.max(MIN_ROWS_PER_TICK, rows >> 1));

  async function readUnknownWebhooks(): Promise<void> {
    if (unknown.size === 0) return;
    // The latest hints first: new deliveries do not wait until a whole backlog is read.
    const latest = new Map([...unknown].slice(-MAX_WEBHOOKS_PER_TICK));
    const rows = await readWebhooks(database, [...latest.keys()]);
    for (const no of latest.keys()) unknown.delete(no);
    for (const row of rows) {
      lanes.refresh(row);
      queue.hint(row.no, latest.get(row.no) ?? false);
    }
  }

  /** Each pick reserves its slots, so that no two use the same ones. */
  function planClaims(): ReservedClaim[] {
    const picks: ReservedClaim[] = [];
    const waiting: { workspaceId: string; webhookNo: number }[] = [];
    for (let rows = 0; picks.length < MAX_WEBHOOKS_PER_TICK && rows < state.rows && slots.hasFree();) {
      const turn = ring.next();
      if (turn === undefined) break;
      const webhook = lanes.get(turn.webhookNo);
      if (webhook === undefined || !ctx.owns(webhook.no)) continue;

      const allowed = Math.min(allowance(webhook.lane, now()), turn.quota, state.rows - rows);
      const limit = Math.min(allowed, slots.free(turn.workspaceId, ring.hasOthers(turn.workspaceId)));
      if (limit > 0) {
        const taken = Array.from({ length: limit }, () => slots.acquire(turn.workspaceId, performance.now()));
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

  const logReleaseFailure = (error: unknown): void =>
    log.error({ err: error }, 'claimed webhook deliveries not released: waiting for their lease');

  async function claim(picks: readonly ReservedClaim[]): Promise<void> {
    for (const { webhook } of picks) await work.watch(DELIVERIES, 'claim', laneName(webhook));
    const hints = new Map(picks.map(({ webhook }) => [webhook.no, webhook.hints]));
    const claimedAt = now();
    let found: ClaimedBatch[];
    try {
      found = await claimForWebhooks(database, picks, { lanes, owner: ctx.nodeId, now: claimedAt });
    } catch (error) {
      for (const pick of picks) {
        attempts.release(pick.webhook, pick.slots);
        ring.add(pick.webhook.workspaceId, pick.webhook.no);
      }
      throw error;
    }

    for (const { webhook } of picks) await work.watch(DELIVERIES, 'claimed', laneName(webhook));
    const rows = found.flatMap((one) => one.rows);
    const bodyOf = await ctx.bodies(rows).catch((error: unknown) => {
      log.error({ err: error }, 'webhook event bodies unreadable');
      return undefined;
    });
    const isLate = bodyOf === undefined || now() - claimedAt > START_WITHIN_MS;
    if (isLate && rows.length > 0)
      await database.transaction((tx) => releaseDeliveries(tx, rows, ctx.nodeId)).catch(logReleaseFailure);

    const began = performance.now();
    for (const [index, one] of found.entries()) {
      const { webhook } = one.request;
      const taken = picks[index]?.slots ?? [];
      const count = isLate ? 0 : one.rows.length;
      attempts.release(webhook, taken.slice(count));
      ring.charge(webhook.workspaceId, count - taken.length);
      consumeTokens(webhook.lane, count);

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
    if (performance.now() - began > MAX_START_MS) reduceRows(rows.length);
    else state.rows = Math.min(MAX_ROWS_PER_TICK, state.rows + 4);
  }

  return { wake, isBusy: (): boolean => state.isRunning || state.isQueued };
}
