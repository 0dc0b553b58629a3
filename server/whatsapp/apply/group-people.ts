import { eq } from 'drizzle-orm';

import type { GroupRow } from '../identity/chat';
import type { ContactRow } from '../identity/contact';
import {
  deleteJoinRequestsOf,
  deleteParticipants,
  type ParticipantRow,
  upsertParticipants,
  readParticipants,
} from '../queries/people';
import { waGroups } from '../schema/people';
import type { Work } from '../work-types';

type Action = 'added' | 'removed' | 'promoted' | 'demoted';

export const isUs = ({ instance }: Work, { phone, lid }: ContactRow): boolean =>
  (phone !== null && phone === instance.phone) || (lid !== null && lid === instance.lid);

export async function changePeople(
  work: Work,
  group: GroupRow,
  action: Action,
  people: readonly ContactRow[],
  at: Date,
): Promise<ContactRow[]> {
  const present = new Map((await readParticipants(work.tx, [group.id])).map((row) => [row.contactId, row] as const));
  const affected = people.filter(({ id }) => isChange(action, present.get(id)));
  if (affected.length === 0) return [];
  const ids = affected.map(({ id }) => id);

  if (action === 'removed') await deleteParticipants(work.tx, group.id, ids);
  else {
    const role = action === 'promoted' ? ('admin' as const) : ('member' as const);
    const rows = ids.map((contactId) => ({
      groupId: group.id,
      contactId,
      role,
      joinedAt: action === 'added' ? at : (present.get(contactId)?.joinedAt ?? null),
    }));
    await upsertParticipants(work.tx, rows);
  }
  if (action === 'added') await deleteJoinRequestsOf(work.tx, group.id, ids);

  const size = present.size + joined(action, ids, present);
  await work.tx.update(waGroups, eq(waGroups.id, group.id), {
    size,
    updatedAt: work.now,
    version: group.version + 1,
  });
  return affected;
}

function isChange(action: Action, row: ParticipantRow | undefined): boolean {
  if (action === 'added') return row === undefined;
  if (action === 'removed') return row !== undefined;
  return action === 'promoted' ? row?.role !== 'admin' && row?.role !== 'owner' : row?.role !== 'member';
}

function joined(action: Action, ids: readonly string[], present: ReadonlyMap<string, unknown>): number {
  if (action === 'removed') return -ids.length;
  return ids.filter((id) => !present.has(id)).length;
}
