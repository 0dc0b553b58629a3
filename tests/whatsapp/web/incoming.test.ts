import { expect, test } from 'bun:test';

import type { proto } from 'baileys';

import type { InboundContent } from '../../../shared/whatsapp/content';
import { inGroup, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, linkOther, ME, startPeer } from './message-stage';

closeAfterEach();

test('a text arrives with its sender, whose number and LID are one person', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  ada.name = 'Ada';
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Hello', { timestamp: 1_790_000_000 });
  const person = { phone: ADA, lid: ada.lidJid, name: 'Ada' };
  expect(await me.message(id)).toEqual({
    kind: 'message',
    place: { type: 'direct', person },
    sender: person,
    isEcho: false,
    providerMessageId: id,
    at: new Date(1_790_000_000_000),
    content: { type: 'text', text: 'Hello' },
  });
  await peer.settled();
  peer.assertClean();
});

test('what the own phone sends is an echo in the chat of the recipient', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await peer.person(ME).sendText(ADA, 'From the phone');
  const echo = await me.message(id);
  expect(echo).toMatchObject({ isEcho: true, content: { type: 'text', text: 'From the phone' } });
  expect(echo.place).toEqual({ type: 'direct', person: { lid: ada.lidJid, phone: ADA } });
});

test('an echo that names our own number beside the LID of the recipient does not mix the two up', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const own = peer.person(ME);
  const me = await linkMe(peer);
  const id = await own.sendText(ADA, 'From the phone', { attrs: { sender_pn: own.jid } });
  expect((await me.message(id)).place).toEqual({ type: 'direct', person: { lid: ada.lidJid } });
});

test('a message in a group names the group and the member', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  const id = await ben.sendText(group.id, 'Hello all');
  const message = await me.message(id);
  expect(message.place).toEqual(inGroup(group.id));
  expect(message.sender).toMatchObject({ phone: BEN, lid: ben.lidJid });
});

test('what comes while we are away arrives once, as any other message', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  await me.close();
  const id = await ada.sendText(ME, 'While you were away');
  await me.connect();
  await me.message(id);
  await peer.settled();
  expect(me.ofKind('message').filter((one) => one.providerMessageId === id)).toHaveLength(1);
});

const contextInfo = {
  stanzaId: '3AQUOTED',
  participant: '1@lid',
  mentionedJid: ['7@lid', `${BEN}@s.whatsapp.net`, 'x'],
};

test('a reply, mentions and forwarding are read from the context', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const context = {
    ...contextInfo,
    isForwarded: true,
    externalAdReply: { title: 'Ad', sourceId: '12', ctwaClid: 'c' },
  };
  const id = await ada.send(ME, { extendedTextMessage: { text: 'Hi', contextInfo: context } });
  expect(await me.message(id)).toMatchObject({
    content: { type: 'text', text: 'Hi' },
    replyTo: '3AQUOTED',
    mentions: [{ lid: '7@lid' }, { phone: BEN }],
    forwarded: true,
    context: { referral: { headline: 'Ad', source_id: '12', ctwa_clid: 'c' } },
  });
});

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Byron;Ada;;Dr;',
  'FN:Ada\\, Byron',
  `item1.TEL;waid=${ADA};TYPE=cell:+1 555 000`,
  ' 0002',
  'EMAIL:ada@example.com',
  'ORG:Engines;Analytics',
  'END:VCARD',
].join('\r\n');

const OPTIONS = [{ optionName: 'Monday' }, { optionName: 'Tuesday' }];
const TEXT = { type: 'text', text: 'Hi' } as const;
const contents: [string, proto.IMessage, InboundContent][] = [
  ['a disappearing text', { ephemeralMessage: { message: { conversation: 'Hi' } } }, TEXT],
  ['a live location', { liveLocationMessage: { degreesLatitude: 1.5, degreesLongitude: 2 } }, location({})],
  [
    'a location',
    { locationMessage: { degreesLatitude: 1.5, degreesLongitude: 2, name: 'Here' } },
    location({ name: 'Here' }),
  ],
  [
    'a contact',
    { contactMessage: { displayName: 'Ada', vcard: VCARD } },
    {
      type: 'contacts',
      contacts: [
        {
          name: { last: 'Byron', first: 'Ada', prefix: 'Dr', formatted: 'Ada, Byron' },
          phones: [{ phone: '+1 555 0000002', type: 'CELL', wa_id: ADA }],
          emails: [{ email: 'ada@example.com' }],
          org: { company: 'Engines', department: 'Analytics' },
        },
      ],
    },
  ],
  [
    'a poll',
    { pollCreationMessageV3: { name: 'When?', options: OPTIONS, selectableOptionsCount: 1 } },
    { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 },
  ],
  [
    'a reply with a button',
    { buttonsResponseMessage: { selectedButtonId: 'yes', selectedDisplayText: 'Yes' } },
    { type: 'button_reply', id: 'yes', title: 'Yes' },
  ],
  [
    'a reply with a template button',
    { templateButtonReplyMessage: { selectedId: 'yes', selectedDisplayText: 'Yes' } },
    { type: 'button_reply', id: 'yes', title: 'Yes' },
  ],
  [
    'a reply to a list',
    { listResponseMessage: { title: 'Tea', singleSelectReply: { selectedRowId: 'tea' } } },
    { type: 'list_reply', id: 'tea', title: 'Tea', description: null },
  ],
  [
    'a completed form',
    { interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"a":1}' } } },
    { type: 'flow_reply', name: 'flow', response: { a: 1 } },
  ],
  [
    'a form whose answer is no JSON',
    { interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'flow', paramsJson: '{' } } },
    { type: 'flow_reply', name: 'flow', response: {} },
  ],
  [
    'the text of a template',
    { templateMessage: { hydratedTemplate: { hydratedContentText: 'Hi', templateId: '1' } } },
    TEXT,
  ],
  [
    'an unknown type',
    { groupInviteMessage: { groupJid: '1@g.us', inviteCode: 'abc' } },
    { type: 'unsupported', provider_type: 'groupInviteMessage', reason: null },
  ],
  [
    'a file without an address',
    { imageMessage: { mimetype: 'image/png' } },
    { type: 'unsupported', provider_type: 'image', reason: 'The message does not say where its file is.' },
  ],
];

function location(more: { name?: string }): InboundContent {
  return { type: 'location', latitude: 1.5, longitude: 2, ...more };
}

test('every type of content is read', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  for (const [title, message, content] of contents) {
    const id = await ada.send(ME, message);
    expect({ title, content: (await me.message(id)).content }).toEqual({ title, content });
  }
});

test('contents that are no message of their own report nothing', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  await ada.send(ME, { pinInChatMessage: { key: { id: '3A1' } } });
  await ada.send(ME, { albumMessage: { expectedImageCount: 2 } });
  await ada.send(ME, { encReactionMessage: {} });
  const last = await ada.sendText(ME, 'last');
  await me.message(last);
  expect(me.ofKind('message')).toHaveLength(1);
});

test('a message of a kind that the library does not know is reported as unsupported, with what its stanza says', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const reason = 'The driver does not know this kind of message.';
  // What is left of an unknown field when the library has decoded it.
  const unknown: proto.IMessage[] = [
    {},
    { messageContextInfo: { messageSecret: new Uint8Array(32) } },
    { ephemeralMessage: { message: {} } },
  ];
  for (const message of unknown) {
    const id = await ada.send(ME, message, { attrs: { type: 'quiz' } });
    expect((await me.message(id)).content).toEqual({ type: 'unsupported', provider_type: 'quiz', reason });
  }
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  // The first message of a member in a group comes with the keys of the member.
  const inGroupOf = await ben.send(group.id, { messageContextInfo: { messageSecret: new Uint8Array(32) } });
  expect(await me.message(inGroupOf)).toMatchObject({ place: inGroup(group.id), content: { type: 'unsupported' } });
});

test('the keys of a member of a group without a message report nothing', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  await ada.send(ME, { senderKeyDistributionMessage: { groupId: '1@g.us' } });
  await me.message(await ada.sendText(ME, 'last'));
  expect(me.ofKind('message')).toHaveLength(1);
});

test('an edit, a reaction and a deletion by the author are reported, with the chat', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Helo');
  const key = { id, fromMe: true, remoteJid: peer.person(ME).lidJid };
  const { MESSAGE_EDIT, REVOKE } = me.session.library.proto.Message.ProtocolMessage.Type;
  await ada.send(ME, { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'Hello' } } });
  await ada.send(ME, { reactionMessage: { key: { ...key, fromMe: false }, text: '👍' } });
  await ada.send(ME, { reactionMessage: { key: { ...key, fromMe: false }, text: '' } });
  await ada.send(ME, { protocolMessage: { type: REVOKE, key } });
  await me.reports('revoke');
  const common = { providerMessageId: id, isOurs: false, by: expect.objectContaining({ lid: ada.lidJid }) };
  expect(me.ofKind('edit')).toEqual([expect.objectContaining({ ...common, text: 'Hello' })]);
  expect(me.ofKind('reaction').map(({ emoji }) => emoji)).toEqual(['👍', null]);
  expect(me.ofKind('revoke')).toEqual([expect.objectContaining(common)]);
});

test('the own phone edits and deletes what it wrote', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  const id = await peer.person(ME).sendText(ADA, 'Helo');
  const { MESSAGE_EDIT } = me.session.library.proto.Message.ProtocolMessage.Type;
  const edit = { type: MESSAGE_EDIT, key: { id, fromMe: true }, editedMessage: { conversation: 'Hello' } };
  await peer.person(ME).send(ADA, { editedMessage: { message: { protocolMessage: edit } } });
  expect(await me.reports('edit')).toMatchObject({ isOurs: true, providerMessageId: id, text: 'Hello' });
});

test('two real clients: texts, edits and reactions both ways', async () => {
  const peer = await startPeer();
  const [me, ada] = await Promise.all([linkMe(peer), linkOther(peer, ADA)]);
  const sent = await ada.socket.sendMessage(peer.person(ME).lidJid, { text: 'Helo' });
  const id = sent?.key.id ?? '';
  await me.message(id);
  await ada.socket.sendMessage(peer.person(ME).lidJid, { text: 'Hello', edit: sent?.key ?? {} });
  expect(await me.reports('edit')).toMatchObject({ providerMessageId: id, text: 'Hello', isOurs: false });
  const place = { type: 'direct', person: { phone: ADA, lid: peer.person(ADA).lidJid } } as const;
  await me.send(
    textJob(place, 'Hi Ada', { replyTo: { providerMessageId: id, isOurs: false, sender: { phone: ADA } } }),
  );
  const got = await ada.receives('Hi Ada');
  expect(got.message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(id);
  await ada.socket.sendMessage(peer.person(ME).lidJid, { react: { text: '🎉', key: got.key } });
  expect(await me.reports('reaction')).toMatchObject({ providerMessageId: got.key.id, emoji: '🎉', isOurs: false });
  await peer.settled();
  peer.assertClean();
});
