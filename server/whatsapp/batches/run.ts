import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { backgroundRunner } from '../../db/background';
import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import { createSlice } from '../../slice';
import { readPaces, writePaces } from '../queries/pacing';
import { waBatches } from '../schema/instances';
import {
  type BatchRef,
  halfCanceledBatches,
  instancesWithUnwritten,
  pacedBatches,
  paceOf,
  releaseMessages,
  unwrittenBatches,
} from '../system/batches';
import { type Work, workOn, type WorkContext } from '../work';
import { cancelNext } from './cancel';
import { writeMessages } from './write';

const MINUTE = 60_000;
/** Batches of one round. */
const SLICE = 100;
/** Batches of one instance, of which the first that can be is written. */
const MOST_RESTING = 20;
/** Recipients of one transaction, at most: others want the instance too. */
const MOST_RECIPIENTS = 50;
/** As much time as goes out together at a high rate, and as a late look makes up for. */
const STEP_MS = 200;
/** One that fails is left alone for so long. */
const REST_MS = 10_000;

interface RunnerOptions {
  work: WorkContext;
  database: Database;
  wake: (instanceId: string) => void;
}

/** Writes the messages of batches, and lets those with a rate go at their pace. The rows are all there is of it. */
export function createBatchRunner({ work: ctx, database, wake }: RunnerOptions, owns: () => boolean) {
  const resting = new Map<string, number>();
  const outside = backgroundRunner();
  const slice = createSlice({ most: MOST_RECIPIENTS });
  const now = (): number => ctx.now().getTime();
  const failed = (error: unknown): void => ctx.log.error({ err: error }, 'reading batches failed');
  let last: Promise<unknown> = Promise.resolve();

  const on = <T>({ workspaceId, instanceId }: BatchRef, run: (work: Work) => Promise<T>): Promise<T> =>
    workOn(ctx, scoped(database, workspaceId), instanceId, run, { lock: true });

  /** One that fails does not hold up the others. */
  async function each(batches: readonly BatchRef[], run: (batch: BatchRef) => Promise<void>): Promise<number> {
    let done = 0;
    for (const batch of batches) {
      if (!owns()) return done;
      if ((resting.get(batch.id) ?? 0) > now()) continue;
      resting.delete(batch.id);
      try {
        await run(batch);
        done += 1;
      } catch (error) {
        resting.set(batch.id, now() + REST_MS);
        ctx.log.error({ err: error, batch: batch.id }, 'processing a batch failed; retrying');
      }
    }
    return done;
  }

  async function write(batch: BatchRef): Promise<void> {
    const [count, wakeIt] = [slice.size(), (): void => wake(batch.instanceId)];
    await on(batch, (work) =>
      slice.timed(count, () => writeMessages(work, { batchId: batch.id, count, wake: wakeIt })),
    );
  }

  async function cancel(batch: BatchRef): Promise<void> {
    await on(batch, (work) => cancelNext(work, batch.id));
  }

  /** The first of each instance: its batches are written one after the other, instances in turns. */
  async function unwritten(instanceIds: readonly string[]): Promise<BatchRef[]> {
    const found: BatchRef[] = [];
    for (const id of instanceIds) {
      const batches = await unwrittenBatches(database, id, MOST_RESTING);
      const first = batches.find((batch) => (resting.get(batch.id) ?? 0) <= now());
      if (first) found.push(first);
    }
    return found;
  }

  const release = (ref: BatchRef): Promise<void> =>
    on(ref, async (work) => {
      const batch = await work.tx.get(waBatches, ref.id);
      if (batch?.status !== 'running' || batch.rate === null) return;
      const { store } = work.tx;
      const [key, at, interval] = [paceOf(ref.id), work.now.getTime(), MINUTE / batch.rate];
      const due = (await readPaces(store, ref.instanceId, [key])).get(key) ?? 0;
      if (due > at) return;
      const count = Math.max(1, Math.floor(STEP_MS / interval));
      const expiresAt = new Date(at + SEND_LIMITS.expiresSeconds * 1000);
      await releaseMessages(store, ref.id, { now: work.now, expiresAt, limit: count });
      // What comes a little late does not slow it down; what comes much later is not made up for.
      const next = (at - due <= STEP_MS ? due : at) + count * interval;
      await writePaces(store, work.instance, new Map([[key, next]]));
      store.afterCommit(() => wake(ref.instanceId));
    });

  /** Some of what each batch has to do. */
  async function round(instanceId?: string): Promise<number> {
    const canceled = await each(await halfCanceledBatches(database, SLICE, instanceId), cancel);
    const ids = instanceId === undefined ? await instancesWithUnwritten(database) : [instanceId];
    const written = await each(await unwritten(ids), write);
    const due = await pacedBatches(database, { now: now(), limit: SLICE, instanceId });
    return canceled + written + (await each(due, release));
  }

  async function runOnce(instanceId?: string): Promise<number> {
    for (let total = 0; ;) {
      const done = owns() ? await round(instanceId) : 0;
      if (done === 0) return total;
      total += done;
      await nextTurn();
    }
  }

  /** One after the other. Returns how many batches had something to do. */
  function look(instanceId?: string): Promise<number> {
    const next = last.then(() => runOnce(instanceId));
    last = next.catch(() => {});
    return next;
  }

  return {
    run: look,
    /** There is something to write: not to wait for the next look. */
    wake(): void {
      if (!owns()) return;
      outside(() => setImmediate(() => void look().catch(failed)));
    },
    /** Resolves when what began has ended. */
    idle: () => last,
  };
}
