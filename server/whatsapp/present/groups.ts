import { Group, type Participant } from '../../../shared/whatsapp/group';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { timeText } from '../../times';
import type { GroupRow } from '../identity/chat';
import { type ParticipantRow, readContacts, readParticipants } from '../queries/people';
import { type ContactRow, UNKNOWN_PARTY, party } from './contacts';
import type { PresentContext } from './context';

export async function presentGroups(_ctx: PresentContext, db: ScopedDb, rows: readonly GroupRow[]): Promise<Group[]> {
  const ids = rows.map(({ id }) => id);
  const participants = await readParticipants(db, ids);
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

export const presentParticipants = (
  rows: readonly ParticipantRow[],
  contacts: ReadonlyMap<string, ContactRow>,
): Participant[] =>
  rows
    .toSorted((a, b) => (a.contactId < b.contactId ? -1 : 1))
    .map(({ contactId, role, joinedAt }) => {
      const contact = contacts.get(contactId);
      return { party: contact ? party(contact) : UNKNOWN_PARTY, role, joined_at: timeText(joinedAt) };
    });

function presentRow(
  row: GroupRow,
  participants: readonly ParticipantRow[],
  contacts: ReadonlyMap<string, ContactRow>,
): Group {
  const owner = row.ownerContactId === null ? undefined : contacts.get(row.ownerContactId);
  return presentAs(Group, row, {
    object: 'whatsapp.group',
    owner: owner ? party(owner) : null,
    participants: presentParticipants(participants, contacts),
  });
}
