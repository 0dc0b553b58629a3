import { backgroundRunner, inBackground, inForeground } from './db/background';
import { PURGE_ROWS } from './db/purge';
import type { Log } from './log';

export interface Task {
  name: string;
  everyMs: number;
  jitter?: number;
  firstMs?: number;
  /** Runs its queries in the foreground, because others wait for it. */
  isUrgent?: boolean;
  /** While true, the task runs once a second at most. */
  isIdle?: () => boolean;
  /** Must end early when the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>;
}

const TURN_MS = 250;
export const IDLE_MS = 1000;

/** Longer delays end together, so that an idle process wakes up once a second. */
export function untilTurn(delay: number, now = performance.now()): number {
  if (delay < TURN_MS) return delay;
  const turn = delay < IDLE_MS ? TURN_MS : IDLE_MS;
  return Math.round((now + delay) / turn) * turn - now;
}

export interface Repetition {
  stop(): Promise<void>;
}

/** Runs never overlap. An error is logged, and the next run follows as usual. */
export function repeat(task: Task, log: Log, random: () => number = Math.random): Repetition {
  const { name, everyMs, jitter = 0, firstMs = everyMs, isUrgent = false, isIdle = () => false, run } = task;
  const within = isUrgent ? inForeground : inBackground;
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  const once = async (): Promise<void> => {
    try {
      await within(() => run(ending.signal));
    } catch (error) {
      log.error({ err: error, task: name }, 'task failed');
    } finally {
      running = undefined;
      const waitMs = isIdle() ? Math.max(IDLE_MS, everyMs) : everyMs;
      schedule(waitMs * (1 - jitter + 2 * jitter * random()));
    }
  };
  const schedule = (delay: number): void => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => (running = once()), untilTurn(delay));
  };
  schedule(firstMs);

  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

export interface RequestedTask {
  request(): void;
  stop(): Promise<void>;
}

/** Runs once for all requests within `delayMs`, and again after an error. Runs never overlap. */
export function onRequest(
  { name, delayMs, run }: { name: string; delayMs: number; run: () => Promise<unknown> },
  log: Log,
): RequestedTask {
  const outside = backgroundRunner();
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const once = async (): Promise<void> => {
    timer = undefined;
    try {
      await run();
    } catch (error) {
      log.error({ err: error, task: name }, 'task failed');
      request();
    }
  };
  const request = (): void => {
    if (isStopped) return;
    timer ??= outside(() => setTimeout(() => (running = running.then(once)), delayMs));
  };

  return {
    request,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export function repeatAll(log: Log, tasks: readonly Task[]): Repetition {
  const repetitions = tasks.map((task) => repeat(task, log));
  return { stop: async () => void (await Promise.all(repetitions.map((one) => one.stop()))) };
}

export const ago = (now: () => Date, milliseconds: number): Date => new Date(now().getTime() - milliseconds);

/** Repeats until fewer than `full` rows are deleted; requests run in between. */
export async function drain(
  signal: AbortSignal,
  purge: () => Promise<number>,
  full = PURGE_ROWS,
  pauseMs = 1,
): Promise<void> {
  while (!signal.aborted && (await purge()) >= full) await Bun.sleep(pauseMs);
}
