import type { Store } from '../../db/database';
import type { Log } from '../../log';
import type { RequestRecorder } from './recorder';

/** Stands until the recorder of the usage feature is in place. */
export function createRecorder(_: { store: Store; log: Log; now: () => Date }): RequestRecorder {
  return {
    rejected() {},
    markKeyUse() {},
    markSessionUse() {},
    record() {},
    async flush() {},
    start() {},
    async stop() {},
  };
}
