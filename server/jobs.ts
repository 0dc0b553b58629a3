import { MINUTE_MS } from '../shared/durations';
import type { Services } from './call-context';
import { jobsOf } from './modules';
import { repeatAll, type Repetition } from './schedule';

export interface Jobs {
  start(): void;
  stop(): Promise<void>;
}

export function createJobs(services: Services): Jobs {
  let repetitions: Repetition | undefined;
  return {
    start() {
      const tasks = jobsOf(services).map((job) => {
        // Not immediately, since a process that restarts in a loop must not purge in a loop.
        const firstMs = Math.min(job.everyMs, MINUTE_MS) * (0.5 + Math.random() / 2);
        return { jitter: 0.1, firstMs, ...job };
      });
      repetitions = repeatAll(services.log, tasks);
    },
    async stop() {
      await repetitions?.stop();
    },
  };
}
