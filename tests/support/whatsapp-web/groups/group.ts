import { randomBytes } from 'node:crypto';

import type { Addressing } from '../address';
import type { Companion } from '../companion';
import { nowInSeconds } from '../node';
import type { Person } from '../person';

export type Role = 'superadmin' | 'admin' | 'member';

export interface Description {
  id: string;
  body: string;
  author: Person;
  changedAt: string;
}

export interface JoinRequest {
  method: 'InviteLink' | 'NonAdminAdd';
  requestedAt: string;
}

/** An invitation for somebody who cannot be added without consent. */
export interface Invitation {
  code: string;
  admin: Person;
  /** Seconds since 1970. */
  expiration: number;
}

/** Refuses a request about a group. */
export class GroupRefusal extends Error {
  readonly code: number;

  constructor(code: 400 | 401 | 403 | 404 | 406 | 409 | 410 | 419, text: string) {
    super(text);
    this.code = code;
  }
}

export class Group {
  readonly id: string;
  readonly addressing: Addressing;
  readonly creator: Person;
  readonly createdAt = nowInSeconds();
  readonly members = new Map<Person, Role>();
  readonly requests = new Map<Person, JoinRequest>();
  readonly invitations = new Map<Person, Invitation>();
  /** Codes of invite links that were reset. */
  readonly oldInviteCodes = new Set<string>();
  subject: string;
  subjectAuthor: Person;
  subjectChangedAt = this.createdAt;
  description: Description | null = null;
  onlyAdminsSend = false;
  onlyAdminsEdit = false;
  onlyAdminsAdd = true;
  needsApproval = false;
  /** Seconds until messages disappear; 0: they stay. */
  ephemeral = 0;
  inviteCode = freshInviteCode();
  picture: Buffer | null = null;

  /** Which devices have the key of a linked device for this group. */
  private readonly senderKeys = new Map<Companion, Set<Companion | Person>>();

  constructor(id: string, subject: string, creator: Person, addressing: Addressing) {
    this.id = id;
    this.subject = subject;
    this.subjectAuthor = creator;
    this.creator = creator;
    this.addressing = addressing;
    this.members.set(creator, 'superadmin');
  }

  people(): Person[] {
    return [...this.members.keys()];
  }

  isAdmin(person: Person): boolean {
    const role = this.members.get(person);
    return role === 'admin' || role === 'superadmin';
  }

  requireMember(person: Person): void {
    if (!this.members.has(person)) throw new GroupRefusal(403, 'forbidden');
  }

  requireAdmin(person: Person): void {
    if (!this.isAdmin(person)) throw new GroupRefusal(403, 'forbidden');
  }

  resetInviteCode(): void {
    this.oldInviteCodes.add(this.inviteCode);
    this.inviteCode = freshInviteCode();
  }

  keyHoldersOf(sender: Companion): Set<Companion | Person> {
    const holders = this.senderKeys.get(sender) ?? new Set();
    this.senderKeys.set(sender, holders);
    return holders;
  }
}

export const freshInviteCode = (): string =>
  randomBytes(16).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 22);
