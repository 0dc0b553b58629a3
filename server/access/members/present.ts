import type { Member } from '../../../shared/access/members';
import type { Store } from '../../db/database';
import { findPeople, type MemberRow, type Person } from '../queries/members';

export const presentMember = (row: MemberRow, person: Pick<Person, 'name' | 'email'>): Member => ({
  id: row.id,
  workspace_id: row.workspaceId,
  user_id: row.userId,
  name: person.name,
  email: person.email,
  role: row.role,
  invited_by: row.invitedBy,
  created_at: row.createdAt.toISOString(),
  version: row.version,
});

/** Members with the names of their people, in the same order. */
export async function presentMembers(store: Store, rows: readonly MemberRow[]): Promise<Member[]> {
  const people = await findPeople(
    store,
    rows.map((row) => row.userId),
  );
  return rows.map((row) => presentMember(row, personOf(people, row)));
}

export function personOf(people: ReadonlyMap<string, Person>, row: MemberRow): Person {
  const person = people.get(row.userId);
  if (!person) throw new Error(`The member ${row.id} has no user.`);
  return person;
}

export const memberTarget = ({ id, name }: Member) => ({ type: 'member', id, label: name });
