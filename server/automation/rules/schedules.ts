import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Services } from '../../context';
import { rules } from '../../db/schema';
import { scoped, type ScopedDb } from '../../db/scoped';
import { type DueSchedule, dueSchedules, moveSchedule } from '../../db/unscoped/au-rules';
import { emit, type NewEvent } from '../../events/emit';
import { admit } from './admit';
import { nextTime, timeToRun } from './schedule-times';
import type { RuleRow } from './types';

/** Rules of one transaction. */
const BATCH = 50;

/** Puts the runs of schedules down that are due. Returns how many rules it found, and whose they are. */
export async function runSchedules(
  ctx: Services,
): Promise<{ found: number; isFull: boolean; workspaceIds: Set<string> }> {
  const now = ctx.now();
  const workspaceIds = new Set<string>();
  const found = await ctx.store.transaction(async (tx) => {
    const due = await dueSchedules(tx, now.getTime(), BATCH);
    const told = new Map<string, NewEvent[]>();
    for (const one of due) {
      const events = await runSchedule(scoped(tx, one.workspaceId), one, now);
      workspaceIds.add(one.workspaceId);
      told.set(one.workspaceId, [...(told.get(one.workspaceId) ?? []), ...events]);
    }
    // In one order for all, since the counters of the workspaces stay locked until the commit.
    for (const [workspaceId, events] of [...told].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      await emit({ ...ctx, requestId: newId(ID_PREFIXES.request) }, tx, workspaceId, events);
    }
    return due.length;
  });
  return { found, isFull: found === BATCH, workspaceIds };
}

async function runSchedule(tx: ScopedDb, due: DueSchedule, now: Date): Promise<NewEvent[]> {
  const rule = await tx.get(rules, due.id);
  const trigger = rule?.config.trigger;
  if (!rule || trigger?.type !== 'schedule') return [];
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
