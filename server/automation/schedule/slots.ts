import type { Schedule } from '../../../shared/automation/schedule';
import type { Store } from '../../db/database';
import { lockByName, reservedSlots, reserveSlot } from '../queries/publications';
import { slotsFrom } from './occurrences';

const DEFAULT_GROUP = 'default';

export async function firstFreeSlot(
  store: Store,
  workspaceId: string,
  schedule: Schedule,
  now: Date,
): Promise<Date | null> {
  const taken = await reservedSlots(store, { workspaceId, group: groupOf(schedule), from: now });
  for (const at of slotsFrom(schedule, now)) if (!taken.has(at.getTime())) return at;
  return null;
}

export async function reserveFirstSlot(
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
  // Serialised, since concurrent callers would otherwise try the same slots in turn.
  await lockByName(tx, workspaceId, `slots ${group}`);
  const taken = await reservedSlots(tx, { workspaceId, group, from: now });
  for (const at of slotsFrom(schedule, now)) {
    if (!taken.has(at.getTime()) && (await reserveSlot(tx, { workspaceId, group, at, publicationId }))) return at;
  }
  return null;
}

const groupOf = ({ slot_group: group = DEFAULT_GROUP }: Schedule): string => group;
