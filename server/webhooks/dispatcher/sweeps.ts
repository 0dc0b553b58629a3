import type { Log } from '../../log';
import { repeat, type Repetition } from '../../schedule';

const RECOVER_MS = 5000;
const REPLAY_MS = 1000;

interface SweepsOptions {
  log: Log;
  scanMs: number;
  scan: () => Promise<void>;
  recover: () => Promise<void>;
  replay: () => Promise<void>;
}

/** Repeated work, since every hint may be lost. */
export function createSweeps({ log, scanMs, scan, recover, replay }: SweepsOptions) {
  let repetitions: Repetition[] = [];
  return {
    start(): void {
      repetitions = [
        repeat({ name: 'due deliveries', everyMs: scanMs, jitter: 0.1, run: scan }, log),
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
