import { expect } from 'bun:test';

import type { Scenario } from './conform';
import { EXAMPLES } from './examples';
import { FILES, inline } from './files';

const TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contacts',
  'buttons',
  'list',
  'cta_url',
  'poll',
] as const;

/** Each type of content goes out, and comes as far as being read. */
const OF_EACH_TYPE: Scenario[] = TYPES.map((type) => ({
  name: `a message of the type ${type} is sent, delivered and read`,
  capability: `message.${type}`,
  async run(stage) {
    const sent = await stage.send(EXAMPLES[type], { client_reference: type });
    const message = await stage.isRead(sent);
    expect(message).toMatchObject({ type, status: 'read', error: null, client_reference: type, origin: 'api' });
    expect(message.content).toMatchObject({ type });
    expect(message.provider_message_id).toBeString();
    for (const at of ['accepted_at', 'sent_at', 'delivered_at', 'read_at']) expect(message[at]).toBeString();
    const told = (await stage.events('whatsapp.message.read')).filter(({ id }) => id === message.id);
    expect(told).toMatchObject([{ id: message.id, client_reference: type, instance: { driver: stage.driver } }]);
  },
}));

/** Files go out as they were given. */
const WITH_FILES: Scenario[] = (['image', 'document', 'sticker'] as const).map((type) => ({
  name: `the file of a message of the type ${type} is kept as it was given`,
  capability: `message.${type}`,
  async run({ send, bytes }) {
    const { media } = await send({ type, media: inline(FILES[type]) });
    expect(media).toMatchObject({ status: 'ready', mime_type: FILES[type].mimeType, size: FILES[type].bytes.length });
    expect(await bytes(media.id)).toEqual(FILES[type].bytes);
  },
}));

export const SENDS: Scenario[] = [
  ...OF_EACH_TYPE,
  ...WITH_FILES,
  {
    name: 'a template is read in, sent and read',
    capability: 'message.template',
    first: 'template.read',
    async run(stage) {
      expect((await stage.ask(200, 'POST', '/templates/sync')).synced).toBeGreaterThan(0);
      const sent = await stage.send({ type: 'template', name: 'hello_world', language: 'en_US' });
      expect(await stage.isRead(sent)).toMatchObject({ type: 'template', status: 'read' });
    },
  },
  {
    name: 'a file that can be opened once',
    capability: 'message.view_once',
    first: 'message.image',
    async run({ send }) {
      const content = { type: 'image', media: inline(FILES.image), view_once: true };
      expect((await send(content)).content).toMatchObject({ view_once: true });
    },
  },
  {
    name: 'an answer quotes what it answers',
    capability: 'message.reply',
    async run({ send, hello }) {
      const { reply_to: quoted } = await send({ type: 'text', text: 'Yes?' }, { reply_to: hello.id });
      expect(quoted).toEqual({
        message_id: hello.id,
        provider_message_id: hello.provider_message_id,
        preview: 'Hello',
      });
    },
  },
  {
    name: 'the contact’s id is an address',
    capability: 'message.text',
    async run({ send, contact, hello, message }) {
      const { id } = await send({ type: 'text', text: 'You' }, { to: contact });
      expect(await message(id)).toMatchObject({ chat_id: hello.chat_id, to: { contact_id: contact } });
    },
  },
  {
    name: 'what the network refuses has failed, and says why',
    capability: 'message.text',
    async run({ peer, ask, message, events }) {
      const sent = await peer.sendInVain((to) =>
        ask(202, 'POST', '/messages', { to, content: { type: 'text', text: 'Anybody?' } }),
      );
      const failed = await message(sent.id);
      expect(failed).toMatchObject({ status: 'failed', error: { retryable: false, message: expect.any(String) } });
      expect(['not_on_whatsapp', 'recipient_unreachable']).toContain(failed.error.code);
      expect((await events('whatsapp.message.failed')).map(({ id }) => id)).toContain(sent.id);
    },
  },
  {
    name: 'receipts that come late change nothing',
    capability: 'message.receipts',
    async run({ peer, send, message }) {
      const { id } = await send({ type: 'text', text: 'Hello' });
      for (const status of ['read', 'delivered', 'sent'] as const) await peer.tells({ id }, status);
      const { status, status_history: history } = await message(id);
      expect(status).toBe('read');
      expect(history.at(-1)).toMatchObject({ status: 'sent', applied: false });
    },
  },
  {
    name: 'a voice message is played',
    capability: 'message.voice',
    async run({ peer, send, message }) {
      const { id } = await send(EXAMPLES.voice);
      await peer.tells({ id }, 'played');
      expect(await message(id)).toMatchObject({ status: 'played', read_at: expect.any(String) });
    },
  },
  {
    name: 'a message for later can be canceled',
    capability: 'message.text',
    async run({ peer, ask, settle, message }) {
      const content = { type: 'text', text: 'Later' };
      const at = new Date(Date.now() + 86_400_000).toISOString();
      const { id, status } = await ask(202, 'POST', '/messages', { to: peer.phone, content, schedule_at: at });
      expect(status).toBe('scheduled');
      await ask(200, 'POST', `/messages/${id}/cancel`);
      await settle();
      expect(await message(id)).toMatchObject({ status: 'canceled', provider_message_id: null });
    },
  },
  {
    name: 'a batch brings each recipient a message of its own',
    capability: 'message.text',
    async run({ peer, ask, settle }) {
      const content = { type: 'text', text: 'Hello {{name}}' };
      const recipients = [{ to: peer.phone, variables: { name: 'Ada' } }, { to: 'nobody' }];
      const { id } = await ask(202, 'POST', '/batches', { content, recipients });
      await settle();
      const { data } = await ask(200, 'GET', `/batches/${id}/messages`);
      expect(data.map(({ error }: { error: { code: string } | null }) => error?.code)).toEqual([
        undefined,
        'invalid_recipient',
      ]);
      expect(data[0]).toMatchObject({ content: { text: 'Hello Ada' }, provider_message_id: expect.any(String) });
    },
  },
];
