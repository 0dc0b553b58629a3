import { Member } from '../../../shared/access/members';
import type { Store } from '../../db/database';
import { presentAs } from '../../present-as';
import type { MemberRow } from '../queries/members';
import { findPeople, type PersonRow } from '../system/accounts';

export const presentMember = (row: MemberRow, person: Pick<PersonRow, 'name' | 'email'>): Member =>
  presentAs(Member, row, {
    name: person.name,
    email: person.email,
  });

export async function presentMembers(store: Store, rows: readonly MemberRow[]): Promise<Member[]> {
  const people = await findPeople(
    store,
    rows.map((row) => row.userId),
  );
  return rows.map((row) => presentMember(row, memberPerson(people, row)));
}

export function memberPerson(people: ReadonlyMap<string, PersonRow>, row: MemberRow): PersonRow {
  const person = people.get(row.userId);
  if (!person) throw new Error(`The member ${row.id} has no user.`);
  return person;
}

export const memberTarget = ({ id, name }: Member) => ({ type: 'member', id, label: name });
