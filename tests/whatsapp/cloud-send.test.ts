import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { LocalMedia, SendJob } from '../../server/whatsapp/drivers/driver';
import { cloudOnStandIn, jobOf, MESSAGE_ID, NUMBER } from './cloud';
import { sha256Hex } from './meta-graph/world';

const { driver, instance, last, seed, standIn } = cloudOnStandIn();
const folder = await mkdtemp(join(tmpdir(), 'cloud-send-'));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => seed());

const send = (content: SendJob['content'], change: Partial<SendJob> = {}) =>
  driver.send(instance(), jobOf(content, change));

async function fileOf(mimeType: string, change: Partial<LocalMedia> = {}): Promise<LocalMedia> {
  const bytes = new TextEncoder().encode('the bytes');
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  const size = bytes.byteLength;
  const sha256 = sha256Hex(bytes);
  return { id: 'med_1', path, mimeType, size, sha256, filename: null, providerMediaId: null, ...change };
}

const MEDIA = { media: { media_id: 'med_1' } };
const BUTTONS = [
  { id: 'yes', title: 'Yes' },
  { id: 'no', title: 'No' },
];

test('each type without a file is accepted', async () => {
  const cases: [SendJob['content'], sent: unknown, change?: Partial<SendJob>][] = [
    [
      { type: 'text', text: 'Hello 👋' },
      { type: 'text', text: { body: 'Hello 👋', preview_url: false } },
    ],
    [{ type: 'text', text: 'x', link_preview: true }, { text: { body: 'x', preview_url: true } }],
    [
      { type: 'location', latitude: 52.5, longitude: 13.3, name: 'Gate' },
      { type: 'location', location: { latitude: 52.5, longitude: 13.3, name: 'Gate' } },
    ],
    [
      {
        type: 'contacts',
        contacts: [{ name: { formatted: 'Ada Byron' }, phones: [{ phone: '+1555', type: 'WORK' }] }],
      },
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Ada Byron', first_name: 'Ada Byron' },
            phones: [{ phone: '+1555', type: 'WORK' }],
          },
        ],
      },
    ],
    [
      { type: 'reaction', message_id: 'msg_2', emoji: '👍' },
      { type: 'reaction', reaction: { message_id: 'wamid.2', emoji: '👍' } },
      { target: { providerMessageId: 'wamid.2', isOurs: false, sender: {} } },
    ],
    [
      { type: 'buttons', body: 'Ship?', header: { type: 'text', text: 'Order' }, footer: 'f', buttons: BUTTONS },
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          header: { type: 'text', text: 'Order' },
          body: { text: 'Ship?' },
          footer: { text: 'f' },
          action: { buttons: BUTTONS.map((reply) => ({ type: 'reply', reply })) },
        },
      },
    ],
    [
      { type: 'list', body: 'b', button: 'Menu', header: 'h', sections: [{ rows: [{ id: 'tea', title: 'Tea' }] }] },
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          header: { type: 'text', text: 'h' },
          body: { text: 'b' },
          action: { button: 'Menu', sections: [{ rows: [{ id: 'tea', title: 'Tea' }] }] },
        },
      },
    ],
    [
      { type: 'cta_url', body: 'b', title: 'Open', url: 'https://example.com/42' },
      {
        type: 'interactive',
        interactive: {
          type: 'cta_url',
          body: { text: 'b' },
          action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/42' } },
        },
      },
    ],
    [
      { type: 'template', name: 'hello_world', language: 'en_US' },
      { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } },
    ],
  ];
  for (const [content, sent, change] of cases) {
    const outcome = await send(content, change);
    expect([content.type, outcome]).toMatchObject([
      content.type,
      { outcome: 'accepted', recipient: { phone: '16505551234' } },
    ]);
    expect(outcome.providerMessageId).toStartWith('wamid.');
    const { path, body } = await last();
    expect(path).toBe(`/v23.0/${NUMBER}/messages`);
    expect(body).toMatchObject({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '16505551234',
      biz_opaque_callback_data: MESSAGE_ID,
      ...(sent as object),
    });
  }
});

test('a file is uploaded once, and its id is returned for reuse', async () => {
  const cases: [SendJob['content'], mimeType: string, sent: unknown][] = [
    [{ type: 'image', ...MEDIA, caption: 'Our cat' }, 'image/jpeg', { type: 'image', image: { caption: 'Our cat' } }],
    [{ type: 'video', ...MEDIA }, 'video/mp4', { type: 'video' }],
    [{ type: 'audio', ...MEDIA }, 'audio/mpeg', { type: 'audio' }],
    [{ type: 'voice', ...MEDIA }, 'audio/ogg', { type: 'audio', audio: { voice: true } }],
    [{ type: 'sticker', ...MEDIA }, 'image/webp', { type: 'sticker' }],
    [
      { type: 'document', ...MEDIA, filename: 'in.pdf', caption: 'c' },
      'application/pdf',
      { type: 'document', document: { filename: 'in.pdf', caption: 'c' } },
    ],
    [
      { type: 'buttons', body: 'b', header: { type: 'image', ...MEDIA }, buttons: BUTTONS },
      'image/png',
      { type: 'interactive', interactive: { header: { type: 'image' } } },
    ],
  ];
  for (const [content, mimeType, sent] of cases) {
    const media = await fileOf(mimeType, { filename: 'a "name".pdf' });
    const outcome = await send(content, { media });
    expect([content.type, outcome]).toMatchObject([
      content.type,
      { outcome: 'accepted', uploadedAs: { sha256: media.sha256, mimeType } },
    ]);
    const { requests } = await standIn().log();
    const [upload, message] = requests.slice(-2);
    expect(upload).toMatchObject({
      path: `/v23.0/${NUMBER}/media`,
      body: { messaging_product: 'whatsapp', file: { name: 'a__name_.pdf', size: media.size } },
    });
    expect(message?.body).toMatchObject(sent as object);
    expect(JSON.stringify(message?.body)).toContain(`"id":"${outcome.uploadedAs?.providerMediaId}"`);

    const again = await send(content, {
      media: { ...media, providerMediaId: outcome.uploadedAs?.providerMediaId ?? '' },
    });
    expect([again.outcome, again.uploadedAs]).toEqual(['accepted', undefined]);
    expect((await standIn().log()).requests).toHaveLength(requests.length + 1);
  }
});

test('a file that Meta no longer has is uploaded again', async () => {
  const outcome = await send(
    { type: 'image', ...MEDIA },
    { media: await fileOf('image/png', { providerMediaId: '999' }) },
  );
  expect(outcome.outcome).toBe('accepted');
  expect(outcome.uploadedAs?.providerMediaId).not.toBe('999');
});

test('a failed upload leaves the message unsent, permanently or until a retry', async () => {
  const media = await fileOf('image/gif');
  expect(await send({ type: 'image', ...MEDIA }, { media })).toMatchObject({
    outcome: 'refused',
    error: { code: 'media_upload_failed', retryable: false, provider: { code: 100 } },
  });
  await standIn().fault({ match: { path: '/media$' }, action: { cut: 'after_accept' } });
  expect(await send({ type: 'image', ...MEDIA }, { media: { ...media, mimeType: 'image/png' } })).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'provider_unavailable', retryable: true },
  });
  expect((await standIn().log()).requests.filter(({ path }) => path.endsWith('/messages'))).toEqual([]);
});

test('a group, a BSUID and a quoted message are in the fields that Meta expects', async () => {
  await seed({ groups: [{ id: 'group-7' }] });
  await send({ type: 'text', text: 'x' }, { to: { type: 'group', providerGroupId: 'group-7' } });
  expect((await last()).body).toMatchObject({ recipient_type: 'group', to: 'group-7' });

  const bsuid = 'US.13491208655302741918';
  const replyTo = { providerMessageId: 'wamid.9', isOurs: false, sender: {} };
  const hidden = await send({ type: 'text', text: 'x' }, { to: { type: 'direct', person: { bsuid } }, replyTo });
  expect(hidden).toMatchObject({ outcome: 'accepted', recipient: { bsuid } });
  const { body } = await last();
  expect(body).toMatchObject({ recipient: bsuid, context: { message_id: 'wamid.9' } });
  expect(body).not.toHaveProperty('to');

  const nobody = await send({ type: 'text', text: 'x' }, { to: { type: 'direct', person: { lid: '1@lid' } } });
  expect(nobody).toMatchObject({ outcome: 'refused', error: { code: 'recipient_id_unsupported' } });
});

test('values of a template become its components, in order or by name', async () => {
  const body = { type: 'BODY', text: 'Order {{1}} for {{2}}' };
  const named = { type: 'BODY', text: 'Hello {{first_name}}' };
  const pictured = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Look' },
  ];
  await seed({
    templates: [
      { name: 'ordered', language: 'en_US', components: [body] },
      { name: 'named', language: 'en_US', components: [named] },
      { name: 'pictured', language: 'en_US', components: pictured },
    ],
  });
  const template = (name: string, variables: Record<string, unknown>) =>
    ({ type: 'template', name, language: 'en_US', variables }) as const;

  expect((await send(template('ordered', { body: ['42', 'Ada'], buttons: ['track/42'] }))).outcome).toBe('accepted');
  expect((await last()).body).toMatchObject({
    template: {
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: '42' },
            { type: 'text', text: 'Ada' },
          ],
        },
        { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'track/42' }] },
      ],
    },
  });
  expect((await send(template('named', { body: { first_name: 'Ada' } }))).outcome).toBe('accepted');

  const header = { type: 'image', media: { media_id: 'med_1' } };
  const media = await fileOf('image/png');
  expect((await send(template('pictured', { header: [header] }), { media })).outcome).toBe('accepted');

  expect(await send(template('ordered', { body: ['42'] }))).toMatchObject({
    outcome: 'refused',
    error: { code: 'template_parameter_count', provider: { code: 132000 } },
  });
  expect(await send(template('absent', {}))).toMatchObject({ error: { code: 'template_not_found' } });
});

test('a type that the API lacks is refused before any request', async () => {
  const poll = await send({ type: 'poll', question: 'When?', options: ['a', 'b'] });
  expect(poll).toMatchObject({ outcome: 'refused', error: { code: 'unsupported_message_type' } });
  expect((await standIn().log()).requests).toEqual([]);
});
