import { engine } from '../../db/engine';
import type { Log } from '../../log';
import { repeat, type Repetition } from '../../schedule';

/** Hints of other processes may be lost, so PostgreSQL is asked more often. */
const SCAN_MS = engine === 'postgres' ? 1000 : 5000;
const RECOVER_MS = 5000;
const REPLAY_MS = 1000;

interface SweepsOptions {
  log: Log;
  /** Looks for webhooks with deliveries that are due. */
  scan: () => Promise<void>;
  /** Makes due again what a process that ended had in flight. */
  recover: (all: boolean) => Promise<void>;
  /** Adds the next deliveries of replays. */
  replay: () => Promise<void>;
}

/** What is done again and again, because every hint may be lost. */
export function createSweeps({ log, scan, recover, replay }: SweepsOptions) {
  let repetitions: Repetition[] = [];
  return {
    start(): void {
      repetitions = [
        repeat({ name: 'due deliveries', everyMs: SCAN_MS, jitter: 0.1, run: scan }, log),
        repeat({ name: 'lost leases', everyMs: RECOVER_MS, jitter: 0.1, run: () => recover(false) }, log),
        repeat({ name: 'replays', everyMs: REPLAY_MS, run: replay }, log),
      ];
    },
    async stop(): Promise<void> {
      await Promise.all(repetitions.map((one) => one.stop()));
    },
    /** Looks at once, after hints were lost. */
    async now(): Promise<void> {
      try {
        await scan();
      } catch (error) {
        log.error({ err: error }, 'due webhook deliveries unreadable');
      }
    },
  };
}
