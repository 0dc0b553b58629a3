import { backgroundRunner } from '../../db/background';
import { nextTurn } from '../../schedule';
import { findInstance } from '../system/connections';
import {
  claimedByOthers,
  dueMessages,
  expiredMessages,
  type OpenInstance,
  openInstances,
  renewLeases,
} from '../system/queue';
import { type Claimed, claimFor, type Cursor, type Outcome } from './claim';
import { dispatch } from './dispatch';
import { endMessages, queueScheduled, recoverSends } from './overdue';
import { LEASE_MS, type QueueContext, SLICE } from './types';

/** Messages at the provider at once, of one instance in one process. */
const IN_FLIGHT = { sandbox: SLICE, cloud: 16, web: 1 } as const;
/** Instances that claim at once. */
const RUNNING = 4;
/** Instances of one page of a scan. */
const PAGE = 200;
/** Another process was claiming, or something failed. */
const AGAIN_MS = 50;
const PAUSE_MS = 1000;
/** What stands in the way may be in another process, or went away in one. */
const LONGEST_SLEEP_MS = 1000;
const LONGEST_PACE_MS = 60_000;
const FAR = 253_402_300_799_000;

/** An instance that has messages to send, as this process sees it. */
interface Lane {
  id: string;
  workspaceId: string | undefined;
  cursor: Cursor;
  inFlight: Set<string>;
  limit: number;
  isRunning: boolean;
  /** Nothing to be claimed was found; it is looked at again then. */
  sleepsUntil: number;
  /** Hints so far: one that came while it was looked at counts. */
  hints: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Claims what is due and gives it to the drivers. The rows are the only queue; all that is held here can be lost. */
export function createQueue(ctx: QueueContext, owns: () => boolean) {
  const lanes = new Map<string, Lane>();
  const ready = new Set<string>();
  const outside = backgroundRunner();
  const state = { isOpen: false, running: 0 };
  const now = (): number => ctx.work.now().getTime();
  const canRun = (): boolean => state.isOpen && owns();

  function laneOf(id: string): Lane {
    let lane = lanes.get(id);
    if (lane === undefined) {
      const cursor: Cursor = { after: ['', '', ''], turn: 0 };
      lane = {
        id,
        workspaceId: undefined,
        cursor,
        inFlight: new Set(),
        limit: 1,
        isRunning: false,
        sleepsUntil: 0,
        hints: 0,
        timer: undefined,
      };
      lanes.set(id, lane);
    }
    return lane;
  }

  function hint(id: string): void {
    if (!canRun()) return;
    const lane = laneOf(id);
    lane.hints += 1;
    lane.sleepsUntil = 0;
    ready.add(id);
    outside(() => setImmediate(pump));
  }

  function pump(): void {
    for (const id of ready) {
      if (!canRun() || state.running >= RUNNING) return;
      ready.delete(id);
      const lane = laneOf(id);
      if (!lane.isRunning) void run(lane);
    }
  }

  async function run(lane: Lane): Promise<void> {
    lane.isRunning = true;
    state.running += 1;
    clearTimeout(lane.timer);
    const { hints } = lane;
    try {
      await claimAll(lane);
    } catch (error) {
      ctx.work.log.error({ err: error, instance: lane.id }, 'claiming messages failed; retrying');
      sleep(lane, now() + PAUSE_MS);
    } finally {
      lane.isRunning = false;
      state.running -= 1;
    }
    if (lane.hints !== hints) ready.add(lane.id);
    else if (lane.inFlight.size === 0 && lane.sleepsUntil === 0) lanes.delete(lane.id);
    pump();
  }

  /** Until nothing more may start now. */
  async function claimAll(lane: Lane): Promise<void> {
    let [isWhole, isEmpty, found, nextAt] = [false, false, 0, Infinity];
    lane.workspaceId ??= await meet(lane);
    if (lane.workspaceId === undefined) return;
    while (canRun()) {
      const room = lane.limit - lane.inFlight.size;
      if (room <= 0) return;
      const { id: instanceId, workspaceId, cursor } = lane;
      if (cursor.after.every((id) => id === '')) [isWhole, isEmpty, found, nextAt] = [true, true, 0, Infinity];
      const outcome: Outcome = await claimFor(ctx, { instanceId, workspaceId, limit: room, cursor });
      // The scan sees when it is connected.
      if (outcome === 'parked') return;
      if (outcome === 'taken') return sleep(lane, now() + AGAIN_MS);

      begin(lane, outcome);
      await endMessages(ctx, outcome.instance, outcome.ended);
      found += outcome.messages.length + outcome.ended.length;
      nextAt = Math.min(nextAt, outcome.nextAt ?? Infinity);
      isEmpty &&= outcome.isEmpty;
      if (outcome.isPaced) return sleep(lane, nextAt, LONGEST_PACE_MS);
      // After a whole round with nothing in it; else there may be more behind what was found.
      if (!outcome.hasMore && isWhole && found === 0) {
        // Where nothing waits at all there is nothing to look at again: what comes gives a hint, and the scan finds it.
        if (!isEmpty) sleep(lane, nextAt);
        return;
      }
      // Requests of callers get their turn between two claims.
      await nextTurn();
    }
  }

  async function meet(lane: Lane): Promise<string | undefined> {
    const instance = await findInstance(ctx.database, lane.id);
    lane.limit = instance === undefined ? 1 : IN_FLIGHT[instance.driver];
    return instance?.workspaceId;
  }

  function begin(lane: Lane, claimed: Claimed): void {
    const ids = claimed.messages.map(({ row }) => row.id);
    if (ids.length === 0) return;
    for (const id of ids) lane.inFlight.add(id);
    const done = (id: string): void => {
      lane.inFlight.delete(id);
      // The next of its chat may go.
      hint(lane.id);
    };
    void give(lane, claimed, done);
  }

  async function give(lane: Lane, claimed: Claimed, done: (id: string) => void): Promise<void> {
    if (!(await dispatch(ctx, claimed, done))) sleep(lane, now() + PAUSE_MS);
  }

  function sleep(lane: Lane, until: number, longestMs = LONGEST_SLEEP_MS): void {
    lane.sleepsUntil = Math.min(until, now() + longestMs);
    clearTimeout(lane.timer);
    if (state.isOpen) lane.timer = setTimeout(() => hint(lane.id), Math.max(1, lane.sleepsUntil - now()));
  }

  /** Looks at everything that is open: hints may be lost, and schedules, leases and expiry give none. */
  async function scan(only?: string): Promise<number> {
    let found = 0;
    if (!canRun()) return found;
    for (let after = ''; ;) {
      const page = await openInstances(ctx.database, after, PAGE);
      for (const instance of page) if (only === undefined || instance.id === only) found += await look(instance);
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return found;
      after = last.id;
      await nextTurn();
    }
  }

  /** Ends what was not sent in time. */
  async function expire(only?: string): Promise<number> {
    if (!canRun()) return 0;
    const late = (await expiredMessages(ctx.database, now(), SLICE)).filter(
      ({ instanceId }) => only === undefined || instanceId === only,
    );
    for (const { id, instanceId, workspaceId } of late) {
      await endMessages(ctx, { id: instanceId, workspaceId }, [{ id, code: 'message_expired' }]);
    }
    return late.length;
  }

  /** Returns how much it found that is due. */
  async function look({ id, workspaceId, status, queuedAt, otherAt }: OpenInstance): Promise<number> {
    const others = otherAt !== undefined && otherAt <= now() ? await lookAtOthers({ id, workspaceId }) : 0;
    if (status !== 'connected' || queuedAt === undefined || queuedAt > now()) return others;
    const lane = lanes.get(id);
    if (lane === undefined || !(lane.isRunning || lane.sleepsUntil > now() || lane.inFlight.size >= lane.limit)) {
      hint(id);
      return others + 1;
    }
    return others;
  }

  async function lookAtOthers(instance: { id: string; workspaceId: string }): Promise<number> {
    const of = { instanceId: instance.id, now: now(), limit: SLICE };
    const scheduled = await dueMessages(ctx.database, { ...of, status: 'scheduled' });
    await queueScheduled(ctx, instance, scheduled);
    const ours = lanes.get(instance.id)?.inFlight;
    const sends = await dueMessages(ctx.database, { ...of, status: 'sending' });
    const lost = sends.filter((id) => !ours?.has(id));
    await recoverSends(ctx, instance, lost, of.now);
    const count = scheduled.length + lost.length;
    if (count > 0) hint(instance.id);
    ctx.figures.lost(lost.length);
    return count;
  }

  /** What a process that is gone had claimed: for the only one that sends. */
  async function recoverAll(): Promise<void> {
    for (let after = ''; ;) {
      const page = await openInstances(ctx.database, after, PAGE);
      for (const { id, workspaceId } of page) {
        for (;;) {
          const ids = await claimedByOthers(ctx.database, { instanceId: id, owner: ctx.me, limit: SLICE });
          await recoverSends(ctx, { id, workspaceId }, ids, FAR);
          if (ids.length < SLICE) break;
        }
      }
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = last.id;
    }
  }

  /** For calls that take long, as with a large file. */
  async function renew(): Promise<void> {
    const ids = [...lanes.values()].flatMap(({ inFlight }) => [...inFlight]);
    const order = { owner: ctx.me, leaseUntil: now() + LEASE_MS };
    for (let from = 0; from < ids.length; from += SLICE) {
      await renewLeases(ctx.database, { ...order, ids: ids.slice(from, from + SLICE) });
    }
  }

  const inFlight = (): number => [...lanes.values()].reduce((sum, lane) => sum + lane.inFlight.size, 0);
  const isBusy = (): boolean => state.running > 0 || inFlight() > 0;

  /** Nothing of an instance, or of any, is being claimed or is at a provider. */
  function isQuiet(only: string | undefined): boolean {
    if (only === undefined) return !isBusy() && (ready.size === 0 || !canRun());
    const lane = lanes.get(only);
    return lane === undefined || !(lane.isRunning || lane.inFlight.size > 0 || (ready.has(only) && canRun()));
  }

  return {
    hint,
    scan,
    expire,
    recoverAll,
    renew,
    inFlight,
    isBusy,
    /** Resolves when it is quiet; true when it was not at first. */
    async quiet(only?: string): Promise<boolean> {
      if (isQuiet(only)) return false;
      while (!isQuiet(only)) await Bun.sleep(1);
      return true;
    },
    /** What waits is looked at anew. */
    rouse(only?: string): void {
      for (const lane of lanes.values()) if (only === undefined || lane.id === only) lane.sleepsUntil = 0;
    },
    open: (): void => void (state.isOpen = true),
    close(): void {
      state.isOpen = false;
      ready.clear();
      for (const { timer } of lanes.values()) clearTimeout(timer);
    },
  };
}
