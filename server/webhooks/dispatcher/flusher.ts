import { Batcher } from '../../db/batcher';
import type { Store } from '../../db/database';
import type { Log } from '../../log';
import { type Flushed, type Result, type ResultContext, writeResults } from './results';

const EVERY_MS = 5;
const ROWS = 256;
/** Above this number of unwritten results, no more requests start. */
export const MAX_UNWRITTEN = 1000;
/** Memory is the only bound: results stop coming at `MAX_UNWRITTEN`. */
const QUEUE = 1_000_000;

interface FlusherOptions {
  ctx: ResultContext;
  store: Store;
  log: Log;
  /** Called once results are committed. */
  committed: (results: readonly Result[], flushed: Flushed, milliseconds: number) => void;
}

/** Writes results in groups. A result that a flush cannot write stays for a later flush. */
export function createFlusher({ ctx, store, log, committed }: FlusherOptions) {
  let handedOver = 0;
  let written = 0;

  const openBatcher = (): Batcher<Result> =>
    new Batcher<Result>({
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
  let batcher = openBatcher();
  let dropped = 0;
  let isStopped = false;

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
      return handedOver - written - dropped - batcher.dropped;
    },
    start(): void {
      if (!isStopped) return;
      dropped += batcher.dropped;
      batcher = openBatcher();
      isStopped = false;
    },
    async stop(): Promise<void> {
      await batcher.stop();
      isStopped = true;
    },
  };
}
export type Flusher = ReturnType<typeof createFlusher>;
