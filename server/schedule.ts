import { inBackground, inForeground } from './db/background';
import type { Log } from './log';

export interface Task {
  name: string;
  everyMs: number;
  jitter?: number;
  firstMs?: number;
  /** Its queries run in the foreground, because others wait for it. */
  isUrgent?: boolean;
  /** Does the work once; a long one ends early when the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>;
}

export interface Repetition {
  /** No run begins any more; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Repeats a task without overlap. An error is logged, and the next run comes as usual. */
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

/** Resolves after timers, sockets and whoever else waits have had their turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
