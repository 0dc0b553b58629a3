import { eq } from 'drizzle-orm';

import type { GroupDetails } from '../drivers/driver-events';
import { addressesOf } from '../identity/addresses';
import type { GroupRow } from '../identity/chat';
import { contactFor } from '../identity/contact';
import { deleteParticipants, upsertParticipants, readParticipants } from '../queries/people';
import { waGroups } from '../schema/people';
import type { Work } from '../work-types';

export async function writeDetails(work: Work, group: GroupRow, details: GroupDetails): Promise<void> {
  const columns = columnsOf(details);
  if (details.owner && addressesOf(details.owner).length > 0) {
    columns.ownerContactId = (await contactFor(work, details.owner)).id;
  }
  if (details.participants) {
    await replaceParticipants(work, group, details.participants);
    columns.size = details.participants.length;
  }
  const keys = (Object.keys(columns) as (keyof GroupRow)[]).filter((key) => columns[key] !== group[key]);
  if (keys.length === 0) return;
  await work.tx.update(waGroups, eq(waGroups.id, group.id), {
    ...columns,
    updatedAt: work.now,
    version: group.version + 1,
  });
}

function columnsOf({ owner: _owner, participants: _participants, ...details }: GroupDetails): Partial<GroupRow> {
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<GroupRow>;
}

async function replaceParticipants(
  work: Work,
  group: GroupRow,
  people: NonNullable<GroupDetails['participants']>,
): Promise<void> {
  const rows = new Map<string, Parameters<typeof upsertParticipants>[1][number]>();
  for (const { person, role, joinedAt = null } of people) {
    if (addressesOf(person).length === 0) continue;
    const { id: contactId } = await contactFor(work, person);
    rows.set(contactId, { groupId: group.id, contactId, role, joinedAt });
  }
  const before = await readParticipants(work.tx, [group.id]);
  await deleteParticipants(
    work.tx,
    group.id,
    before.map(({ contactId }) => contactId).filter((id) => !rows.has(id)),
  );
  await upsertParticipants(work.tx, [...rows.values()]);
}
