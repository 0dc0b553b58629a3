import { MINUTE_MS } from '../../../shared/durations';
import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { createSlice } from '../../slice';
import type { DueLane, RunResult, Turn, WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { EnginePart } from '../engine-parts';
import type { InstanceRef } from '../engine-types';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { releaseMessages } from '../queries/batches';
import { readPaces, writePaces } from '../queries/pacing';
import { waBatches } from '../schema/instances';
import {
  type BatchRef,
  halfCanceledBatches,
  instancesWithUnwritten,
  pacedBatches,
  paceOf,
  unwrittenBatches,
} from '../system/batches';
import { workLocked } from '../work';
import type { Work } from '../work-types';
import { cancelNext } from './cancel';
import { writeMessages } from './write';

const SLICE = 100;
const MAX_RESTING = 20;
/** Per transaction, since each locks the instance. */
const MAX_RECIPIENTS = 50;
/** Messages due within this time are sent together, and a delay up to this time is compensated. */
const STEP_MS = 200;
const REST_MS = 10_000;
const SHARED_SWEEP_MS = 200;

interface BatchQueueOptions extends EnginePart {
  queues: WorkQueues;
  wake: (instance: InstanceRef) => void;
}

interface Step {
  batch: BatchRef;
  at: number;
  run: (batch: BatchRef) => Promise<void>;
}

const refOf = ({ workspaceId, instanceId }: BatchRef): InstanceRef => ({ id: instanceId, workspaceId });

export function createBatchQueue({ work: ctx, database, queues, wake }: BatchQueueOptions): WorkQueue {
  const resting = new Map<string, number>();
  const slice = createSlice({ max: MAX_RECIPIENTS });
  const now = (): number => ctx.now().getTime();

  const on = <T>(batch: BatchRef, task: (work: Work) => Promise<T>): Promise<T> =>
    workLocked(ctx, database, refOf(batch), task);

  async function write(batch: BatchRef): Promise<void> {
    const [count, wakeIt] = [slice.size(), (): void => wake(refOf(batch))];
    await on(batch, (work) =>
      slice.timed(count, () => writeMessages(work, { batchId: batch.id, count, wake: wakeIt })),
    );
  }

  async function cancel(batch: BatchRef): Promise<void> {
    await on(batch, (work) => cancelNext(work, batch.id));
  }

  const release = (ref: BatchRef): Promise<void> =>
    on(ref, async (work) => {
      const batch = await work.tx.get(waBatches, ref.id);
      if (batch?.status !== 'running' || batch.rate === null) return;
      const { store } = work.tx;
      const [key, at, interval] = [paceOf(ref.id), work.now.getTime(), MINUTE_MS / batch.rate];
      const dueAt = (await readPaces(store, work.instance, [key])).get(key) ?? 0;
      if (dueAt > at) return;
      const count = Math.max(1, Math.floor(STEP_MS / interval));
      const expiresAt = new Date(at + SEND_LIMITS.expiresSeconds * 1000);
      await releaseMessages(work.tx, ref.id, { now: work.now, expiresAt, limit: count });
      // A short delay is compensated, a long one is not.
      const next = (at - dueAt <= STEP_MS ? dueAt : at) + count * interval;
      await writePaces(store, work.instance, new Map([[key, next]]));
      store.afterCommit(() => wake(refOf(ref)));
    });

  async function stepsOf(instanceId?: string): Promise<Step[]> {
    const steps: Step[] = [];
    const add = (batch: BatchRef, task: Step['run'], at = 0): void => {
      steps.push({ batch, run: task, at: Math.max(at, resting.get(batch.id) ?? 0) });
    };
    for (const batch of await halfCanceledBatches(database, SLICE, instanceId)) add(batch, cancel);
    const ids = instanceId === undefined ? await instancesWithUnwritten(database) : [instanceId];
    for (const id of ids) {
      const batches = await unwrittenBatches(database, id, MAX_RESTING);
      const first = batches.find((batch) => (resting.get(batch.id) ?? 0) <= now()) ?? batches[0];
      if (first) add(first, write);
    }
    for (const batch of await pacedBatches(database, instanceId)) add(batch, release, batch.at);
    return steps;
  }

  async function due(): Promise<DueLane[]> {
    for (const [id, until] of resting) if (until <= now()) resting.delete(id);
    return (await stepsOf()).map(({ at, batch: { workspaceId, instanceId } }) => ({
      lane: instanceLane({ workspaceId, id: instanceId }),
      at,
    }));
  }

  /** A failed batch stays in `steps` without delaying the others. */
  async function run(steps: Step[], turn: Turn): Promise<RunResult> {
    const errors: unknown[] = [];
    for (const step of steps.slice()) {
      if (turn.isOver()) break;
      try {
        await step.run(step.batch);
        steps.splice(steps.indexOf(step), 1);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Batches were not processed.');
    return 'more';
  }

  return queues.add<Step[]>({
    name: 'whatsapp_batches',
    parallelLanes: 1,
    groupOf: workspaceOfLane,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: () => ctx.now(),
    // The failed batches pause, not the instance.
    retry: () => 1,
    due,
    async claim(lane) {
      const steps = (await stepsOf(instanceOfLane(lane).id)).filter(({ at }) => at <= now());
      return steps.length > 0 ? [steps.slice(0, SLICE)] : [];
    },
    run,
    async failed(steps) {
      for (const { batch } of steps) resting.set(batch.id, now() + REST_MS);
    },
  });
}
