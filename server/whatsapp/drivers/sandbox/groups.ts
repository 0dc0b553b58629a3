import { randomBytes } from 'node:crypto';

import type { SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { sendError } from '../../send-error';
import { type DriverInstance, type GroupCalls, type PersonResult, ProviderRefusal } from '../driver';
import type { Address, GroupDetails } from '../driver-events';
import { magicOf, sandboxPerson } from './magic';
import type { Network, SandboxGroup, SandboxState } from './network';

const LINK = 'https://chat.whatsapp.com/';
const newInvite = (): string => randomBytes(11).toString('hex');
const linkOf = ({ invite }: SandboxGroup): string => `${LINK}${invite}`;
const digitsOf = (instance: DriverInstance): string => (instance.phone ?? '').replaceAll(/[^0-9]/g, '');

function refusal(code: SendErrorCode): ProviderRefusal {
  return new ProviderRefusal('refused', sendError(code));
}

const isSame = (one: Address, other: Address): boolean =>
  (['phone', 'lid', 'bsuid', 'username'] as const).some((kind) => one[kind] !== undefined && one[kind] === other[kind]);

/** Groups that occur only in simulated events are created on demand. */
function groupIn(state: SandboxState, id: string): SandboxGroup {
  return (state.groups[id] ??= { facts: { subject: 'Group' }, participants: [], requests: [], invite: newInvite() });
}

function detailsOf(group: SandboxGroup): GroupDetails {
  const { facts, participants } = group;
  const owner = participants.find(({ role }) => role === 'owner');
  return { ...facts, inviteLink: linkOf(group), participants, ...(owner === undefined ? {} : { owner: owner.person }) };
}

function add(group: SandboxGroup, who: Address): PersonResult {
  const magic = magicOf(who);
  if (magic === 'notOnWhatsApp') return { ok: false, code: 'not_on_whatsapp' };
  if (magic === 'optedOut') return { ok: false, code: 'invite_required', invite: linkOf(group) };
  if (group.participants.some(({ person }) => isSame(person, who))) return { ok: false, code: 'already_member' };
  group.participants.push({ person: sandboxPerson(who), role: 'member' });
  return { ok: true, code: 'ok' };
}

function change(group: SandboxGroup, action: 'remove' | 'promote' | 'demote', who: Address): PersonResult {
  const found = group.participants.find(({ person }) => isSame(person, who));
  if (found === undefined) return { ok: true, code: 'ok' };
  if (action === 'remove') group.participants = group.participants.filter((one) => one !== found);
  else if (found.role !== 'owner') found.role = action === 'promote' ? 'admin' : 'member';
  return { ok: true, code: 'ok' };
}

/** The group continues; without an admin another member becomes one. */
function leave(group: SandboxGroup, phone: string): void {
  group.isLeft = true;
  group.participants = group.participants.filter(({ person }) => !isSame(person, { phone }));
  const [first] = group.participants;
  if (first && group.participants.every(({ role }) => role === 'member')) first.role = 'admin';
}

export function createGroups(network: Network): Required<GroupCalls> {
  const { read } = network;
  const on = <T>(instance: DriverInstance, id: string, work: (group: SandboxGroup) => T): Promise<T> =>
    network.change(instance, (state) => work(groupIn(state, id)));
  const byInvite = async (instance: DriverInstance, invite: string) => {
    const { groups } = await read(instance.id);
    const code = invite.startsWith(LINK) ? invite.slice(LINK.length) : invite;
    const found = Object.entries(groups).find(([, group]) => group.invite === code);
    if (found === undefined) throw refusal('group_unknown');
    return { providerGroupId: found[0], details: detailsOf(found[1]) };
  };

  return {
    async list({ id }) {
      const { groups } = await read(id);
      return Object.entries(groups)
        .filter(([, group]) => group.isLeft !== true)
        .map(([providerGroupId, group]) => ({ providerGroupId, details: detailsOf(group) }));
    },

    create(instance, { subject, description, participants, joinApproval }) {
      return network.change(instance, (state) => {
        const providerGroupId = `1203${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0')}@g.us`;
        const self = { person: { phone: digitsOf(instance) }, role: 'owner' as const };
        const group: SandboxGroup = {
          facts: { subject, description, joinApproval, adminsOnlyMessages: false, adminsOnlySettings: false },
          participants: [self],
          requests: [],
          invite: newInvite(),
        };
        state.groups[providerGroupId] = group;
        const results = participants.map((who) => add(group, who));
        return { providerGroupId, requestId: null, details: detailsOf(group), results };
      });
    },

    async get(instance, id) {
      const group = (await read(instance.id)).groups[id];
      return group === undefined ? {} : detailsOf(group);
    },

    update: (instance, id, { picture, ...details }) =>
      on(instance, id, (group) => {
        Object.assign(group.facts, details, picture === undefined ? {} : { pictureUrl: null });
      }),

    delete: (instance, id) => network.change(instance, (state) => void delete state.groups[id]),
    leave: (instance, id) =>
      on(instance, id, (group) => {
        leave(group, digitsOf(instance));
      }),

    participants: (instance, id, action, people) =>
      on(instance, id, (group) =>
        people.map((who) => (action === 'add' ? add(group, who) : change(group, action, who))),
      ),

    inviteLink: (instance, id, rotate) =>
      on(instance, id, (group) => {
        if (rotate) group.invite = newInvite();
        return linkOf(group);
      }),

    preview: byInvite,
    async join(instance, invite) {
      const found = await byInvite(instance, invite);
      return on(instance, found.providerGroupId, (group) => {
        add(group, { phone: digitsOf(instance) });
        delete group.isLeft;
        return { ...found, details: detailsOf(group) };
      });
    },

    async joinRequests(instance, id) {
      const { groups } = await read(instance.id);
      return (groups[id]?.requests ?? []).map((request) => ({ ...request, at: new Date(request.at) }));
    },

    decide: (instance, id, decision, requestIds) =>
      on(instance, id, (group) => {
        return requestIds.map((requestId) => {
          const request = group.requests.find((one) => one.requestId === requestId);
          group.requests = group.requests.filter((one) => one !== request);
          if (request !== undefined && decision === 'approve') add(group, request.person);
          return { ok: true, code: 'ok' };
        });
      }),
  };
}
