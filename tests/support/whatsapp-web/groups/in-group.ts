import type { Person } from '../person';
import { freshMessageId } from '../send';
import type { World } from '../world';
import type { Group } from './group';
import { decideRequest, joinByLink, resetInviteCode, withdrawRequest } from './invites';
import { changeMembers, leaveGroup, type MemberAction, type MemberResult } from './members';
import {
  changeApprovalMode,
  changeDescription,
  changeEphemeral,
  changeMemberAddMode,
  changeSetting,
  changeSubject,
  type GroupSetting,
} from './settings';

/** What one person does in one group at the phone. What the group does not allow throws. */
export class InGroup {
  readonly group: Group;
  private readonly world: World;
  private readonly person: Person;

  constructor(world: World, person: Person, group: Group) {
    this.world = world;
    this.person = person;
    this.group = group;
  }

  add(...phones: string[]): MemberResult[] {
    return this.changeMembers('add', phones);
  }

  remove(...phones: string[]): MemberResult[] {
    return this.changeMembers('remove', phones);
  }

  promote(...phones: string[]): MemberResult[] {
    return this.changeMembers('promote', phones);
  }

  demote(...phones: string[]): MemberResult[] {
    return this.changeMembers('demote', phones);
  }

  leave(): void {
    leaveGroup(this.world, this.group, this.person);
  }

  rename(subject: string): void {
    changeSubject(this.world, this.group, this.person, subject);
  }

  /** Null removes the description. */
  describe(body: string | null): void {
    const change = body === null ? null : { id: freshMessageId(), body };
    changeDescription(this.world, this.group, this.person, change, this.group.description?.id);
  }

  set(setting: GroupSetting): void {
    changeSetting(this.world, this.group, this.person, setting);
  }

  setEphemeral(seconds: number): void {
    changeEphemeral(this.world, this.group, this.person, seconds);
  }

  setMemberAddMode(mode: 'admin_add' | 'all_member_add'): void {
    changeMemberAddMode(this.world, this.group, this.person, mode);
  }

  setApproval(state: 'on' | 'off'): void {
    changeApprovalMode(this.world, this.group, this.person, state);
  }

  resetInviteCode(): string {
    return resetInviteCode(this.world, this.group, this.person);
  }

  /** By the invite link. True when the person is a member now, false when an administrator has to approve. */
  join(): boolean {
    return joinByLink(this.world, this.group, this.person);
  }

  withdrawRequest(): void {
    withdrawRequest(this.world, this.group, this.person);
  }

  decide(phone: string, action: 'approve' | 'reject'): void {
    const error = decideRequest(this.world, this.group, this.person, this.world.person(phone), action);
    if (error !== undefined) throw new Error(`${phone} did not ask to join`);
  }

  private changeMembers(action: MemberAction, phones: string[]): MemberResult[] {
    const people = phones.map((phone) => this.world.person(phone));
    return changeMembers(this.world, this.group, this.person, action, people);
  }
}
