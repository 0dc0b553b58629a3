import { eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../../shared/ids';
import type { Services } from '../../../context';
import type { Store } from '../../../db/database';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import { rules } from '../../schema/rules';
import { type DueSchedule, dueSchedules, moveSchedule } from '../../system/rules';
import { admit } from './admit';
import { nextTime, timeToRun } from './schedule-times';
import type { RuleRow } from './types';

/** Rules of one transaction. */
const BATCH = 50;

interface Ran {
  /** More may be due. */
  isFull: boolean;
  /** Workspaces that have runs. */
  workspaceIds: string[];
}

/**
 * Puts the runs of schedules down that are due, some at a time. Where the database refuses those of a batch, each rule
 * is tried by itself: one that is refused goes on at its next time, and keeps no other rule back.
 */
export async function runSchedules(ctx: Services): Promise<Ran> {
  try {
    return await runBatch(ctx, (store) => dueSchedules(store, ctx.now().getTime(), BATCH));
  } catch (error) {
    if (!isDataFault(error)) throw error;
    return runSingly(ctx);
  }
}

async function runSingly(ctx: Services): Promise<Ran> {
  const due = await ctx.store.transaction((store) => dueSchedules(store, ctx.now().getTime(), BATCH));
  const workspaceIds = new Set<string>();
  for (const one of due) {
    try {
      await runBatch(ctx, async () => [one]);
      workspaceIds.add(one.workspaceId);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      ctx.log.error({ err: error, rule: one.id, workspace: one.workspaceId }, 'scheduled run refused by database');
      await ctx.store.transaction((store) => skipTime(scoped(store, one.workspaceId), one, ctx.now()));
    }
  }
  return { isFull: due.length === BATCH, workspaceIds: [...workspaceIds] };
}

/** Moves a schedule on without a run. */
async function skipTime(tx: ScopedDb, due: DueSchedule, now: Date): Promise<void> {
  const [rule] = await tx.select(rules, { where: eq(rules.id, due.id) });
  const trigger = rule?.config.trigger;
  const next = trigger?.type === 'schedule' ? nextTime(trigger, now > due.at ? now : due.at) : null;
  await moveSchedule(tx.store, due, next);
}

async function runBatch(ctx: Services, find: (store: Store) => Promise<DueSchedule[]>): Promise<Ran> {
  const now = ctx.now();
  return ctx.store.transaction(async (store) => {
    const due = await find(store);
    // In one order for all, since what is counted for a workspace stays locked until the commit.
    const byWorkspace = [...Map.groupBy(due, ({ workspaceId }) => workspaceId)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const told: [string, NewEvent[]][] = [];
    for (const [workspaceId, own] of byWorkspace) {
      told.push([workspaceId, await runWorkspace(scoped(store, workspaceId), own, now)]);
    }
    for (const [workspaceId, events] of told) {
      await emit({ ...ctx, requestId: newId(ID_PREFIXES.request) }, store, workspaceId, events);
    }
    return { isFull: due.length === BATCH, workspaceIds: byWorkspace.map(([id]) => id) };
  });
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
  if (!(await moveSchedule(tx.store, due, nextTime(trigger, now > due.at ? now : due.at)))) return [];

  const time = timeToRun(trigger, due.at, now);
  if (time === null) return [];
  const jitterMs = Math.floor(Math.random() * trigger.jitter_seconds * 1000);
  const { events } = await admit(
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

/** Without an event or an input there is one key: that of all runs. */
const throttleOf = ({ config: { throttle } }: RuleRow) =>
  throttle === null ? {} : { throttleKey: throttle.key ?? '' };
