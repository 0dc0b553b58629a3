import { MINUTE_MS } from '../../shared/durations';
/*
 * The engine for background work. A module declares a queue over its own rows: `due` finds lanes with work, `claim`
 * leases rows of a lane, `run` processes one.
 * - Only rows hold state: `due` finds all work after a restart.
 * - `wake` is a hint. A sweep (`due`) finds what hints missed: at the start, after work, after a change of processes or
 *   of the clock, and every 30 seconds.
 * - Lanes take turns of one claim each, and so do groups of lanes.
 * - A lane that fails, or whose rows cannot be claimed, rests for increasing times.
 * - A `ClaimResult` ends the turn while its rows still run, for queues with their own pacing.
 * - Leases end with their process (`system/leases.ts`); a run must notice in its transaction that its lease expired.
 */
import { backgroundRunner } from '../db/background';
import { nextTurn } from '../next-turn';
import { createRests } from './rests';
import { createRunner, type RowResult } from './run-row';
import { createTurnOrder } from './turn-order';
import type { QueueDeps, QueueOptions, RowQueue, RunResult } from './types';

const SWEEP_MS = 30_000;
const SHARED_SWEEP_MS = 2000;
/** A sweep follows work after this time, and uses at most one part in `SWEEP_SHARE` of all time. */
const SETTLE_MS = 200;
const SWEEP_SHARE = 20;
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = MINUTE_MS;
const MAX_EMPTY_MS = 30_000;
/** A hint during a run shortens the pause that the run returns. */
const HINTED_PAUSE_MS = 50;
const LONG_TURN_MS = 1000;
const LEASE_SECONDS = 60;

const backoff = (failures: number, longest: number): number => Math.min(longest, PAUSE_MS * 2 ** (failures - 1));

export function createQueue<Row>(deps: QueueDeps, options: QueueOptions<Row>): RowQueue {
  const { name, parallelLanes, parallelTurns = 1, batch = Infinity, groupOf = (lane) => lane } = options;
  const { retry = (failures) => backoff(failures, MAX_PAUSE_MS), leaseSeconds = LEASE_SECONDS } = options;
  const { log, owner } = deps;
  const outside = backgroundRunner();
  const ready = createTurnOrder(groupOf);
  const rests = createRests();
  const running = new Map<string, number>();
  const turns = new Set<Promise<void>>();
  const beside = new Map<string, Set<Promise<void>>>();
  const runner = createRunner(deps, options, rests);
  const swept = new Set<string>();
  const waiters = new Set<() => void>();
  const counters = new Set<(lane: string) => void>();
  const state = { isStarted: false, isSweepWanted: false, sweptAt: 0, sweepMs: 0 };
  let stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Infinity;
  let renewals: ReturnType<typeof setInterval> | undefined;

  const now = (): number => (options.now ?? deps.now)().getTime();
  const isOpen = (): boolean => state.isStarted && (options.isOpen?.() ?? true);
  const mayRun = (lane: string): boolean => (running.get(lane) ?? 0) < parallelTurns;
  const sweepEvery = (): number => (deps.processes() > 1 ? (options.sharedSweepMs ?? SHARED_SWEEP_MS) : SWEEP_MS);

  function sweepIn(milliseconds: number): void {
    const at = performance.now() + Math.max(1, milliseconds);
    if (!state.isStarted || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = outside(() => setTimeout(onTimer, Math.max(1, milliseconds)));
  }

  function onTimer(): void {
    timerAt = Infinity;
    void sweep();
  }

  /** One sweep runs at a time; requests meanwhile share the next one. */
  function sweep(): Promise<void> {
    state.isSweepWanted = true;
    sweeping ??= outside(async () => {
      await nextTurn();
      while (state.isSweepWanted && isOpen()) {
        state.isSweepWanted = false;
        await sweepOnce();
      }
    }).finally(() => {
      sweeping = undefined;
      notify();
    });
    return sweeping;
  }

  async function sweepOnce(): Promise<void> {
    const began = performance.now();
    let nextMs = sweepEvery();
    try {
      const at = now();
      for (const { lane, at: dueAt } of await options.due(at)) {
        const waitMs = Math.max(dueAt - at, rests.leftMs(lane));
        if (waitMs > 0) nextMs = Math.min(nextMs, waitMs);
        // The end of the running turn decides when its lane is due again.
        else if (!running.has(lane) && !ready.has(lane)) {
          swept.add(lane);
          ready.add(lane);
        }
      }
    } catch (error) {
      log.error({ err: error, queue: name }, 'due work could not be read; trying again');
      nextMs = PAUSE_MS;
    }
    state.sweptAt = performance.now();
    state.sweepMs = state.sweptAt - began;
    sweepIn(nextMs);
    pump();
  }

  function pump(): void {
    while (isOpen() && turns.size < parallelLanes) {
      const lane = ready.next(mayRun);
      if (lane === undefined) return;
      const turn: Promise<void> = outside(() => serve(lane, swept.delete(lane))).finally(() => {
        turns.delete(turn);
        notify();
        pump();
      });
      turns.add(turn);
    }
  }

  async function serve(lane: string, isSwept: boolean): Promise<void> {
    running.set(lane, (running.get(lane) ?? 0) + 1);
    const began = performance.now();
    const isOver = (): boolean =>
      !isOpen() || (ready.size > 0 && turns.size >= parallelLanes && performance.now() - began > LONG_TURN_MS);
    let finish: () => void;
    try {
      await deps.watch(name, 'claim', lane);
      const at = now();
      const lease = { owner, now: new Date(at), until: new Date(at + leaseSeconds * 1000), limit: batch };
      const claimed = await options.claim(lane, lease);
      const rows = 'rows' in claimed ? claimed.rows : claimed;
      if (rows.length > 0) for (const count of counters) count(lane);
      const turn = { owner, signal: stopping.signal, isOver };
      if ('rows' in claimed) {
        await deps.watch(name, 'claimed', lane);
        for (const row of rows) runBeside(lane, runner.run(lane, row, turn));
        finish = () => leave(lane, isSwept, rows.length, claimed.next);
      } else {
        await deps.watch(name, 'claimed', lane);
        if (rows.length >= batch) {
          ready.add(lane);
          pump();
        }
        const results = await Promise.all(rows.map((row) => runner.run(lane, row, turn)));
        finish = () => settle(lane, isSwept, results);
      }
    } catch (error) {
      rests.fail(lane);
      finish = () => restFailed(lane);
      log.error({ err: error, queue: name, lane }, 'work could not be claimed; trying again');
    }
    await nextTurn();
    const left = (running.get(lane) ?? 1) - 1;
    if (left > 0) running.set(lane, left);
    else running.delete(lane);
    // Called last, since a sweep skips lanes that run.
    finish();
  }

  function settle(lane: string, isSwept: boolean, results: readonly RowResult[]): void {
    if (results.includes('failed')) return restFailed(lane);
    if (rests.mustRest(lane)) return;
    if (results.length === 0 && isSwept) return restEmpty(lane);
    if (results.length > 0) rests.forget(lane);
    const pauseMs = Math.max(0, ...results.map((result) => (typeof result === 'object' ? result.pauseMs : 0)));
    if (pauseMs > 0) {
      const ms = ready.has(lane) ? Math.min(pauseMs, HINTED_PAUSE_MS) : pauseMs;
      ready.delete(lane);
      sweepIn(rests.rest(lane, { ms, isFirm: false }));
    } else if (results.includes('more')) ready.add(lane);
    else sweepSoon();
  }

  function leave(lane: string, isSwept: boolean, rows: number, next: RunResult): void {
    // A row of the turn has failed meanwhile.
    if (rests.mustRest(lane)) return;
    if (next === 'more') ready.add(lane);
    else if (next !== 'done') {
      if (!ready.has(lane)) sweepIn(rests.rest(lane, { ms: next.pauseMs, isFirm: false }));
    } else if (rows === 0 && isSwept) restEmpty(lane);
    else sweepSoon();
  }

  function runBeside(lane: string, run: Promise<RowResult>): void {
    const runs = beside.get(lane) ?? new Set();
    beside.set(lane, runs);
    const one = run
      .then((result) => (result === 'failed' ? restFailed(lane) : rests.forget(lane)))
      .finally(() => {
        runs.delete(one);
        if (runs.size === 0) beside.delete(lane);
        notify();
      });
    runs.add(one);
  }

  function restFailed(lane: string): void {
    ready.delete(lane);
    sweepIn(rests.rest(lane, { ms: retry(rests.failures(lane)), isFirm: true }));
  }

  /** A single empty claim may be a race; repeated ones mean that another process holds the rows. */
  function restEmpty(lane: string): void {
    const ms = Math.min(MAX_EMPTY_MS, SETTLE_MS * (2 ** rests.empty(lane) - 2));
    sweepIn(ms > 0 ? rests.rest(lane, { ms, isFirm: false }) : SETTLE_MS);
  }

  const sweepSoon = (): void =>
    sweepIn(Math.max(SETTLE_MS, state.sweptAt + SWEEP_SHARE * state.sweepMs - performance.now()));

  function notify(): void {
    for (const wake of waiters) wake();
    waiters.clear();
  }

  async function renewAll(): Promise<void> {
    const until = new Date(now() + leaseSeconds * 1000);
    try {
      if (runner.held.size > 0) await options.renew?.([...runner.held], until);
    } catch (error) {
      log.warn({ err: error, queue: name }, 'leases could not be extended');
    }
  }

  const isQuiet = (lane: string | undefined): boolean =>
    lane === undefined
      ? turns.size + beside.size === 0 && (ready.size === 0 || !isOpen())
      : !running.has(lane) && !beside.has(lane) && (!ready.has(lane) || !isOpen());

  return {
    name,
    wake(lane) {
      if (!isOpen()) return;
      if (lane === undefined) void sweep();
      else if (rests.wake(lane)) {
        swept.delete(lane);
        ready.add(lane);
        outside(() => setImmediate(pump));
      }
    },
    wakeAt: (at) => sweepIn(at - now()),
    changed() {
      rests.wakeAll();
      if (isOpen()) void sweep();
    },
    start() {
      state.isStarted = true;
      stopping = new AbortController();
      if (options.renew) renewals = outside(() => setInterval(() => void renewAll(), (leaseSeconds * 1000) / 3));
      sweepIn(1);
    },
    async stop() {
      state.isStarted = false;
      clearTimeout(timer);
      timerAt = Infinity;
      ready.clear();
      swept.clear();
      stopping.abort();
      await sweeping;
      while (turns.size > 0) await Promise.all(turns);
      while (beside.size > 0) await Promise.all([...beside.values()].flatMap((runs) => [...runs]));
      clearInterval(renewals);
      notify();
    },
    async idle(lane) {
      // Work that was already running counts too.
      let worked = isQuiet(lane) ? 0 : 1;
      const count = (one: string): void => void (worked += lane === undefined || one === lane ? 1 : 0);
      counters.add(count);
      rests.wakeAll();
      try {
        for (;;) {
          if (isOpen()) await sweep();
          if (isQuiet(lane)) return worked;
          while (!isQuiet(lane)) await new Promise<void>((resolve) => void waiters.add(resolve));
        }
      } finally {
        counters.delete(count);
      }
    },
    renew: renewAll,
    async backlog() {
      const at = now();
      let [due, first] = [0, at];
      for (const one of isOpen() ? await options.due(at) : []) {
        if (one.at > at) continue;
        due += 1;
        first = Math.min(first, one.at);
      }
      return { due, lagSeconds: (at - first) / 1000 };
    },
  };
}
