import { expect, test } from 'bun:test';

import { parseNotification } from '../../server/whatsapp/drivers/cloud/notification';
import { readNotified } from '../../server/whatsapp/drivers/cloud/notified-json';
import { ARRIVED, itemsOf, eventOf, SHEENA } from './notifications';

const text = (id: string) => ({ from: SHEENA.wa_id, id, timestamp: '1749416383', type: 'text', text: { body: id } });
const idsOf = (items: ReturnType<typeof itemsOf>) =>
  items.map((item) =>
    item.kind === 'events' && item.events[0]?.kind === 'message' ? item.events[0].providerMessageId : item.kind,
  );

test('every message of every change of every entry is read', () => {
  const numbers = [0, 1, 2];
  const changeOf = (id: string) => ({
    field: 'messages',
    value: {
      metadata: { phone_number_id: id },
      contacts: [SHEENA],
      messages: numbers.map((number) => text(`${id}.${number}`)),
    },
  });
  const entry = ['a', 'b'].map((waba) => ({ id: waba, changes: [changeOf(`${waba}1`), changeOf(`${waba}2`)] }));
  const items = parseNotification(new TextEncoder().encode(JSON.stringify({ entry })), ARRIVED);

  expect(idsOf(items)).toEqual(['a1', 'a2', 'b1', 'b2'].flatMap((id) => numbers.map((number) => `${id}.${number}`)));
  expect(items[4]).toMatchObject({
    wabaId: 'a',
    phoneNumberId: 'a2',
    field: 'messages',
    path: 'entry[0].changes[1].value.messages[1]',
  });
});

test('one item that cannot be read does not stop the others', () => {
  const broken = [
    null,
    'text',
    { ...text('no-type'), type: undefined },
    { ...text('no-id'), id: undefined },
    { ...text('no-body'), text: {} },
    { ...text('place'), type: 'location', location: { latitude: 'north' } },
    { ...text('reaction'), type: 'reaction', reaction: { emoji: '👍' } },
    { ...text('picture'), type: 'image', image: { mime_type: 'image/png' } },
  ];
  for (const bad of broken) {
    const items = itemsOf('messages', { contacts: [SHEENA], messages: [text('first'), bad, text('last')] });
    expect([bad, idsOf(items)]).toEqual([bad, ['first', 'malformed', 'last']]);
  }
  const statuses = [{ id: 'wamid.1', status: 'sent' }, { status: 'sent' }, { id: 'wamid.1' }, 7];
  expect(itemsOf('messages', { statuses }).map(({ kind }) => kind)).toEqual([
    'events',
    'malformed',
    'malformed',
    'malformed',
  ]);
});

test('a body that is no notification is one malformed item, not an error', () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"entry":{}}',
    '{"entry":[null]}',
    '{"entry":[{"id":"1","changes":[7]}]}',
  ];
  for (const body of [...bodies, '{"entry":[{"changes":[{"field":"messages"}]}]}']) {
    expect([body, parseNotification(body, ARRIVED).map(({ kind }) => kind)]).toEqual([body, ['malformed']]);
  }
  expect(parseNotification(Uint8Array.of(0xff, 0xfe), ARRIVED)).toMatchObject([{ kind: 'malformed' }]);
});

test('unknown fields and statuses are reported as unknown', () => {
  expect(itemsOf('flows', { event: 'X' })).toMatchObject([{ kind: 'unknown', field: 'flows', wabaId: '1022' }]);
  expect(itemsOf('messages', {})).toMatchObject([{ kind: 'unknown' }]);
  expect(itemsOf('messages', { statuses: [{ id: 'wamid.1', status: 'warning' }] })).toMatchObject([
    { kind: 'unknown', type: 'warning' },
  ]);
  expect(itemsOf('group_lifecycle_update', { groups: [{ group_id: 'g', type: 'group_moved' }] })).toMatchObject([
    { kind: 'unknown', type: 'group_moved' },
  ]);
});

test('a status finds its message by either id and has its recipient', () => {
  const status = {
    id: 'wamid.1',
    status: 'delivered',
    timestamp: 1749416383,
    recipient_id: '16505551234',
    biz_opaque_callback_data: 'msg_1',
    conversation: { id: 'c' },
  };
  const at = new Date(1_749_416_383_000);
  expect(eventOf('messages', { statuses: [status] })).toEqual([
    {
      kind: 'status',
      providerMessageId: 'wamid.1',
      messageId: 'msg_1',
      status: 'delivered',
      at,
      recipient: { phone: '16505551234' },
    },
  ]);

  const bare = { status: 'read', biz_opaque_callback_data: 'msg_1', recipient_user_id: 'US.77' };
  expect(eventOf('messages', { statuses: [bare] })).toEqual([
    { kind: 'status', messageId: 'msg_1', status: 'read', at: ARRIVED, recipient: { bsuid: 'US.77' } },
  ]);
  const inGroup = {
    ...status,
    recipient_id: 'group-1',
    recipient_type: 'group',
    recipient_participant_id: '49170123456',
  };
  expect(eventOf('messages', { statuses: [inGroup] })).toMatchObject([{ participant: { phone: '49170123456' } }]);
  expect(eventOf('messages', { statuses: [inGroup] })[0]).not.toHaveProperty('recipient');
});

test('a failed status has its reason and its effect on the number', () => {
  const errors = [{ code: 131048, title: 'Spam rate limit hit', error_data: { details: 'too many' } }];
  expect(eventOf('messages', { statuses: [{ id: 'wamid.1', status: 'failed', errors }] })).toMatchObject([
    { status: 'failed', error: { code: 'spam_limited', provider: { code: 131048, details: 'too many' } } },
    { kind: 'health', reason: { code: 'spam_limited', active: true } },
  ]);
  expect(eventOf('messages', { statuses: [{ id: 'wamid.1', status: 'failed' }] })).toMatchObject([
    { error: { code: 'provider_rejected', provider: null } },
  ]);
});

test('texts are cleaned for the database', () => {
  const body = `{"entry":[{"id":"1","changes":[{"field":"messages","value":{"messages":[{"from":"16505551234","id":"w","type":"text","text":{"body":"a\\u0000b\\ud83dc\\ud83d\\ude00"}}]}}]}]}`;
  expect(parseNotification(body, ARRIVED)).toMatchObject([{ events: [{ content: { text: 'ab\uFFFDc😀' } }] }]);

  // A backslash that is written twice stands for itself, and what follows it is text.
  const told = String.raw`\\u0000 \\\u0000 \ud83d\ud83d \ude00 \\ud83d`;
  const second = `{"entry":[{"id":"1","changes":[{"field":"messages","value":{"messages":[{"from":"16505551234","id":"w","type":"text","text":{"body":"${told}"}}]}}]}]}`;
  expect(parseNotification(second, ARRIVED)).toMatchObject([
    { events: [{ content: { text: String.raw`\u0000 \ ${'\uFFFD\uFFFD \uFFFD'} \ud83d` } }] },
  ]);
});

test('keys of objects are cleaned for the database', () => {
  const template = String.raw`{"event":"APPROVED","message_template_id":1,"message_template_name":"a\u0000b\ud800","x\udc00":{"__proto__\u0000":1}}`;
  expect(readNotified(template)).toEqual({
    event: 'APPROVED',
    message_template_id: 1,
    message_template_name: 'ab\uFFFD',
    'x\uFFFD': JSON.parse('{"__proto__":1}') as object,
  });
});

test('a body of more values than Meta ever sends is one malformed item, whatever they are; long texts are not counted', () => {
  const many = (value: string): string => Array.from({ length: 200_001 }, () => value).join();
  for (const value of ['{}', '[]', '1', '{"changes":[{}]}', '""']) {
    const parsed = parseNotification(`{"entry":[${many(value)}]}`, ARRIVED);
    expect([value, parsed]).toMatchObject([value, [{ kind: 'malformed', reason: 'It has more than 200000 values.' }]]);
  }

  const long = `${'{,['.repeat(100_000)}\\"${'['.repeat(200_000)}\\\\`;
  const body = `{"entry":[{"id":"1","changes":[{"field":"messages","value":{"messages":[{"from":"16505551234","id":"w","type":"text","text":{"body":"${long}"}}]}}]}]}`;
  expect(parseNotification(body, ARRIVED)).toMatchObject([{ kind: 'events' }]);
});
