import type { Group, Participant } from '../../../shared/whatsapp/group';
import type { ScopedDb } from '../../db/scoped';
import type { GroupRow } from '../identity/chat';
import { type ParticipantRow, readContacts, readParticipants } from '../queries/people';
import { type ContactRow, NOBODY, party } from './contacts';
import { type PresentContext, textOf } from './context';

/** Groups with those who are in them, in the order of the rows. */
export async function presentGroups(_ctx: PresentContext, db: ScopedDb, rows: readonly GroupRow[]): Promise<Group[]> {
  const ids = rows.map(({ id }) => id);
  const participants = await readParticipants(db.store, db.workspaceId, ids);
  const contacts = await readContacts(db.store, db.workspaceId, [
    ...participants.map(({ contactId }) => contactId),
    ...rows.flatMap(({ ownerContactId }) => (ownerContactId === null ? [] : [ownerContactId])),
  ]);
  return rows.map((row) =>
    presentRow(
      row,
      participants.filter(({ groupId }) => groupId === row.id),
      contacts,
    ),
  );
}

/** Those who are in a group, the oldest contact first. */
export const presentParticipants = (
  rows: readonly ParticipantRow[],
  contacts: ReadonlyMap<string, ContactRow>,
): Participant[] =>
  rows
    .toSorted((a, b) => (a.contactId < b.contactId ? -1 : 1))
    .map(({ contactId, role, joinedAt }) => {
      const contact = contacts.get(contactId);
      return { party: contact ? party(contact) : NOBODY, role, joined_at: textOf(joinedAt) };
    });

function presentRow(
  row: GroupRow,
  participants: readonly ParticipantRow[],
  contacts: ReadonlyMap<string, ContactRow>,
): Group {
  const owner = row.ownerContactId === null ? undefined : contacts.get(row.ownerContactId);
  return {
    id: row.id,
    object: 'whatsapp.group',
    instance_id: row.instanceId,
    provider_group_id: row.providerGroupId,
    status: row.status,
    subject: row.subject,
    description: row.description,
    owner: owner ? party(owner) : null,
    picture_url: row.pictureUrl,
    announce: row.announce,
    locked: row.locked,
    join_approval: row.joinApproval,
    member_add_mode: row.memberAddMode,
    ephemeral_seconds: row.ephemeralSeconds,
    size: row.size,
    participants: presentParticipants(participants, contacts),
    invite_link: row.inviteLink,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}
