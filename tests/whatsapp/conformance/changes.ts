import { expect } from 'bun:test';

import { traitsOf } from '../../../server/whatsapp/drivers/registry';
import { type CapabilityName, supports } from '../../../shared/whatsapp/capabilities';
import type { Scenario } from './conform';
import { EXAMPLES } from './examples';

const HELLO = { type: 'text', text: 'Hello' };

export const CHANGES: Scenario[] = [
  {
    name: 'our reaction stands at the message once it was sent, and can be taken back',
    capability: 'message.reaction',
    async run(stage) {
      const { hello, ask, message } = stage;
      for (const [emoji, found] of [
        ['👍', ['👍']],
        ['🎉', ['🎉']],
        ['', []],
      ] as const) {
        const reaction = await ask(202, 'POST', `/messages/${hello.id}/react`, { emoji });
        await stage.settle();
        await stage.isRead(reaction);
        const { reactions } = await message(hello.id);
        expect(reactions.map((one: { emoji: string }) => one.emoji)).toEqual([...found]);
      }
    },
  },
  {
    name: 'an own message is changed',
    capability: 'message.edit',
    async run({ send, ask, message, isRead }) {
      const sent = await isRead(await send(HELLO));
      await ask(202, 'PATCH', `/messages/${sent.id}`, { text: 'Hello!' });
      expect(await message(sent.id)).toMatchObject({
        content: { text: 'Hello!' },
        edits: [{ text: 'Hello' }],
        edited_at: expect.any(String),
      });
    },
  },
  {
    name: 'an own message is deleted for everyone',
    capability: 'message.delete_everyone',
    async run({ send, ask, message, isRead, events }) {
      const sent = await isRead(await send(HELLO));
      await ask(204, 'DELETE', `/messages/${sent.id}`);
      expect((await message(sent.id)).deleted_at).toBeString();
      expect((await events('whatsapp.message.deleted')).map(({ id }) => id)).toContain(sent.id);
    },
  },
  {
    name: 'a message is deleted here alone',
    capability: 'message.delete_me',
    async run({ hello, ask }) {
      await ask(204, 'DELETE', `/messages/${hello.id}?for=me`);
      await ask(404, 'GET', `/messages/${hello.id}`);
    },
  },
  {
    name: 'a message is forwarded',
    capability: 'message.forward',
    async run({ hello, ask, peer, settle, message }) {
      const { data } = await ask(202, 'POST', `/messages/${hello.id}/forward`, { to: [peer.phone] });
      await settle();
      expect(await message(data[0].id)).toMatchObject({
        forwarded: true,
        content: { text: 'Hello' },
        provider_message_id: expect.any(String),
      });
    },
  },
  {
    name: 'reading a message counts what came before it as read',
    capability: 'message.read',
    async run({ receives, ask, hello }) {
      const second = await receives({ type: 'text', text: 'Are you there?' });
      const unread = async () => (await ask(200, 'GET', `/chats/${hello.chat_id}`)).unread_count;
      expect(await unread()).toBe(2);
      await ask(204, 'POST', `/messages/${hello.id}/read`, {});
      expect(await unread()).toBe(1);
      await ask(204, 'POST', `/messages/${second.id}/read`, {});
      expect(await unread()).toBe(0);
    },
  },
  {
    name: 'reading a chat reads all of it',
    capability: 'message.read',
    async run({ ask, hello }) {
      await ask(204, 'POST', `/chats/${hello.chat_id}/read`);
      expect((await ask(200, 'GET', `/chats/${hello.chat_id}`)).unread_count).toBe(0);
    },
  },
  ...chatChanges([
    ['archived', 'chat.archive', { archived: true }],
    ['pinned', 'chat.pin', { pinned: true }],
    ['muted', 'chat.mute', { muted_until: '2099-01-01T00:00:00.000Z' }],
  ]),
  {
    name: 'a chat gets a label and loses it',
    capability: 'chat.labels',
    async run({ ask, hello }) {
      const { id, name, color } = await ask(201, 'POST', '/labels', { name: `Label of ${hello.id}`, color: 3 });
      const at = `/chats/${hello.chat_id}`;
      expect(await ask(200, 'PATCH', at, { label_ids: [id] })).toMatchObject({ labels: [{ id, name, color }] });
      expect((await ask(200, 'GET', `/chats?label_id=${id}`)).data).toMatchObject([{ id: hello.chat_id }]);
      expect(await ask(200, 'PATCH', at, { label_ids: [] })).toMatchObject({ labels: [] });
      await ask(204, 'DELETE', `/labels/${id}`);
    },
  },
  {
    name: 'typing is shown as an answer',
    capability: 'message.typing',
    async run({ ask, hello }) {
      for (const state of ['typing', 'paused']) {
        await ask(204, 'POST', `/chats/${hello.chat_id}/typing`, { state, duration_ms: 1000 });
      }
      await ask(204, 'POST', `/messages/${hello.id}/read`, { typing: true });
    },
  },
  {
    name: 'a poll collects votes',
    capability: 'message.poll',
    async run({ send, peer, isRead, events, contact }) {
      const poll = await isRead(await send(EXAMPLES.poll));
      await peer.votes(poll, ['Tuesday']);
      expect(await events('whatsapp.message.poll_voted')).toMatchObject([
        { id: poll.id, vote: { party: { contact_id: contact }, options: ['Tuesday'] } },
      ]);
    },
  },
  {
    name: 'the window of the chat, where there is one, opens with what the other side writes',
    capability: 'message.text',
    async run({ ask, hello, driver }) {
      const { window_expires_at: until } = await ask(200, 'GET', `/chats/${hello.chat_id}`);
      if (traitsOf(driver).sendWindow === 'none') expect(until).toBeNull();
      else expect(Date.parse(until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    },
  },
  {
    name: 'buttons become text where the driver lacks them, and only there',
    capability: 'message.text',
    async run({ send, isRead, driver }) {
      const sent = await isRead(await send(EXAMPLES.buttons, { fallback: 'text' }));
      const hasButtons = supports(driver, 'message.buttons');
      expect(sent).toMatchObject({ type: hasButtons ? 'buttons' : 'text', fallback_applied: !hasButtons });
    },
  },
];

function chatChanges(changes: [string, CapabilityName, object][]): Scenario[] {
  return changes.map(([name, capability, change]) => ({
    name: `a chat is ${name}`,
    capability,
    async run({ ask, hello }) {
      const at = `/chats/${hello.chat_id}`;
      expect(await ask(200, 'PATCH', at, change)).toMatchObject(change);
      expect(await ask(200, 'GET', at)).toMatchObject(change);
    },
  }));
}
