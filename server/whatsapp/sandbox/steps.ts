import type { RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { readKnown } from '../apply/status';
import { eventOf, messageIdOf, qrStep, type SandboxStep } from '../drivers/sandbox/steps';
import type { EnginePart } from '../engine-parts';
import type { InstanceRef } from '../engine-types';
import { type ApplyEvents, isNotItsFault } from '../event-inbox';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { claimSteps, dueSteps, firstSteps, insertSteps, type StepRow } from '../system/sandbox';
import { workLocked } from '../work';
import type { Work } from '../work-types';

/** Steps of an instance per turn, in one transaction. */
const TOGETHER = 16;
const PARALLEL_INSTANCES = 4;
const SHARED_SWEEP_MS = 200;

interface StepQueueOptions extends EnginePart {
  inbox: Pick<ApplyEvents, 'apply'>;
  queues: Pick<WorkQueues, 'add'>;
}

/** In order per instance; each step is applied once, in the transaction that deletes it. */
export function createStepQueue({ work: ctx, database, inbox, queues }: StepQueueOptions): RowQueue {
  async function applyTogether(of: InstanceRef, seqs: readonly number[]): Promise<void> {
    try {
      await claimAndApply(of, seqs);
    } catch (error) {
      if (isNotItsFault(error)) throw error;
      // A failing step must not block the others or repeat forever.
      if (seqs.length > 1) for (const seq of seqs) await applyTogether(of, [seq]);
      else await drop(of, seqs, error);
    }
  }

  async function drop({ id: instanceId }: InstanceRef, seqs: readonly number[], error: unknown): Promise<void> {
    ctx.log.error({ err: error, instance: instanceId }, 'sandbox step failed; skipped');
    await database.transaction((tx) => claimSteps(tx, { instanceId, seqs, now: ctx.now() }));
  }

  async function claimAndApply(of: InstanceRef, seqs: readonly number[]): Promise<void> {
    await workLocked(ctx, database, of, async (work) => {
      const rows = await claimSteps(work.tx.store, { instanceId: of.id, seqs, now: ctx.now() });
      await readKnown(
        work,
        rows.flatMap(({ step }) => messageIdOf(step as SandboxStep) ?? []),
      );
      for (const row of rows) await apply(work, row);
    });
  }

  async function apply(work: Work, row: StepRow): Promise<void> {
    const step = row.step as SandboxStep;
    if (step.type === 'event') return inbox.apply(work, eventOf(step, row.dueAt));

    const { event: driverEvent, next } = qrStep(row.instanceId, step, work.now);
    // No code follows the scan or the end; the first one may precede the status `pairing`.
    const { generation, status } = work.instance;
    const isCurrent = generation === step.generation && (status === 'pairing' || status === 'connecting');
    if (!isCurrent) return;
    await inbox.apply(work, driverEvent);
    if (next === undefined) return;
    const dueAt = new Date(row.dueAt.getTime() + next.afterMs);
    const { instanceId, workspaceId } = row;
    await insertSteps(work.tx.store, [{ instanceId, workspaceId, step: next.step, dueAt }]);
  }

  return queues.add<{ of: InstanceRef; seqs: readonly number[] }>({
    name: 'whatsapp_sandbox_steps',
    parallelLanes: PARALLEL_INSTANCES,
    groupOf: workspaceOfLane,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: () => ctx.now(),
    due: async () => (await firstSteps(database)).map((first) => ({ lane: instanceLane(first), at: first.dueAt })),
    async claim(lane, { now }) {
      const of = instanceOfLane(lane);
      const seqs = await dueSteps(database, now, TOGETHER, of.id);
      return seqs.length > 0 ? [{ of, seqs }] : [];
    },
    async run({ of, seqs }) {
      await applyTogether(of, seqs);
      return seqs.length === TOGETHER ? 'more' : 'done';
    },
  });
}
