import type { WhatsAppWebPeer } from '../peer';
import type { MemberResult } from './members';
import type { GroupSetting } from './settings';

type Peer = WhatsAppWebPeer;
/** Who does it, in which group. */
interface InGroupInput {
  phone: string;
  group: string;
}

/** The part of `commands.ts` about groups. */
export const groupCommands = {
  createGroup: (peer: Peer, input: { phone: string; subject: string; members: string[] }) =>
    peer.person(input.phone).createGroup(input.subject, input.members),
  changeMembers: (
    peer: Peer,
    input: InGroupInput & { action: 'add' | 'remove' | 'promote' | 'demote'; members: string[] },
  ) => {
    const inGroup = peer.person(input.phone).in(input.group);
    const results: MemberResult[] = inGroup[input.action](...input.members);
    return results.map(({ person, error }) => ({ phone: person?.phone ?? null, error: error ?? null }));
  },
  leaveGroup: (peer: Peer, { phone, group }: InGroupInput) => peer.person(phone).in(group).leave(),
  renameGroup: (peer: Peer, { phone, group, subject }: InGroupInput & { subject: string }) =>
    peer.person(phone).in(group).rename(subject),
  describeGroup: (peer: Peer, { phone, group, body }: InGroupInput & { body: string | null }) =>
    peer.person(phone).in(group).describe(body),
  setGroup: (peer: Peer, { phone, group, setting }: InGroupInput & { setting: GroupSetting }) =>
    peer.person(phone).in(group).set(setting),
  setGroupApproval: (peer: Peer, { phone, group, state }: InGroupInput & { state: 'on' | 'off' }) =>
    peer.person(phone).in(group).setApproval(state),
  joinGroup: (peer: Peer, { phone, group }: InGroupInput) => peer.person(phone).in(group).join(),
  decideRequest: (
    peer: Peer,
    { phone, group, who, action }: InGroupInput & { who: string; action: 'approve' | 'reject' },
  ) => peer.person(phone).in(group).decide(who, action),
  group: (peer: Peer, { group: id }: { group: string }) => {
    const group = peer.group(id);
    return {
      id,
      subject: group.subject,
      description: group.description?.body ?? null,
      inviteCode: group.inviteCode,
      ephemeral: group.ephemeral,
      onlyAdminsSend: group.onlyAdminsSend,
      onlyAdminsEdit: group.onlyAdminsEdit,
      needsApproval: group.needsApproval,
      members: [...group.members].map(([person, role]) => ({ phone: person.phone, role })),
      requests: [...group.requests.keys()].map(({ phone }) => phone),
    };
  },
};
