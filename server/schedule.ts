import { inBackground, inForeground } from './db/background';
import { PURGE_ROWS } from './db/purge';
import type { Log } from './log';

export interface Task {
  name: string;
  everyMs: number;
  jitter?: number;
  firstMs?: number;
  /** Runs its queries in the foreground, because others wait for it. */
  isUrgent?: boolean;
  /** Must end early when the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>;
}

export interface Repetition {
  stop(): Promise<void>;
}

/** Runs never overlap. An error is logged, and the next run follows as usual. */
export function repeat(task: Task, log: Log, random: () => number = Math.random): Repetition {
  const { name, everyMs, jitter = 0, firstMs = everyMs, isUrgent = false, run } = task;
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
      schedule(everyMs * (1 - jitter + 2 * jitter * random()));
    }
  };
  const schedule = (delay: number): void => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => (running = once()), delay);
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

/** Resolves after pending timers, sockets and other waiters. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export const ago = (now: () => Date, milliseconds: number): Date => new Date(now().getTime() - milliseconds);

/** Repeats until fewer than `full` rows are deleted; requests run in between. */
export async function drain(signal: AbortSignal, purge: () => Promise<number>, full = PURGE_ROWS): Promise<void> {
  while (!signal.aborted && (await purge()) >= full) await Bun.sleep(1);
}
