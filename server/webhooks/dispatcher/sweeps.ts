import { isSharedDatabase } from '../../db/engine';
import type { Log } from '../../log';
import { repeat, type Repetition } from '../../schedule';

/** On PostgreSQL, hints of other processes may be lost, so it is polled more often. */
const SCAN_MS = isSharedDatabase ? 1000 : 5000;
const RECOVER_MS = 5000;
const REPLAY_MS = 1000;

interface SweepsOptions {
  log: Log;
  scan: () => Promise<void>;
  recover: () => Promise<void>;
  replay: () => Promise<void>;
}

/** Repeated work, since every hint may be lost. */
export function createSweeps({ log, scan, recover, replay }: SweepsOptions) {
  let repetitions: Repetition[] = [];
  return {
    start(): void {
      repetitions = [
        repeat({ name: 'due deliveries', everyMs: SCAN_MS, jitter: 0.1, run: scan }, log),
        repeat({ name: 'lost leases', everyMs: RECOVER_MS, jitter: 0.1, run: recover }, log),
        repeat({ name: 'replays', everyMs: REPLAY_MS, run: replay }, log),
      ];
    },
    async stop(): Promise<void> {
      await Promise.all(repetitions.map((one) => one.stop()));
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
