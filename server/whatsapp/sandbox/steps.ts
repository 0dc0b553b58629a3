import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import type { RowQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { eventOf, qrStep, type SandboxStep } from '../drivers/sandbox/steps';
import type { ApplyEvents } from '../event-inbox';
import { instanceLane, instanceOfLane, workspaceOfLane } from '../lanes';
import { claimSteps, dueSteps, firstSteps, insertSteps, type StepRow } from '../system/sandbox';
import { workOn } from '../work';
import type { Work, WorkContext } from '../work-types';

/** Steps of an instance per turn, and per transaction. */
const IN_TURN = 16;
const TOGETHER = 4;
const PARALLEL_INSTANCES = 4;
/** Steps that other processes planned are found within this time. */
const SHARED_SWEEP_MS = 200;

interface StepQueueOptions {
  work: WorkContext;
  database: Database;
  inbox: Pick<ApplyEvents, 'apply'>;
  queues: Pick<WorkQueues, 'add'>;
}

/** Applies due steps of the simulated network in order per instance, each once in the transaction that deletes it. */
export function createStepQueue({ work: ctx, database, inbox, queues }: StepQueueOptions): RowQueue {
  async function runGroup(group: readonly StepRow[]): Promise<void> {
    try {
      await claimAndApply(group);
    } catch (error) {
      // A failing step must not block the others or repeat forever.
      if (group.length > 1) for (const one of group) await runGroup([one]);
      else await drop(group, error);
    }
  }

  async function drop(group: readonly StepRow[], error: unknown): Promise<void> {
    ctx.log.error({ err: error, instance: group[0]?.instanceId }, 'sandbox step failed; skipped');
    const [first] = group;
    if (first === undefined) return;
    const claim = { instanceId: first.instanceId, seqs: group.map(({ seq }) => seq), now: ctx.now() };
    await database.transaction((tx) => claimSteps(tx, claim));
  }

  async function claimAndApply(group: readonly StepRow[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const db = scoped(database, first.workspaceId);
    await workOn(
      ctx,
      db,
      first.instanceId,
      async (work) => {
        const seqs = group.map(({ seq }) => seq);
        for (const row of await claimSteps(work.tx.store, { instanceId: first.instanceId, seqs, now: ctx.now() }))
          await apply(work, row);
      },
      { lock: true },
    );
  }

  async function apply(work: Work, row: StepRow): Promise<void> {
    const step = row.step as SandboxStep;
    if (step.type === 'event') return inbox.apply(work, eventOf(step, row.dueAt));

    const { event: driverEvent, next } = qrStep(row.instanceId, step, work.now);
    // No code after the scan or the end; the first one may precede the status `pairing`.
    const { generation, status } = work.instance;
    const isCurrent = generation === step.generation && (status === 'pairing' || status === 'connecting');
    if (!isCurrent) return;
    await inbox.apply(work, driverEvent);
    if (next === undefined) return;
    const dueAt = new Date(row.dueAt.getTime() + next.afterMs);
    const { instanceId, workspaceId } = row;
    await insertSteps(work.tx.store, [{ instanceId, workspaceId, step: next.step, dueAt }]);
  }

  return queues.add<StepRow[]>({
    name: 'whatsapp_sandbox_steps',
    parallelLanes: PARALLEL_INSTANCES,
    groupOf: workspaceOfLane,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: () => ctx.now(),
    due: async () => (await firstSteps(database)).map((first) => ({ lane: instanceLane(first), at: first.dueAt })),
    async claim(lane, { now }) {
      const rows = await dueSteps(database, now, IN_TURN, instanceOfLane(lane).id);
      return rows.length > 0 ? [rows] : [];
    },
    async run(rows, turn) {
      for (const group of inGroups(rows)) {
        if (turn.isOver()) return 'more';
        await runGroup(group);
        await nextTurn();
      }
      return rows.length === IN_TURN ? 'more' : 'done';
    },
  });
}

function inGroups(rows: readonly StepRow[]): StepRow[][] {
  return Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, index) =>
    rows.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
}
