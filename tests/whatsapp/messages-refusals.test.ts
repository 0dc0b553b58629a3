import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { numberedText } from '../../server/whatsapp/messages/fallback';
import { waTemplates } from '../../server/whatsapp/schema/instances';
import { waChats, waContacts } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import { SendContent } from '../../shared/whatsapp/content';
import { SEND_EXAMPLES } from '../../shared/whatsapp/message-inputs';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { messageScenes, seedInstance, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const TYPED = { to: TO };
const buttons = (count: number, change: object = {}) => ({
  type: 'buttons',
  body: 'Yes?',
  buttons: Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: `${index}`, ...change })),
});
const list = (rows: number, change: object = {}) => ({
  type: 'list',
  body: 'Which?',
  button: 'Menu',
  sections: [{ rows: Array.from({ length: rows }, (_, index) => ({ id: `${index}`, title: 'Row', ...change })) }],
});
const poll = (options: string[]) => ({ type: 'poll', question: 'When?', options });
const text = (value: unknown) => ({ type: 'text', text: value });
const image = (media: object) => ({ type: 'image', media });
const url = 'https://example.com/cat.jpg';

const CONTENT: [string, object, string][] = [
  ['a text of no characters', text(''), '/content/text too_short'],
  ['a text of 4097 characters', text('x'.repeat(4097)), '/content/text too_long'],
  ['a text that is a number', text(7), '/content/text invalid_type'],
  ['four buttons', buttons(4), '/content/buttons too_many'],
  ['two buttons of one id', buttons(2, { id: 'same' }), '/content/buttons/1/id duplicate'],
  ['two buttons of one title', buttons(2, { title: 'Same' }), '/content/buttons/1/title duplicate'],
  ['two rows of one id', list(2, { id: 'same' }), '/content/sections/0/rows/1/id duplicate'],
  ['thirteen options', poll(Array.from({ length: 13 }, (_, index) => `${index}`)), '/content/options too_many'],
  ['two equal options', poll(['a', 'a']), '/content/options duplicate'],
  ['latitude 91', { type: 'location', latitude: 91, longitude: 0 }, '/content/latitude too_big'],
  [
    'three sources of a file',
    image({ url, media_id: newId('med'), base64: 'AAAA', mime_type: 'image/png' }),
    '/content/media invalid',
  ],
  ['a file of no source', image({}), '/content/media invalid'],
  ['a file that is no URL', image({ url: 'ftp://example.com/a' }), '/content/media/url invalid_format'],
  ['too many bytes', image({ base64: 'A'.repeat(933_400), mime_type: 'image/png' }), '/content/media/base64 too_long'],
  ['an unknown field', { ...text('Hello'), colour: 'red' }, '/content/colour unknown_parameter'],
  ['an unknown type', { type: 'hologram' }, '/content/type invalid_value'],
  ['two emoji', { type: 'reaction', message_id: 'x', emoji: '👍👍' }, '/content/emoji invalid_emoji'],
];

describe('a message is refused for', () => {
  test.each(CONTENT)('%s', async (_, content, issue) => {
    const { call, path, rows } = await scene(WAITING);
    const answer = await call('POST', `${path}/messages`, { ...TYPED, content });
    expect([answer.status, issuesOf(answer)[0]]).toEqual([400, issue]);
    expect(await rows()).toEqual([]);
  });

  test('eleven rows', async () => {
    const { call, path } = await scene(WAITING);
    const sections = [6, 5].map((count, at) => ({
      title: `${at}`,
      rows: Array.from({ length: count }, (_, index) => ({ id: `${at}.${index}`, title: 'Row' })),
    }));
    for (const [content, issue] of [
      [list(11), '/content/sections/0/rows too_many'],
      [{ ...list(1), sections }, '/content/sections too_many'],
    ] as const) {
      const answer = await call('POST', `${path}/messages`, { ...TYPED, content });
      expect([answer.status, issuesOf(answer)[0]]).toEqual([400, issue]);
    }
  });

  test.each(['12345', '1'.repeat(201), '🙂', '', 'a@b.c', '+1555010000x', 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c'])(
    'the recipient %p',
    async (to) => {
      const { call, path } = await scene(WAITING);
      const answer = await call('POST', `${path}/messages`, textTo(to));
      expect([answer.status, issuesOf(answer)]).toEqual([400, ['/to invalid_recipient']]);
    },
  );

  test('text that a database cannot store, and a body that is too deep', async () => {
    const { call, path, rows } = await scene(WAITING);
    const deep = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`;
    const bodies = [
      JSON.stringify(textTo('+1555\u0000100000')),
      `{"to":"${TO}","content":{"type":"text","text":"\\u0000"}}`,
      `{"to":"\\ud800","content":{"type":"text","text":"a"}}`,
      `{"to":"${TO}","content":{"type":"text","text":"\\udfff"}}`,
      `{"to":"${TO}","content":${deep}}`,
      `{"to":"${TO}"`,
    ];
    for (const body of bodies) {
      const answer = await call('POST', `${path}/messages`, body);
      expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), 400]);
    }
    expect(await rows()).toEqual([]);
  });

  test('a schedule more than thirty days ahead', async () => {
    const { call, path } = await scene(WAITING);
    const schedule_at = new Date(Date.now() + 31 * 86_400_000).toISOString();
    const answer = await call('POST', `${path}/messages`, { ...textTo(TO), schedule_at });
    expect([answer.status, issuesOf(answer)]).toEqual([422, ['/schedule_at too_late']]);
  });
});

describe('no message is queued', () => {
  test('for an instance that is not connected', async () => {
    const { call, path, rows, update } = await scene({ status: 'logged_out', statusReason: 'device_removed' });
    const answer = await call('POST', `${path}/messages`, textTo(TO));
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'instance_not_connected',
        instance: `/api/v1${path}/messages`,
        whatsapp_instance: { status: 'logged_out', status_reason: 'device_removed', action: 'pair' },
      },
    });
    await update({ driver: 'cloud', status: 'failed', statusReason: 'token_invalid' });
    const failed = await call('POST', `${path}/messages`, textTo(TO));
    expect(failed.body.whatsapp_instance.action).toBe('fix_credentials');
    expect(await rows()).toEqual([]);
  });

  test('that the driver does not support', async () => {
    const refusals = [
      ['cloud', 'poll', SEND_EXAMPLES['poll'], 'message.poll', ['sandbox', 'web']],
      ['cloud', 'mentions', { ...textTo(TO), mentions: [TO] }, 'message.mentions', ['sandbox', 'web']],
      [
        'cloud',
        'view_once',
        { to: TO, content: { ...image({ url }), view_once: true } },
        'message.view_once',
        ['sandbox', 'web'],
      ],
    ] as const;
    for (const [driver, , body, capability, supported] of refusals) {
      const { call, path, rows, events } = await scene({ ...WAITING, driver });
      const answer = await call('POST', `${path}/messages`, body);
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'unsupported_by_driver', driver, capability, supported_by: supported },
      });
      expect('alternative' in answer.body).toBe(true);
      expect([await rows(), await events('whatsapp.message.queued')]).toEqual([[], []]);
    }
  });

  test('except that numbered text replaces buttons where that was asked for', async () => {
    const example = SEND_EXAMPLES['list'] as { content: object };
    const numbered = (content: object) => numberedText(SendContent.parse(content) as never)?.text;
    expect(numbered(example.content)).toBe('What may it be?\n\n*Drinks*\n1. Tea – Green or black');
    expect(numbered({ ...buttons(2), header: { type: 'text', text: 'Well' } })).toBe('*Well*\n\nYes?\n\n1. 0\n2. 1');
    expect(numbered({ ...buttons(1), header: { type: 'image', media: { url } } })).toBeUndefined();
    const sandbox = await scene(WAITING);
    expect(await sandbox.send({ ...example, fallback: 'text' })).toMatchObject({
      type: 'list',
      fallback_applied: false,
    });
  });

  test('for a contact that has opted out', async () => {
    const { send, call, path, id, workspaceId } = await scene(WAITING);
    const { contact_id: contactId } = (await send()).to;
    const now = new Date();
    const name = 'sale';
    const named = {
      id: newId('tpl'),
      workspaceId,
      instanceId: id,
      name,
      language: 'en_US',
      createdAt: now,
      updatedAt: now,
    };
    await queries(database)
      .insert(waTemplates)
      .values({
        ...named,
        category: 'marketing',
        status: 'approved',
        quality: 'green',
        parameterFormat: 'positional',
        components: [],
      });
    const template = { to: TO, content: { type: 'template', name, language: 'en_US' } };
    const set = (optOut: 'marketing' | 'all') =>
      queries(database).update(waContacts).set({ optOut }).where(eq(waContacts.id, contactId));

    await set('marketing');
    await send();
    const marketing = await call('POST', `${path}/messages`, template);
    expect([marketing.status, issuesOf(marketing)]).toEqual([422, ['/to recipient_opted_out']]);
    await set('all');
    const any = await call('POST', `${path}/messages`, textTo(contactId));
    expect([any.status, issuesOf(any)]).toEqual([422, ['/to recipient_opted_out']]);
  });

  test('except templates outside the service window', async () => {
    const { send, call, path, id } = await scene({ ...WAITING, driver: 'cloud' });
    const template = { to: TO, content: { type: 'template', name: 'hello_world', language: 'en_US' } };
    const made = await send(template);
    const chat = and(eq(waChats.instanceId, id), eq(waChats.id, made.chat_id));
    const expires = (afterMs: number) =>
      queries(database)
        .update(waChats)
        .set({ windowExpiresAt: new Date(Date.now() + afterMs) })
        .where(chat);
    await expires(-1000);
    const closed = await call('POST', `${path}/messages`, textTo(TO));
    expect([closed.status, issuesOf(closed)]).toEqual([422, ['/to reengagement_window_closed']]);
    await expires(60_000);
    await send();
    const hidden = await call('POST', `${path}/messages`, textTo('1234567890@lid'));
    expect([hidden.status, issuesOf(hidden)]).toEqual([422, ['/to recipient_id_unsupported']]);
  });
});

test('objects of another workspace or instance are not found', async () => {
  const [one, other] = [await scene(WAITING), await scene(WAITING)];
  const theirs = await other.send();
  const sibling = await seedInstance(one.workspaceId, WAITING);
  const mine = await one.send();
  const ask = async (body: object) => {
    const { status, body: problem } = await one.call('POST', `/whatsapp/instances/${sibling}/messages`, body);
    return { status, errors: problem.errors, detail: problem.detail };
  };
  const unknown = newId('cnt');
  for (const to of [theirs.to.contact_id, mine.to.contact_id, theirs.chat_id, newId('grp')]) {
    const answer = await ask(textTo(to));
    expect(answer.status).toBe(422);
    expect(answer).toEqual(await ask(textTo(unknown)));
  }
  const nobody = await ask({ ...textTo(TO), reply_to: newId('msg') });
  expect([nobody.status, nobody.errors[0].pointer]).toEqual([422, '/reply_to']);
  expect(await ask({ ...textTo(TO), reply_to: theirs.id })).toEqual(nobody);
  const media = await ask({ to: TO, content: { type: 'image', media: { media_id: newId('med') } } });
  expect([media.status, media.errors[0].pointer]).toEqual([422, '/content/media/media_id']);
});
