import type { createRests } from './rests';
import type { QueueDeps, QueueOptions, RunResult, Turn } from './types';

export type RowResult = RunResult | 'failed' | void;

export function createRunner<Row>(
  { log, metrics, watch }: QueueDeps,
  { name, run, failed }: QueueOptions<Row>,
  rests: ReturnType<typeof createRests>,
) {
  const held = new Set<Row>();
  return {
    held: held as ReadonlySet<Row>,

    async run(lane: string, row: Row, turn: Turn): Promise<RowResult> {
      const began = performance.now();
      held.add(row);
      try {
        await watch(name, 'run', lane);
        const result = await run(row, turn);
        await watch(name, 'ran', lane);
        metrics.ran(name, 'done', performance.now() - began);
        return result;
      } catch (error) {
        metrics.ran(name, 'failed', performance.now() - began);
        log.error({ err: error, queue: name, lane }, 'work failed; trying again');
        const failures = rests.fail(lane);
        try {
          await failed?.(row, error, failures);
        } catch (second) {
          log.error({ err: second, queue: name, lane }, 'failure of work could not be recorded');
        }
        return 'failed';
      } finally {
        held.delete(row);
      }
    },
  };
}
