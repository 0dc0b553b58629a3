import { expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { MessageContent } from '../../shared/whatsapp/content';
import { messageEvents, eventOf, SHEENA } from './notifications';

const PERSON = { phone: '16505551234', bsuid: 'US.1349120865', username: 'sheena.n', name: 'Sheena' };
const DIRECT = { type: 'direct', person: PERSON };
const AT = new Date(1_749_416_383_000);

test('each type of message is converted to our content', () => {
  const media = { id: '55', mime_type: 'image/jpeg', sha256: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' };
  const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const items = [{ product_retailer_id: 'p', quantity: '2', item_price: 9.5, currency: 'EUR' }];
  const unsupported = [{ code: 131051, title: 'Unsupported', error_data: { details: 'Not supported here' } }];
  const cases: [message: Record<string, unknown>, content: unknown, file?: unknown][] = [
    [
      { type: 'text', text: { body: 'Hi 👋' } },
      { type: 'text', text: 'Hi 👋' },
    ],
    [
      { type: 'image', image: { ...media, caption: 'c' } },
      { type: 'image', caption: 'c' },
      { providerMediaId: '55', sha256 },
    ],
    [{ type: 'video', video: { id: 56 } }, { type: 'video' }, { providerMediaId: '56', mimeType: 'video/mp4' }],
    [{ type: 'audio', audio: { id: '1', voice: true } }, { type: 'voice' }, { providerMediaId: '1' }],
    [{ type: 'audio', audio: { id: '1', voice: false } }, { type: 'audio' }, { providerMediaId: '1' }],
    [{ type: 'sticker', sticker: { id: '1', animated: true } }, { type: 'sticker' }, { mimeType: 'image/webp' }],
    [
      { type: 'document', document: { id: '1', filename: 'a.pdf' } },
      { type: 'document', filename: 'a.pdf' },
      { filename: 'a.pdf' },
    ],
    [
      { type: 'location', location: { latitude: '52.5', longitude: 13.4, url: 'https://x' } },
      { type: 'location', latitude: 52.5, longitude: 13.4 },
    ],
    [
      {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ada', first_name: 'Ada' }, phones: [{ phone: '+1' }], org: {} }],
      },
      {
        type: 'contacts',
        contacts: [{ name: { formatted: 'Ada', first: 'Ada' }, phones: [{ phone: '+1' }], org: {} }],
      },
    ],
    [
      { type: 'button', button: { payload: 'yes', text: 'Yes' } },
      { type: 'button_reply', id: 'yes', title: 'Yes' },
    ],
    [
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } } },
      { type: 'button_reply', id: 'y', title: 'Yes' },
    ],
    [
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'y', title: 'Yes' } } },
      { type: 'list_reply', id: 'y', title: 'Yes', description: null },
    ],
    [
      {
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', response_json: '{"a":1}' } },
      },
      { type: 'flow_reply', name: 'flow', response: { a: 1 } },
    ],
    [
      { type: 'order', order: { catalog_id: 7, product_items: items } },
      {
        type: 'order',
        catalog_id: '7',
        items: [{ product_id: 'p', quantity: 2, price: 9.5, currency: 'EUR' }],
        text: null,
      },
    ],
    [
      { type: 'unsupported', errors: unsupported },
      { type: 'unsupported', provider_type: 'unsupported', reason: 'Not supported here' },
    ],
    [
      { type: 'hologram', hologram: {} },
      { type: 'unsupported', provider_type: 'hologram', reason: null },
    ],
  ];
  for (const [message, content, file] of cases) {
    const [driverEvent] = messageEvents(message);
    expect(driverEvent).toMatchObject({
      kind: 'message',
      place: DIRECT,
      sender: PERSON,
      isEcho: false,
      at: AT,
      content,
    });
    expect(Object.keys((driverEvent as { content: object }).content).toSorted()).toEqual(
      Object.keys(content as object).toSorted(),
    );
    expect(
      MessageContent.safeParse({
        ...(content as object),
        ...(file === undefined ? {} : { media: { media_id: newId('med') } }),
      }).error,
    ).toBeUndefined();
    if (file === undefined) expect(driverEvent).not.toHaveProperty('media');
    else expect(driverEvent).toMatchObject({ media: file });
  }
});

test('an impossible file size counts as unknown', () => {
  const sizeOf = (size: unknown): unknown => {
    const [driverEvent] = messageEvents({ type: 'image', image: { id: '55', file_size: size } });
    return (driverEvent as { media: { size?: number } }).media.size;
  };
  expect([1024, '1024', 0].map(sizeOf)).toEqual([1024, 1024, 0]);
  expect([-1, '-1', 1.5, 2 ** 60].map(sizeOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test('the context of a message is kept: the reply, the referral, the forwarding', () => {
  const context = { from: '1', id: 'wamid.out', forwarded: true, referred_product: { catalog_id: 'c' } };
  const referral = { source_url: 'https://fb.me/x', ctwa_clid: 'y' };
  expect(messageEvents({ type: 'text', text: { body: 'x' }, context, referral })).toMatchObject([
    { replyTo: 'wamid.out', forwarded: true, context: { referral, product: { catalog_id: 'c' } } },
  ]);
  const [often] = messageEvents({
    type: 'text',
    text: { body: 'x' },
    context: { frequently_forwarded: true },
    referral: {},
  });
  expect(often).toMatchObject({ forwarded: true });
  expect(often).not.toHaveProperty('context');
});

test('a user without a number is identified by BSUID', () => {
  const bsuid = 'US.1349120865';
  const { wa_id: _, ...contact } = SHEENA;
  const hidden = { id: 'w', type: 'text', text: { body: 'x' } };
  const { phone: __, ...person } = PERSON;
  for (const message of [
    { ...hidden, from_user_id: bsuid },
    { ...hidden, user_id: bsuid },
    { ...hidden, from: bsuid },
    hidden,
  ]) {
    const [driverEvent] = eventOf('messages', { contacts: [contact], messages: [message] });
    expect(driverEvent).toMatchObject({ place: { type: 'direct', person }, sender: person });
    expect(driverEvent).not.toHaveProperty('sender.phone');
  }
  const [bare] = eventOf('messages', { messages: [{ ...hidden, from_user_id: bsuid }] });
  expect(bare).toMatchObject({ sender: { bsuid } });
});

test('each message is matched with its own contact', () => {
  const other = { profile: { name: 'Ada' }, wa_id: '4917012345' };
  const messages = ['4917012345', SHEENA.wa_id].map((from) => ({ from, id: from, type: 'text', text: { body: 'x' } }));
  expect(eventOf('messages', { contacts: [SHEENA, other], messages })).toMatchObject([
    { sender: { phone: '4917012345', name: 'Ada' } },
    { sender: PERSON },
  ]);
});

test('a message in a group has the group and the sender', () => {
  const [driverEvent] = messageEvents({ type: 'text', text: { body: 'x' }, group_id: 'g-1' });
  expect(driverEvent).toMatchObject({ place: { type: 'group', providerGroupId: 'g-1' }, sender: PERSON });
});

test('reactions, edits and revocations name the message that they change', () => {
  const of = { place: DIRECT, by: PERSON, isOurs: false, at: AT };
  const edit = { original_message_id: 'w1', message: { type: 'text', text: { body: 'new' } } };
  const caption = { original_message_id: 'w1', message: { type: 'image', image: { id: '1', caption: 'new' } } };
  const cases: [Record<string, unknown>, unknown][] = [
    [
      { type: 'reaction', reaction: { message_id: 'w1', emoji: '👍' } },
      { kind: 'reaction', emoji: '👍' },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'w1', emoji: '' } },
      { kind: 'reaction', emoji: null },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'w1' } },
      { kind: 'reaction', emoji: null },
    ],
    [
      { type: 'edit', edit },
      { kind: 'edit', text: 'new' },
    ],
    [
      { type: 'edit', edit: caption },
      { kind: 'edit', text: 'new' },
    ],
    [{ type: 'revoke', revoke: { original_message_id: 'w1' } }, { kind: 'revoke' }],
  ];
  for (const [message, driverEvent] of cases) {
    expect(messageEvents(message)).toEqual([{ ...of, providerMessageId: 'w1', ...(driverEvent as object) } as never]);
  }
});

test('a new number or another device changes the contact too', () => {
  expect(
    messageEvents({ type: 'system', system: { type: 'user_changed_number', body: 'b', wa_id: '491701' } }),
  ).toMatchObject([
    { content: { type: 'system', kind: 'number_changed', old_phone: '+16505551234', new_phone: '+491701' } },
    { kind: 'contact', person: { phone: '491701', bsuid: PERSON.bsuid }, oldPhone: '16505551234' },
  ]);
  expect(
    messageEvents({ type: 'system', system: { type: 'customer_identity_changed', wa_id: '16505551234' } }),
  ).toMatchObject([
    { content: { type: 'system', kind: 'identity_changed' } },
    { kind: 'contact', person: PERSON, identityChanged: true },
  ]);
});

test('a message written on the phone is our own', () => {
  const echo = {
    from: '15550783881',
    to: '16505551234',
    id: 'w1',
    timestamp: '1749416383',
    type: 'text',
    text: { body: 'x' },
  };
  const reaction = { ...echo, type: 'reaction', reaction: { message_id: 'w0', emoji: '👍' } };
  expect(eventOf('smb_message_echoes', { contacts: [SHEENA], message_echoes: [echo, reaction] })).toMatchObject([
    { kind: 'message', isEcho: true, place: DIRECT, sender: { phone: '15550783881' }, content: { text: 'x' } },
    { kind: 'reaction', isOurs: true, place: DIRECT },
  ]);
});

test('a call is reported with its caller', () => {
  const call = {
    id: 'c1',
    from: '16505551234',
    event: 'connect',
    timestamp: '1749416383',
    direction: 'USER_INITIATED',
  };
  expect(eventOf('calls', { contacts: [SHEENA], calls: [call] })).toEqual([
    { kind: 'call', person: PERSON, providerCallId: 'c1', isVideo: false, status: 'connect', rejected: false, at: AT },
  ]);
});
