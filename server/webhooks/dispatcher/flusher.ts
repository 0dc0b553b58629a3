import { Batcher } from '../../db/batcher';
import type { DispatcherContext } from './dispatcher-context';
import { type DeliveryResult, type FlushResult, writeResults } from './write-results';

const FLUSH_EVERY_MS = 5;
const ROWS_PER_FLUSH = 256;
/** Above this number of unwritten results, no more requests start. */
export const MAX_UNWRITTEN = 1000;
/** Memory is the only bound: results stop coming at `MAX_UNWRITTEN`. */
const QUEUE_SIZE = 1_000_000;

type OnCommitted = (results: readonly DeliveryResult[], flushed: FlushResult, milliseconds: number) => void;

/** A result that a flush cannot write stays for a later flush. */
export function createFlusher({ database, log, results: ctx }: DispatcherContext, onCommitted: OnCommitted) {
  let added = 0;
  let written = 0;

  const openBatcher = (): Batcher<DeliveryResult> =>
    new Batcher<DeliveryResult>({
      name: 'delivery results',
      store: database,
      log,
      everyMs: FLUSH_EVERY_MS,
      batchSize: ROWS_PER_FLUSH,
      queueSize: QUEUE_SIZE,
      async write(tx, results) {
        const started = performance.now();
        const flushed = await writeResults(ctx, tx, results);
        tx.afterCommit(() => {
          written += results.length;
          onCommitted(results, flushed, performance.now() - started);
        });
      },
    });
  let batcher = openBatcher();
  let dropped = 0;
  let isStopped = false;

  return {
    add(result: DeliveryResult): void {
      added += 1;
      batcher.add(result);
    },
    /** Resolves when the result is committed. */
    write(result: DeliveryResult): Promise<void> {
      added += 1;
      return batcher.write(result);
    },
    get unwritten(): number {
      return added - written - dropped - batcher.dropped;
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
