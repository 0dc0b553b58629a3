/*
 * The one engine for background work. A module declares a queue over rows of its own: `due` finds lanes with work,
 * `claim` takes rows of a lane, `run` does one. The engine decides when and in which order:
 *
 * - Rows are the only queue. All that is held here can be lost: a start finds everything by `due`.
 * - `wake` is a hint. A sweep (`due`) finds what hints missed: at the start, after work, when another process has come
 *   or gone, when the clock has jumped, and every 30 seconds.
 * - Between two sweeps the process sleeps until the first lane is due, or a hint comes.
 * - Lanes take turns, and groups of lanes do: a turn is one claim, and what is left comes after those that wait.
 * - A lane that fails, or of which a sweep found work that nobody could claim, rests, longer each time.
 * - A lease ends with its process: see `system/leases.ts`. A run that outlives its lease must notice it in its transaction.
 */
import { backgroundRunner } from '../db/background';
import { nextTurn } from '../schedule';
import { createRests } from './rests';
import { createTurnOrder } from './turn-order';
import type { QueueDeps, QueueOptions, Turn, WorkQueue } from './types';

const SWEEP_MS = 30_000;
const SHARED_SWEEP_MS = 2000;
/** Work is followed by a sweep, which sees when more is due; so many milliseconds later, and at most a part of all time. */
const SETTLE_MS = 200;
const SWEEP_SHARE = 20;
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_EMPTY_MS = 30_000;
/** After a pause that a hint cut short. */
const HINTED_PAUSE_MS = 50;
const LONG_TURN_MS = 1000;
const LEASE_SECONDS = 60;

const backoff = (failures: number, longest: number): number => Math.min(longest, PAUSE_MS * 2 ** (failures - 1));

export function createQueue<Row>(deps: QueueDeps, options: QueueOptions<Row>): WorkQueue {
  const { name, parallelLanes, parallelTurns = 1, batch = Infinity, groupOf = (lane) => lane } = options;
  const { retry = (failures) => backoff(failures, LONGEST_PAUSE_MS), leaseSeconds = LEASE_SECONDS } = options;
  const { log, owner } = deps;
  const outside = backgroundRunner();
  const ready = createTurnOrder(groupOf);
  const rests = createRests();
  /** Turns that run, by lane. */
  const running = new Map<string, number>();
  const turns = new Set<Promise<void>>();
  /** Rows that run, for `renew`. */
  const held = new Set<Row>();
  /** Lanes that a sweep found, not a hint. */
  const swept = new Set<string>();
  const waiters = new Set<() => void>();
  const state = { isStarted: false, worked: 0, isSweepWanted: false, sweptAt: 0, sweepMs: 0 };
  let stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Infinity;
  let renewals: ReturnType<typeof setInterval> | undefined;

  const now = (): number => (options.now ?? deps.now)().getTime();
  const isOpen = (): boolean => state.isStarted && (options.isOpen?.() ?? true);
  const mayRun = (lane: string): boolean => (running.get(lane) ?? 0) < parallelTurns;
  const sweepEvery = (): number => (deps.processes() > 1 ? (options.sharedSweepMs ?? SHARED_SWEEP_MS) : SWEEP_MS);

  /** Sweeps after so long at the latest. */
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

  /** One at a time; what is asked meanwhile is answered by the next. */
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
        if (dueAt > at) nextMs = Math.min(nextMs, dueAt - at);
        else if (!running.has(lane) && !rests.isResting(lane) && !ready.has(lane)) {
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
    sweepIn(Math.min(nextMs, rests.nextMs()));
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
    const ended = { rows: 0, hasFailed: false, isMore: false, pauseMs: 0 };
    try {
      await deps.watch(name, 'claim', lane);
      const at = now();
      const lease = { owner, now: new Date(at), until: new Date(at + leaseSeconds * 1000), limit: batch };
      const rows = await options.claim(lane, lease);
      await deps.watch(name, 'claimed', lane);
      ended.rows = rows.length;
      if (rows.length >= batch) {
        ready.add(lane);
        pump();
      }
      const results = await Promise.all(
        rows.map((row) => runOne(lane, row, { owner, signal: stopping.signal, isOver })),
      );
      for (const result of results) {
        if (result === 'failed') ended.hasFailed = true;
        else if (result === 'more') ended.isMore = true;
        else if (typeof result === 'object') ended.pauseMs = Math.max(ended.pauseMs, result.pauseMs);
      }
    } catch (error) {
      ended.hasFailed = true;
      rests.fail(lane);
      log.error({ err: error, queue: name, lane }, 'work could not be claimed; trying again');
    }
    settle(lane, isSwept, ended);
    await nextTurn();
    const left = (running.get(lane) ?? 1) - 1;
    if (left > 0) running.set(lane, left);
    else running.delete(lane);
  }

  async function runOne(lane: string, row: Row, turn: Turn) {
    const began = performance.now();
    held.add(row);
    try {
      await deps.watch(name, 'run', lane);
      const result = await options.run(row, turn);
      await deps.watch(name, 'ran', lane);
      deps.metrics.ran(name, 'done', performance.now() - began);
      return result;
    } catch (error) {
      deps.metrics.ran(name, 'failed', performance.now() - began);
      log.error({ err: error, queue: name, lane }, 'work failed; trying again');
      const failures = rests.fail(lane);
      try {
        await options.failed?.(row, error, failures);
      } catch (second) {
        log.error({ err: second, queue: name, lane }, 'failure of work could not be recorded');
      }
      return 'failed';
    } finally {
      held.delete(row);
    }
  }

  function settle(
    lane: string,
    isSwept: boolean,
    { rows, hasFailed, isMore, pauseMs }: { rows: number; hasFailed: boolean; isMore: boolean; pauseMs: number },
  ): void {
    if (rows > 0) state.worked += 1;
    if (hasFailed) {
      ready.delete(lane);
      sweepIn(rests.rest(lane, { ms: retry(rests.failures(lane)), isFirm: true }));
      return;
    }
    if (rows === 0 && isSwept) {
      // Once it may just have been taken; due again and again, somebody else has it.
      const ms = Math.min(LONGEST_EMPTY_MS, SETTLE_MS * (2 ** rests.empty(lane) - 2));
      sweepIn(ms > 0 ? rests.rest(lane, { ms, isFirm: false }) : SETTLE_MS);
      return;
    }
    if (rows > 0) rests.forget(lane);
    if (pauseMs > 0) {
      const ms = ready.has(lane) ? Math.min(pauseMs, HINTED_PAUSE_MS) : pauseMs;
      ready.delete(lane);
      sweepIn(rests.rest(lane, { ms, isFirm: false }));
    } else if (isMore) ready.add(lane);
    else sweepIn(Math.max(SETTLE_MS, state.sweptAt + SWEEP_SHARE * state.sweepMs - performance.now()));
  }

  function notify(): void {
    for (const wake of waiters) wake();
    waiters.clear();
  }

  async function renewAll(): Promise<void> {
    const until = new Date(now() + leaseSeconds * 1000);
    try {
      if (held.size > 0) await options.renew?.([...held], until);
    } catch (error) {
      log.warn({ err: error, queue: name }, 'leases could not be extended');
    }
  }

  const isQuiet = (lane: string | undefined): boolean =>
    lane === undefined
      ? turns.size === 0 && (ready.size === 0 || !isOpen())
      : !running.has(lane) && (!ready.has(lane) || !isOpen());

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
      clearInterval(renewals);
      notify();
    },
    async idle(lane) {
      const before = state.worked;
      for (;;) {
        if (isOpen()) await sweep();
        if (isQuiet(lane)) return state.worked - before;
        while (!isQuiet(lane)) await new Promise<void>((resolve) => void waiters.add(resolve));
      }
    },
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
