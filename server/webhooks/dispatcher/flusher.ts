import { Batcher } from '../../db/batcher';
import type { Store } from '../../db/database';
import type { Log } from '../../log';
import { type Flushed, type Result, type ResultContext, writeResults } from './results';

const EVERY_MS = 5;
const ROWS = 256;
/** Above so many results that are not written yet, nothing more is sent. */
export const MOST_UNWRITTEN = 1000;
/** Only memory bounds it: results stop coming at `MOST_UNWRITTEN`. */
const QUEUE = 1_000_000;

interface FlusherOptions {
  ctx: ResultContext;
  store: Store;
  log: Log;
  /** Hears of results once they are committed. */
  committed: (results: readonly Result[], flushed: Flushed, milliseconds: number) => void;
}

/** Writes results in groups: what a flush cannot write is kept and written by a later one. */
export function createFlusher({ ctx, store, log, committed }: FlusherOptions) {
  let handedOver = 0;
  let written = 0;

  const batcher = new Batcher<Result>({
    name: 'delivery results',
    store,
    log,
    everyMs: EVERY_MS,
    batchSize: ROWS,
    queueSize: QUEUE,
    async write(tx, results) {
      const started = performance.now();
      const flushed = await writeResults(ctx, tx, results);
      tx.afterCommit(() => {
        written += results.length;
        committed(results, flushed, performance.now() - started);
      });
    },
  });

  return {
    add(result: Result): void {
      handedOver += 1;
      batcher.add(result);
    },
    /** Settles when it is committed. */
    write(result: Result): Promise<void> {
      handedOver += 1;
      return batcher.write(result);
    },
    get unwritten(): number {
      return handedOver - written - batcher.dropped;
    },
    stop: () => batcher.stop(),
  };
}
export type Flusher = ReturnType<typeof createFlusher>;
