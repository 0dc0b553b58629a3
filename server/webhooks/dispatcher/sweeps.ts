import type { Log } from '../../log';
import { repeatAll, type Repetition } from '../../schedule';

const RECOVER_MS = 5000;
const REPLAY_MS = 1000;

interface SweepsOptions {
  log: Log;
  scanMs: number;
  scan: () => Promise<void>;
  recover: () => Promise<void>;
  replay: () => Promise<void>;
}

/** Repeated, since every hint may be lost. */
export function createSweeps({ log, scanMs, scan, recover, replay }: SweepsOptions) {
  let repetitions: Repetition | undefined;
  return {
    start(): void {
      repetitions = repeatAll(log, [
        { name: 'due deliveries', everyMs: scanMs, jitter: 0.1, run: scan },
        { name: 'lost leases', everyMs: RECOVER_MS, jitter: 0.1, run: recover },
        { name: 'replays', everyMs: REPLAY_MS, run: replay },
      ]);
    },
    async stop(): Promise<void> {
      await repetitions?.stop();
    },
    async now(): Promise<void> {
      try {
        await recover();
        await scan();
      } catch (error) {
        log.error({ err: error }, 'due webhook deliveries unreadable');
      }
    },
  };
}
