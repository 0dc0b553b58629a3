import type { Addressing } from './address';
import type { Companion } from './companion';
import type { Person } from './person';

export type Role = 'superadmin' | 'admin' | 'member';

export class Group {
  readonly id: string;
  readonly addressing: Addressing;
  readonly creator: Person;
  /** Seconds since 1970. */
  readonly createdAt: string;
  readonly members = new Map<Person, Role>();
  subject: string;
  /** Which devices have the key of a linked device for this group. */
  readonly senderKeys = new Map<Companion, Set<Companion | Person>>();

  constructor(id: string, subject: string, creator: Person, addressing: Addressing, createdAt: string) {
    this.id = id;
    this.subject = subject;
    this.creator = creator;
    this.addressing = addressing;
    this.createdAt = createdAt;
    this.members.set(creator, 'superadmin');
  }

  people(): Person[] {
    return [...this.members.keys()];
  }

  isAdmin(person: Person): boolean {
    const role = this.members.get(person);
    return role === 'admin' || role === 'superadmin';
  }

  keyHoldersOf(sender: Companion): Set<Companion | Person> {
    const holders = this.senderKeys.get(sender) ?? new Set();
    this.senderKeys.set(sender, holders);
    return holders;
  }
}
