import { eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { WorkQueue } from '../../../work/types';
import type { WorkQueues } from '../../../work/work-queues';
import type { AutomationServices } from '../../context';
import { type DueSchedule, dueSchedules, moveSchedule } from '../../queries/rule-runs';
import { rules } from '../../schema/rules';
import { workspacesWithSchedules } from '../../system/rules';
import { admitRun } from './admit';
import { nextTime, timeToRun } from './schedule-times';
import type { RuleRow } from './types';

const BATCH = 50;

interface ScheduleOptions {
  services: () => AutomationServices;
  queues: WorkQueues;
  wake: (workspaceId: string) => void;
}

/** Schedules advance in the transaction of their run, so no lease is needed. */
export const createScheduleQueue = ({ services, queues, wake }: ScheduleOptions): WorkQueue =>
  queues.add<string>({
    name: 'rule_schedules',
    parallelLanes: 2,
    now: () => services().now(),
    due: () => workspacesWithSchedules(services().store),
    claim: async (workspaceId) => [workspaceId],
    async run(workspaceId) {
      const isMore = await runSchedules(services(), workspaceId);
      wake(workspaceId);
      return isMore ? 'more' : 'done';
    },
  });

export async function runSchedules(ctx: AutomationServices, workspaceId: string): Promise<boolean> {
  const due = await dueSchedules(ctx.store, workspaceId, ctx.now(), BATCH);
  if (due.length > 0) await runEach(ctx, workspaceId, due);
  return due.length === BATCH;
}

/** When the database refuses a group, each is tried alone; a refused one continues at its next occurrence. */
async function runEach(ctx: AutomationServices, workspaceId: string, due: readonly DueSchedule[]): Promise<void> {
  try {
    await runTogether(ctx, workspaceId, due);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (due.length > 1) {
      for (const one of due) await runEach(ctx, workspaceId, [one]);
      return;
    }
    for (const one of due) {
      ctx.log.error({ err: error, rule: one.id, workspace: workspaceId }, 'scheduled run refused by database');
      await ctx.store.transaction((store) => skipTime(scoped(store, workspaceId), one, ctx.now()));
    }
  }
}

const runTogether = (ctx: AutomationServices, workspaceId: string, due: readonly DueSchedule[]): Promise<void> =>
  ctx.store.transaction(async (store) => {
    const tx = scoped(store, workspaceId);
    const events = await runWorkspace(tx, due, ctx.now());
    await emit({ ...ctx, requestId: newId(ID_PREFIXES.request) }, tx, events);
  });

async function skipTime(tx: ScopedDb, due: DueSchedule, now: Date): Promise<void> {
  const [rule] = await tx.select(rules, { where: eq(rules.id, due.id) });
  const trigger = rule?.config.trigger;
  const next = trigger?.type === 'schedule' ? nextTime(trigger, laterOf(now, due.at)) : null;
  await moveSchedule(tx.store, due, next);
}

async function runWorkspace(tx: ScopedDb, due: readonly DueSchedule[], now: Date): Promise<NewEvent[]> {
  const ids = due.map(({ id }) => id);
  const rows = new Map((await tx.select(rules, { where: inArray(rules.id, ids) })).map((row) => [row.id, row]));
  const events: NewEvent[] = [];
  for (const one of due) {
    const rule = rows.get(one.id);
    if (rule) events.push(...(await runSchedule(tx, rule, one, now)));
  }
  return events;
}

async function runSchedule(tx: ScopedDb, rule: RuleRow, due: DueSchedule, now: Date): Promise<NewEvent[]> {
  const { trigger } = rule.config;
  if (trigger.type !== 'schedule') return [];
  if (!(await moveSchedule(tx.store, due, nextTime(trigger, laterOf(now, due.at))))) return [];

  const time = timeToRun(trigger, due.at, now);
  if (time === null) return [];
  const jitterMs = Math.floor(Math.random() * trigger.jitter_seconds * 1000);
  const { events } = await admitRun(
    tx,
    {
      rule,
      trigger: 'schedule',
      origin: time.toISOString(),
      context: { event: null, input: null },
      scheduledFor: time,
      startAt: new Date(now.getTime() + jitterMs),
      ...throttleOf(rule),
    },
    now,
  );
  return events;
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Without an event all runs share one key. */
const throttleOf = ({ config: { throttle } }: RuleRow) =>
  throttle === null ? {} : { throttleKey: throttle.key ?? '' };
