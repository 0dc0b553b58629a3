import type { Log } from './log';
import { isOutage } from './outage';

const EVERY_MS = 500;
const MAX_WAITING = 10_000;

export interface AfterOutage {
  run(write: () => Promise<void>): Promise<void>;
  stop(): void;
}

export function createAfterOutage(log: Log): AfterOutage {
  const waiting: (() => Promise<void>)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (): void => {
    timer ??= setTimeout(() => void runAll(), EVERY_MS);
  };

  const runAll = async (): Promise<void> => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await next();
      } catch (error) {
        if (isOutage(error)) break;
        log.error({ err: error }, 'write failed after database outage');
      }
      waiting.shift();
    }
    timer = undefined;
    if (waiting.length > 0) schedule();
  };

  return {
    async run(write) {
      try {
        await write();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (waiting.length >= MAX_WAITING) return;
        waiting.push(write);
        schedule();
      }
    },
    stop: () => clearTimeout(timer),
  };
}
