import type { Schedule } from '../../../shared/automation/schedule';
import type { Store } from '../../db/database';
import { queueUp, takenSlots, takeSlot } from '../queries/publications';
import { slotsFrom } from './occurrences';

const DEFAULT_GROUP = 'default';

/** The first instant of the schedule’s slots that nobody has; null where there is none. Reads only. */
export async function firstFreeSlot(
  store: Store,
  workspaceId: string,
  schedule: Schedule,
  now: Date,
): Promise<Date | null> {
  const taken = await takenSlots(store, { workspaceId, group: groupOf(schedule), from: now });
  for (const at of slotsFrom(schedule, now)) if (!taken.has(at.getTime())) return at;
  return null;
}

/** Takes the first free instant for a publication that is there already; null where none is free. */
export async function takeFirstSlot(
  tx: Store,
  {
    workspaceId,
    schedule,
    publicationId,
    now,
  }: {
    workspaceId: string;
    schedule: Schedule;
    publicationId: string;
    now: Date;
  },
): Promise<Date | null> {
  const group = groupOf(schedule);
  // Else all of those that come at once wait for the same instant, and then for the next.
  await queueUp(tx, workspaceId, `slots ${group}`);
  const taken = await takenSlots(tx, { workspaceId, group, from: now });
  for (const at of slotsFrom(schedule, now)) {
    if (!taken.has(at.getTime()) && (await takeSlot(tx, { workspaceId, group, at, publicationId }))) return at;
  }
  return null;
}

const groupOf = ({ slot_group: group = DEFAULT_GROUP }: Schedule): string => group;
