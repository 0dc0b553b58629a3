import { expect } from 'bun:test';

import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import type { Scenario } from './conform';
import { inline, SQUARE } from './files';

const HELLO = { type: 'text', text: 'Hello all' };

/** A change of the group, which reads as it was written. */
const changing = (capability: CapabilityName, change: object): Scenario => ({
  name: `${Object.keys(change)[0]} of a group is changed`,
  capability,
  async run({ peer, ask }) {
    const { id } = await peer.crew();
    await ask(200, 'PATCH', `/groups/${id}`, change);
    expect(await ask(200, 'GET', `/groups/${id}`)).toMatchObject(change);
  },
});

/** Something that is done to the person. */
const doing = (capability: CapabilityName, verb: 'remove' | 'promote' | 'demote'): Scenario => ({
  name: `${verb} somebody of a group`,
  capability,
  async run({ peer, ask }) {
    const { id } = await peer.crew();
    const at = `/groups/${id}/participants/${verb}`;
    const { results } = await ask(200, 'POST', at, { participants: [peer.phone] });
    expect(results).toMatchObject([{ to: peer.phone, ok: true, code: 'ok' }]);
  },
});

const deciding = (verb: 'approve' | 'reject'): Scenario => ({
  name: `${verb} who asks to join`,
  capability: 'group.join_requests',
  async run({ peer, ask }) {
    const { id } = await peer.crew();
    const { data } = await ask(200, 'GET', `/groups/${id}/join-requests`);
    expect(data).toHaveLength(1);
    const requests = [data[0].id];
    const { results } = await ask(200, 'POST', `/groups/${id}/join-requests/${verb}`, { requests });
    expect(results).toMatchObject([{ ok: true }]);
    expect((await ask(200, 'GET', `/groups/${id}/join-requests`)).data).toEqual([]);
  },
});

const SCENARIOS: Scenario[] = [
  {
    name: 'a group is made, listed and read',
    capability: 'group.create',
    async run({ peer, ask, contact }) {
      const { id } = await peer.crew();
      const { data } = await ask(200, 'GET', '/groups?limit=100');
      expect(data.map((one: { id: string }) => one.id)).toContain(id);
      const group = await ask(200, 'GET', `/groups/${id}`);
      expect(group).toMatchObject({ status: 'active', subject: 'Crew', provider_group_id: expect.any(String) });
      const people = group.participants.map(({ party }: { party: { contact_id: string } }) => party.contact_id);
      expect(people).toContain(contact);
    },
  },
  changing('group.subject', { subject: 'Night crew' }),
  changing('group.description', { description: 'Who works at night' }),
  {
    name: 'a group gets a picture',
    capability: 'group.picture',
    async run({ peer, ask, send }) {
      const { id } = await peer.crew();
      const { media } = await send({ type: 'image', media: inline(SQUARE) });
      await ask(200, 'PATCH', `/groups/${id}`, { picture: { media_id: media.id } });
    },
  },
  changing('group.admins_only_messages', { admins_only_messages: true }),
  changing('group.admins_only_settings', { admins_only_settings: true }),
  changing('group.message_lifetime', { message_lifetime_seconds: 86_400 }),
  changing('group.member_add_mode', { member_add_mode: 'admins' }),
  {
    name: 'somebody is added to a group',
    capability: 'group.add_participants',
    async run({ peer, ask }) {
      const { id } = await peer.crew();
      const participants = ['+15550100031'];
      const { results } = await ask(200, 'POST', `/groups/${id}/participants`, { participants });
      expect(results).toMatchObject([{ ok: true, code: 'ok' }]);
    },
  },
  doing('group.remove_participants', 'remove'),
  doing('group.promote', 'promote'),
  doing('group.demote', 'demote'),
  {
    name: 'the link into a group is read, and made anew',
    capability: 'group.invite_link',
    async run({ peer, ask }) {
      const at = `/groups/${(await peer.crew()).id}/invite-link`;
      const { invite_link: before } = await ask(200, 'GET', at);
      const { invite_link: after } = await ask(200, 'POST', `${at}/rotate`);
      expect(before).toStartWith('https://chat.whatsapp.com/');
      expect(after).not.toBe(before);
      expect((await ask(200, 'GET', at)).invite_link).toBe(after);
    },
  },
  {
    name: 'a group is looked at before joining it',
    capability: 'group.preview',
    async run({ peer, ask }) {
      const { invite_link: link } = await ask(200, 'GET', `/groups/${(await peer.crew()).id}/invite-link`);
      const preview = await ask(200, 'GET', `/groups/preview?invite=${encodeURIComponent(link)}`);
      expect(preview).toMatchObject({ subject: 'Crew' });
    },
  },
  {
    name: 'a group is joined by its link',
    capability: 'group.join',
    async run({ peer, ask }) {
      const { id } = await peer.crew();
      const { invite_link: invite } = await ask(200, 'GET', `/groups/${id}/invite-link`);
      expect(await ask(200, 'POST', '/groups/join', { invite })).toMatchObject({ id, status: 'active' });
    },
  },
  deciding('approve'),
  deciding('reject'),
  {
    name: 'a group is left',
    capability: 'group.leave',
    async run({ peer, ask }) {
      const { id } = await peer.crew();
      expect(await ask(200, 'POST', `/groups/${id}/leave`)).toMatchObject({ id, status: 'left' });
    },
  },
  {
    name: 'a group is deleted',
    capability: 'group.delete',
    async run({ peer, ask }) {
      const { id } = await peer.crew();
      await ask(204, 'DELETE', `/groups/${id}`);
      const { data } = await ask(200, 'GET', '/groups?status=active&limit=100');
      expect(data.map((one: { id: string }) => one.id)).not.toContain(id);
    },
  },
  {
    name: 'a message to a group is read by the first who reads it',
    capability: 'group.info',
    async run({ peer, send, message, contact, events }) {
      const group = await peer.crew();
      const sent = await send(HELLO, { to: group.id });
      expect(sent).toMatchObject({ group_id: group.id, to: null });
      for (const status of ['sent', 'delivered', 'read'] as const) await peer.tells(sent, status, { group });
      expect(await message(sent.id)).toMatchObject({ status: 'read' });
      const told = (await events('whatsapp.message.read')).filter(({ id }) => id === sent.id);
      expect(told.map(({ participant }) => participant?.contact_id)).toContain(contact);
    },
  },
  {
    name: 'a message of a group names who wrote it',
    capability: 'group.info',
    async run({ peer, receives, contact }) {
      const group = await peer.crew();
      const message = await receives({ type: 'text', text: 'Hello all' }, { group });
      expect(message).toMatchObject({ group_id: group.id, sender: { contact_id: contact }, to: null });
    },
  },
  {
    name: 'people of a group are named in a message',
    capability: 'message.mentions',
    async run({ peer, send, contact }) {
      const group = await peer.crew();
      const sent = await send(HELLO, { to: group.id, mentions: [peer.phone] });
      expect(sent.mentions).toMatchObject([{ contact_id: contact }]);
    },
  },
];

/** Each of them begins with making a group. */
export const GROUPS = SCENARIOS.map((scenario): Scenario => ({ first: 'group.create', ...scenario }));
