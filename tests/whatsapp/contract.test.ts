import { describe, expect, test } from 'bun:test';

import { z } from 'zod';

import { EVENT_TYPES, EVENTS, exampleOf } from '../../shared/events/events';
import { ID_PREFIXES } from '../../shared/ids';
import {
  CONTENT_SCHEMAS,
  CONTENT_TYPES,
  MESSAGE_TYPES,
  MessageContent,
  SendContent,
} from '../../shared/whatsapp/content';
import { EXAMPLE_INSTANCE } from '../../shared/whatsapp/instance';
import { MAX_INLINE_BYTES } from '../../shared/whatsapp/media';
import { STATUS_RANK } from '../../shared/whatsapp/message';
import { SEND_EXAMPLES, SendMessage } from '../../shared/whatsapp/message-inputs';
import { recipient } from '../../shared/whatsapp/party';
import { SEND_ERRORS } from '../../shared/whatsapp/send-errors';

const FILES = [...new Bun.Glob('*.ts').scanSync('shared/whatsapp')].toSorted();

/** Every schema that a module of the contract exports and that has an example. */
async function examples(): Promise<[string, z.ZodType, unknown][]> {
  const modules = await Promise.all(FILES.map((file) => import(`../../shared/whatsapp/${file}`)));
  return modules.flatMap((module: Record<string, unknown>, index) =>
    Object.entries(module).flatMap(([name, value]): [string, z.ZodType, unknown][] => {
      const example = value instanceof z.ZodType ? value.meta()?.['example'] : undefined;
      return value instanceof z.ZodType && example !== undefined ? [[`${FILES[index]} ${name}`, value, example]] : [];
    }),
  );
}

test('the example of every schema is valid', async () => {
  const found = await examples();
  expect(found.length).toBeGreaterThan(60);
  for (const [name, schema, example] of found) {
    expect([name, schema.safeParse(example).error?.issues]).toEqual([name, undefined]);
  }
});

const EVERY_EVENT = `instance.created instance.updated instance.deleted instance.status_changed instance.health_changed
instance.qr_updated instance.passkey_requested instance.passkey_confirmation history.synced message.received message.echoed message.queued message.sent message.delivered message.read
message.played message.failed message.unconfirmed message.canceled message.edited message.deleted message.recovered
message.reacted message.poll_voted media.stored media.failed chat.updated chat.deleted presence.updated contact.updated
contact.merged contact.identity_changed contact.opt_out_changed group.created group.updated
group.participants_changed group.join_requested group.left group.deleted template.status_changed
template.quality_changed template.category_changed call.received batch.completed
label.created label.updated label.deleted`;

test('every event has an example and names its instance, and its chat where it has one', () => {
  const types = EVENT_TYPES.filter((type) => type.startsWith('whatsapp.'));
  expect(types.map((type) => type.slice('whatsapp.'.length)).toSorted()).toEqual(EVERY_EVENT.split(/\s+/).toSorted());
  for (const type of types) {
    const { data, resources } = EVENTS[type] as { data: z.ZodType; resources?: (value: unknown) => object };
    const example = exampleOf(type).data;
    expect([type, data.safeParse(example).error?.issues]).toEqual([type, undefined]);
    expect([type, resources?.(example)]).toEqual([
      type,
      {
        instance_ids: [`${ID_PREFIXES.instance}_01jd9x3k2mf8v9q4zt7w5b6n0c`],
        ...(/^whatsapp\.(?:message|chat)\./.test(type) ? { chat_ids: [expect.stringMatching(/^cht_/)] } : {}),
      },
    ]);
  }
});

test('a reaction to an unknown message names only its instance', () => {
  const { instance, reaction } = exampleOf('whatsapp.message.reacted').data;
  const data = { provider_message_id: 'wamid.X', instance, reaction };
  const { data: schema, resources } = EVENTS['whatsapp.message.reacted'];
  expect(resources?.(schema.parse(data))).toEqual({ instance_ids: [EXAMPLE_INSTANCE.id] });
});

test('event types that no glob matches', () => {
  const types = EVENT_TYPES.filter((type) => type.startsWith('whatsapp.') && !EVENTS[type].matchedByPatterns);
  expect(types).toEqual([
    'whatsapp.instance.qr_updated',
    'whatsapp.instance.passkey_requested',
    'whatsapp.instance.passkey_confirmation',
    'whatsapp.message.queued',
    'whatsapp.chat.updated',
    'whatsapp.presence.updated',
  ]);
});

test('each type of content can be sent, and is read in the same shape', () => {
  expect(Object.keys(SEND_EXAMPLES)).toEqual([...CONTENT_TYPES]);
  for (const [type, body] of Object.entries(SEND_EXAMPLES)) {
    const sent = SendMessage.parse({ ...body, instance_id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c' });
    expect(sent).toMatchObject({ expires_after_seconds: 86_400, fallback: 'none', content: { type } });
    const { content } = sent;
    const media = 'media' in content ? { media: { media_id: 'med_01jd9x3k2mf8v9q4zt7w5b6n0c' } } : {};
    expect([type, MessageContent.safeParse({ ...content, ...media }).success]).toEqual([type, true]);
  }
  expect(MESSAGE_TYPES.slice(0, CONTENT_TYPES.length)).toEqual([...CONTENT_TYPES]);
});

test('in the document, content is a union of these shapes, discriminated by type', () => {
  const { oneOf, discriminator } = z.toJSONSchema(SendContent, { io: 'input' }).$defs?.['SendContent'] ?? {};
  expect(discriminator).toEqual({ propertyName: 'type' });
  const typesOf = (shape: z.core.JSONSchema.BaseSchema): unknown[] =>
    (shape.oneOf ?? shape.anyOf)?.flatMap((one) => typesOf(one)) ?? [
      (shape.properties?.['type'] as z.core.JSONSchema.BaseSchema | undefined)?.const,
    ];
  expect(oneOf?.map((shape) => [...new Set(typesOf(shape))])).toEqual(CONTENT_TYPES.map((type) => [type]));
  expect(oneOf).toHaveLength(CONTENT_TYPES.length);
});

test('the status of a message only moves forward, from scheduled to played', () => {
  expect(Object.values(STATUS_RANK)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(Object.keys(STATUS_RANK).at(0)).toBe('scheduled');
  expect(Object.keys(STATUS_RANK).at(-1)).toBe('played');
});

test('only errors that may succeed later are retried', () => {
  const retryable = Object.entries(SEND_ERRORS).flatMap(([code, entry]) => (entry.retryable ? [code] : []));
  expect(retryable).toEqual([
    'group_rate_limited',
    'pair_rate_limited',
    'provider_rate_limited',
    'provider_unavailable',
  ]);
});

const RIGHT = [
  '+15550100000',
  '1 (555) 010-0000',
  '(+49) 151.234567',
  '1234567',
  '123456789012345',
  'cnt_01jd9x3k2mf8v9q4zt7w5b6n0c',
  'grp_01jd9x3k2mf8v9q4zt7w5b6n0c',
  'cht_01jd9x3k2mf8v9q4zt7w5b6n0c',
  '15550100000@s.whatsapp.net',
  '15550100000:12@s.whatsapp.net',
  '15550100000@c.us',
  '123456789012345@lid',
  '120363025246125486@g.us',
  '15550100000-1600000000@g.us',
  'US.1349',
  'US.ENT.abc9',
];
const WRONG = [
  '',
  '12345',
  '123456',
  '1234567890123456',
  '+1555x100000',
  '++15550100000',
  'msg_01jd9x3k2mf8v9q4zt7w5b6n0c',
  'cnt_01',
  '15550100000@evil.example',
  '15550100000@newsletter',
  'us.1349',
  `US.${'a'.repeat(129)}`,
  `${' '.repeat(190)}+15550100000`,
  '15550100000\n',
];

describe('the recipient', () => {
  test.each(RIGHT)('accepts %p', (to) => {
    expect(recipient().safeParse(to).success).toBe(true);
  });
  test.each(WRONG)('refuses %p', (to) => {
    expect(recipient().safeParse(to).error?.issues).toMatchObject([{ params: { code: 'invalid_recipient' } }]);
  });
});

test('inline files are limited in bytes, and read as base64', () => {
  const { image } = CONTENT_SCHEMAS;
  const isValid = (base64: string) =>
    image.safeParse({ type: 'image', media: { base64, mime_type: 'image/png' } }).success;
  const ofBytes = (count: number) => Buffer.alloc(count).toString('base64');
  expect([MAX_INLINE_BYTES, MAX_INLINE_BYTES + 1, 1].map((count) => isValid(ofBytes(count)))).toEqual([
    true,
    false,
    true,
  ]);
  for (const bad of ['', 'AAA', 'AAAA\n', '====', 'AA=A', 'AA==AA==', 'AA-_'])
    expect([bad, isValid(bad)]).toEqual([bad, false]);
});
