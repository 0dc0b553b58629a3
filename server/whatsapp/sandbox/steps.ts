import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import type { DriverEvent } from '../drivers/driver-events';
import { eventOf, qrStep, type SandboxStep } from '../drivers/sandbox/steps';
import type { ApplyEvents } from '../event-inbox';
import { dueSteps, insertSteps, instancesWithSteps, type StepRow, takeSteps } from '../system/sandbox';
import { workOn } from '../work';
import type { Work, WorkContext } from '../work-types';

/** Steps of an instance per turn, and per transaction. */
const IN_TURN = 16;
const TOGETHER = 4;
/** Instances whose steps are done at once. */
const RUNNING = 4;

/** Runs due steps of the simulated network, each once in the transaction that deletes it. */
export function createSteps(ctx: WorkContext, database: Database, inbox: ApplyEvents, owns: () => boolean) {
  /** In order per instance; returns how many. */
  async function runDue(instanceId?: string): Promise<number> {
    let count = 0;
    for (;;) {
      if (!owns()) return count;
      const now = ctx.now();
      const ids = instanceId === undefined ? await instancesWithSteps(database, now) : [instanceId];
      const read = await Promise.all(ids.map((id) => dueSteps(database, now, IN_TURN, id)));
      const lines = read.map(inGroups);
      await Promise.all(Array.from({ length: RUNNING }, () => runLines(lines)));
      for (const { length } of read) count += length;
      if (!read.some(({ length }) => length === IN_TURN)) return count;
    }
  }

  async function runLines(lines: StepRow[][][]): Promise<void> {
    for (let line = lines.shift(); line !== undefined && owns(); line = lines.shift()) {
      for (const group of line) {
        await run(group);
        await nextTurn();
      }
    }
  }

  async function run(group: readonly StepRow[]): Promise<void> {
    try {
      await take(group);
    } catch (error) {
      // A failing step must not block the others or repeat forever.
      if (group.length > 1) for (const one of group) await run([one]);
      else await drop(group, error);
    }
  }

  async function drop(group: readonly StepRow[], error: unknown): Promise<void> {
    ctx.log.error({ err: error, instance: group[0]?.instanceId }, 'sandbox step failed; skipped');
    const [first] = group;
    if (first === undefined) return;
    const taken = { instanceId: first.instanceId, seqs: group.map(({ seq }) => seq), now: ctx.now() };
    await database.transaction((tx) => takeSteps(tx, taken));
  }

  async function take(group: readonly StepRow[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const db = scoped(database, first.workspaceId);
    await workOn(
      ctx,
      db,
      first.instanceId,
      async (work) => {
        const seqs = group.map(({ seq }) => seq);
        for (const row of await takeSteps(work.tx.store, { instanceId: first.instanceId, seqs, now: ctx.now() }))
          await apply(work, row);
      },
      { lock: true },
    );
  }

  async function apply(work: Work, row: StepRow): Promise<void> {
    const step = row.step as SandboxStep;
    if (step.type === 'event') return applyOne(work, eventOf(step, row.dueAt));

    const { event: driverEvent, next } = qrStep(row.instanceId, step, work.now);
    // No code after the scan or the end; the first one may precede the status `pairing`.
    const { generation, status } = work.instance;
    const isCurrent = generation === step.generation && (status === 'pairing' || status === 'connecting');
    if (!isCurrent) return;
    await applyOne(work, driverEvent);
    if (next === undefined) return;
    const dueAt = new Date(row.dueAt.getTime() + next.afterMs);
    const { instanceId, workspaceId } = row;
    await insertSteps(work.tx.store, [{ instanceId, workspaceId, step: next.step, dueAt }]);
  }

  const applyOne = (work: Work, driverEvent: DriverEvent): Promise<void> => inbox.apply(work, driverEvent);

  return { runDue };
}

function inGroups(rows: readonly StepRow[]): StepRow[][] {
  return Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, index) =>
    rows.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
}
