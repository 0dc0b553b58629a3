import { eq } from 'drizzle-orm';

import type { GroupFacts } from '../drivers/news';
import { addressesOf } from '../identity/addresses';
import type { GroupRow } from '../identity/chat';
import { contactOf } from '../identity/contact';
import { deleteParticipants, putParticipants, readParticipants } from '../queries/people';
import { waGroups } from '../schema/people';
import type { Work } from '../work';

/** Writes what is told of a group; what is not named stays. */
export async function writeFacts(work: Work, group: GroupRow, facts: GroupFacts): Promise<void> {
  const told = columnsOf(facts);
  if (facts.owner && addressesOf(facts.owner).length > 0) {
    told.ownerContactId = (await contactOf(work, facts.owner)).id;
  }
  if (facts.participants) {
    await replaceParticipants(work, group, facts.participants);
    told.size = facts.participants.length;
  }
  const keys = (Object.keys(told) as (keyof GroupRow)[]).filter((key) => told[key] !== group[key]);
  if (keys.length === 0) return;
  await work.tx.update(waGroups, eq(waGroups.id, group.id), {
    ...told,
    updatedAt: work.now,
    version: group.version + 1,
  });
}

function columnsOf({ owner: _owner, participants: _participants, ...facts }: GroupFacts): Partial<GroupRow> {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<GroupRow>;
}

/** Those who are named are in it, and nobody else. */
async function replaceParticipants(
  work: Work,
  group: GroupRow,
  people: NonNullable<GroupFacts['participants']>,
): Promise<void> {
  const { store, workspaceId } = work.tx;
  const rows = new Map<string, Parameters<typeof putParticipants>[1][number]>();
  for (const { person, role, joinedAt = null } of people) {
    if (addressesOf(person).length === 0) continue;
    const { id: contactId } = await contactOf(work, person);
    rows.set(contactId, { workspaceId, groupId: group.id, contactId, role, joinedAt });
  }
  const before = await readParticipants(store, workspaceId, [group.id]);
  await deleteParticipants(
    store,
    group,
    before.map(({ contactId }) => contactId).filter((id) => !rows.has(id)),
  );
  await putParticipants(store, [...rows.values()]);
}
