import { expect } from 'bun:test';

import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import type { Scenario } from './conform';
import { FILES } from './files';
import type { Written } from './peer';

type Heard = [what: Written, content: object, capability: CapabilityName];

const PLAIN: Heard[] = [
  [{ type: 'text', text: 'Grüße 👋🏽' }, { type: 'text', text: 'Grüße 👋🏽' }, 'message.text'],
  [
    { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Home' },
    { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Home' },
    'message.location',
  ],
  [
    { type: 'contact_card', name: 'Eve', phone: '+15550100098' },
    { type: 'contacts', contacts: [{ name: { formatted: 'Eve' }, phones: [{ phone: '+15550100098' }] }] },
    'message.contacts',
  ],
  [{ type: 'button_reply', id: 'y', title: 'Yes' }, { type: 'button_reply', id: 'y', title: 'Yes' }, 'message.buttons'],
  [
    { type: 'list_reply', id: 's', title: 'Small', description: 'For one' },
    { type: 'list_reply', id: 's', title: 'Small', description: 'For one' },
    'message.list',
  ],
  [
    { type: 'unsupported', provider_type: 'hologram' },
    { type: 'unsupported', provider_type: 'hologram' },
    'message.text',
  ],
];

const OF_PLAIN: Scenario[] = PLAIN.map(([what, content, capability]) => ({
  name: `what comes as ${what.type} is received`,
  capability,
  async run({ receives, contact, events }) {
    const message = await receives(what);
    expect(message).toMatchObject({
      direction: 'inbound',
      status: 'received',
      type: (content as Written).type,
      content,
    });
    expect(message.from.contact_id).toBe(contact);
    expect((await events('whatsapp.message.received')).map(({ id }) => id)).toContain(message.id);
  },
}));

const OF_FILES: Scenario[] = (['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const).map((type) => ({
  name: `the file that comes with a message of the type ${type} is fetched`,
  capability: `message.${type}`,
  async run({ receives, settle, message, bytes, events }) {
    const more = type === 'document' ? { filename: 'letter.pdf' } : type === 'image' ? { caption: 'Look' } : {};
    const { id } = await receives({ type, file: FILES[type], ...more });
    await settle();
    const { media, content } = await message(id);
    expect(content).toMatchObject({ type, ...more });
    expect(media).toMatchObject({ status: 'ready', mime_type: FILES[type].mimeType, size: FILES[type].bytes.length });
    expect(await bytes(media.id)).toEqual(FILES[type].bytes);
    expect(await events('whatsapp.media.stored')).toContainEqual(expect.objectContaining({ message_id: id }));
  },
}));

export const RECEIVES: Scenario[] = [
  ...OF_PLAIN,
  ...OF_FILES,
  {
    name: 'an answer to ours names it',
    capability: 'message.reply',
    async run({ send, receives }) {
      const ours = await send({ type: 'text', text: 'Coming?' });
      const answer = await receives({ type: 'text', text: 'Yes' }, { replyTo: ours });
      expect(answer.reply_to).toMatchObject({ message_id: ours.id, preview: 'Coming?' });
    },
  },
  {
    name: 'what was forwarded says so',
    capability: 'message.forward',
    run: async ({ receives }) =>
      expect((await receives({ type: 'text', text: 'Look' }, { forwarded: true })).forwarded).toBe(true),
  },
  {
    name: 'what is delivered twice is one message',
    capability: 'message.text',
    async run({ receives, ask, contact }) {
      await receives({ type: 'text', text: 'Once' }, { twice: true });
      const { data } = await ask(200, 'GET', `/messages?contact_id=${contact}&direction=inbound`);
      expect(data.map(({ content }: { content: { text: string } }) => content.text)).toEqual(['Once', 'Hello']);
    },
  },
  {
    name: 'their reaction stands at our message, changes and goes',
    capability: 'message.reaction',
    async run({ send, peer, message, contact, events }) {
      const ours = await send({ type: 'text', text: 'Done' });
      for (const [emoji, found] of [
        ['👍', ['👍']],
        ['❤️', ['❤️']],
        ['', []],
      ] as const) {
        await peer.reacts(ours, emoji);
        const { reactions } = await message(ours.id);
        expect(reactions.map((one: { emoji: string }) => one.emoji)).toEqual([...found]);
      }
      const told = (await events('whatsapp.message.reacted')).filter(({ id }) => id === ours.id);
      expect(told.map(({ reaction }) => [reaction.party.contact_id, reaction.emoji])).toEqual([
        [contact, '👍'],
        [contact, '❤️'],
        [contact, null],
      ]);
    },
  },
  {
    name: 'their change of a message is kept beside the text before',
    capability: 'message.text',
    async run({ hello, peer, message, events }) {
      await peer.edits(hello, 'Hello!');
      expect(await message(hello.id)).toMatchObject({ content: { text: 'Hello!' }, edits: [{ text: 'Hello' }] });
      expect((await events('whatsapp.message.edited')).map(({ id }) => id)).toContain(hello.id);
    },
  },
  {
    name: 'their deletion of a message is told',
    capability: 'message.text',
    async run({ hello, peer, message, events }) {
      await peer.deletes(hello);
      expect((await message(hello.id)).deleted_at).toBeString();
      expect((await events('whatsapp.message.deleted')).map(({ id }) => id)).toContain(hello.id);
    },
  },
  {
    name: 'nobody changes or deletes what somebody else wrote',
    capability: 'message.text',
    async run({ send, peer, message }) {
      const ours = await send({ type: 'text', text: 'Ours' });
      await peer.edits(ours, 'Theirs');
      await peer.deletes(ours);
      expect(await message(ours.id)).toMatchObject({ content: { text: 'Ours' }, edits: [], deleted_at: null });
    },
  },
  {
    name: 'a call is told',
    capability: 'call.event',
    async run({ peer, contact, events }) {
      await peer.calls();
      const calls = (await events('whatsapp.call.received')).filter(({ party }) => party.contact_id === contact);
      expect(calls).toMatchObject([{ is_video: false, rejected: false, group_id: null }]);
    },
  },
  {
    name: 'a call is rejected while it rings, and then is over',
    capability: 'call.reject',
    async run({ peer, contact, events, ask }) {
      await peer.calls();
      const ofContact = async () =>
        (await events('whatsapp.call.received')).filter(({ party }) => party.contact_id === contact);
      const [ringing] = await ofContact();
      expect(await ask(200, 'POST', `/calls/${ringing?.id}/reject`)).toMatchObject({
        status: 'reject',
        rejected: true,
      });
      expect((await ofContact()).map(({ id, rejected }) => [id, rejected])).toEqual([
        [ringing?.id, false],
        [ringing?.id, true],
      ]);
    },
  },
  {
    name: 'who moves to another number stays the same contact',
    capability: 'contact.list',
    async run({ peer, contact, ask, receives }) {
      const phone = `+1555060${peer.phone.slice(-4)}`;
      await peer.movesTo(phone);
      expect(await ask(200, 'GET', `/contacts/${contact}`)).toMatchObject({ phone });
      expect((await receives({ type: 'text', text: 'New number' })).from).toMatchObject({ contact_id: contact, phone });
    },
  },
  {
    name: 'another phone of the same person is told',
    capability: 'contact.list',
    async run({ peer, contact, events }) {
      await peer.changesPhone();
      expect((await events('whatsapp.contact.identity_changed')).map(({ id }) => id)).toContain(contact);
    },
  },
];
