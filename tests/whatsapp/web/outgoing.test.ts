import { expect, test } from 'bun:test';

import { storedMessage } from '../../../server/whatsapp/drivers/web/worker/messages/stored-messages';
import type { MessageContent } from '../../../shared/whatsapp/content';
import { direct, inGroup, jobFor, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

/** Sends one content to Ada and answers what her phone got. */
async function sent(content: MessageContent, more: Parameters<typeof jobFor>[2] = {}) {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const result = await me.send(jobFor(direct(ADA), content, more));
  expect(result.outcome).toBe('sent');
  const [received] = await ada.receives(1);
  peer.assertClean();
  return received?.message ?? {};
}

test('a text arrives without a preview of its link', async () => {
  const { extendedTextMessage } = await sent({ type: 'text', text: 'See https://example.com', link_preview: true });
  expect(extendedTextMessage).toMatchObject({ text: 'See https://example.com' });
  expect(extendedTextMessage?.matchedText ?? null).toBeNull();
});

test('a location arrives', async () => {
  const { locationMessage } = await sent({ type: 'location', latitude: 52.5, longitude: 13.25, name: 'Gate' });
  expect(locationMessage).toMatchObject({ degreesLatitude: 52.5, degreesLongitude: 13.25, name: 'Gate' });
});

test('one contact arrives as a card that leads to the account', async () => {
  const card = {
    name: { formatted: 'Ada Byron', first: 'Ada', last: 'Byron' },
    phones: [{ phone: '+1 555 000 0002', type: 'WORK', wa_id: ADA }],
    org: { company: 'Engines; Ltd' },
  };
  const { contactMessage } = await sent({ type: 'contacts', contacts: [card] });
  expect(contactMessage?.displayName).toBe('Ada Byron');
  expect(contactMessage?.vcard?.split('\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Byron;Ada;;;',
    'FN:Ada Byron',
    'ORG:Engines\\; Ltd;',
    `TEL;type=WORK;waid=${ADA}:+1 555 000 0002`,
    'END:VCARD',
  ]);
});

test('several contacts arrive as a list of cards', async () => {
  const contacts = [{ name: { formatted: 'Ada' } }, { name: { formatted: 'Ben' } }];
  const { contactsArrayMessage } = await sent({ type: 'contacts', contacts });
  expect(contactsArrayMessage?.contacts?.map(({ displayName }) => displayName)).toEqual(['Ada', 'Ben']);
});

test('a line break in a contact cannot add a line to its card', async () => {
  const { contactMessage } = await sent({
    type: 'contacts',
    contacts: [{ name: { formatted: 'Ada\nTEL:+1 555' }, phones: [{ phone: '+1', type: 'A:B\nC' }] }],
  });
  expect(contactMessage?.vcard).toContain('FN:Ada\\nTEL:+1 555\n');
  expect(contactMessage?.vcard).toContain('TEL;type=ABC:+1\n');
});

test('a poll for one choice and a poll for any number of choices arrive', async () => {
  const one = await sent({ type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'] });
  expect(one.pollCreationMessageV3).toMatchObject({ name: 'When?', selectableOptionsCount: 1 });
  const any = await sent({ type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 0 });
  expect(any.pollCreationMessage?.options?.map(({ optionName }) => optionName)).toEqual(['Monday', 'Tuesday']);
  expect(any.messageContextInfo?.messageSecret).toHaveLength(32);
});

test('a forwarded message says that it is forwarded', async () => {
  const { extendedTextMessage } = await sent({ type: 'text', text: 'Hello' }, { forwarded: true });
  expect(extendedTextMessage?.contextInfo).toMatchObject({ isForwarded: true, forwardingScore: 1 });
});

test('a reply quotes the message with its content, also one that the phone wrote', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const question = await ada.sendText(ME, 'How are you?');
  await me.message(question);
  const replyTo = { providerMessageId: question, isOurs: false, sender: { phone: ADA } };
  await me.send(textJob(direct(ADA), 'Fine', { replyTo }));
  const reply = await ada.receivesMessage('Fine');
  expect(reply.message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: question,
    participant: ada.lidJid,
    quotedMessage: { conversation: 'How are you?' },
  });

  const own = await peer.person(ME).sendText(ADA, 'From the phone');
  await me.message(own);
  await me.send(textJob(direct(ADA), 'And this', { replyTo: { providerMessageId: own, isOurs: true, sender: {} } }));
  const second = await ada.receivesMessage('And this');
  expect(second.message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: own,
    participant: peer.person(ME).lidJid,
    quotedMessage: { conversation: 'From the phone' },
  });
});

test('a reply to an unknown message names it without content', async () => {
  const replyTo = { providerMessageId: '3AUNKNOWN', isOurs: false, sender: {} };
  const { extendedTextMessage } = await sent({ type: 'text', text: 'Yes' }, { replyTo });
  expect(extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: '3AUNKNOWN',
    quotedMessage: { conversation: '' },
  });
});

test('a mention names the address that stands in the text, otherwise the LID', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  await me.send(textJob(direct(ADA), `Ask @${BEN}`, { mentions: [{ phone: BEN }] }));
  const first = await ada.receivesMessage(`Ask @${BEN}`);
  expect(first.message.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([ben.jid]);
  await me.send(textJob(direct(ADA), 'Ask Ben', { mentions: [{ phone: BEN }] }));
  const second = await ada.receivesMessage('Ask Ben');
  expect(second.message.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([ben.lidJid]);
});

test('a reaction names its message, and an empty one removes it', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const id = await ada.sendText(ME, 'Hello');
  await me.message(id);
  const target = { providerMessageId: id, isOurs: false, sender: { phone: ADA } };
  for (const emoji of ['👍', '']) {
    await me.send(jobFor(direct(ADA), { type: 'reaction', message_id: id, emoji }, { target }));
  }
  const [added, removed] = await ada.receives(2);
  expect(added?.message.reactionMessage).toMatchObject({ text: '👍', key: { id, fromMe: false } });
  expect(removed?.message.reactionMessage?.text ?? '').toBe('');
  peer.assertClean();
});

test('a reaction in a group names the author', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  const id = await ben.sendText(group.id, 'Hello');
  await me.message(id);
  const target = { providerMessageId: id, isOurs: false, sender: { phone: BEN } };
  await me.send(jobFor(inGroup(group.id), { type: 'reaction', message_id: id, emoji: '👍' }, { target }));
  const { message } = await peer.world.until(
    () => ada.received.find((one) => one.message.reactionMessage),
    'Ada gets the reaction',
  );
  expect(message.reactionMessage?.key).toMatchObject({ id, participant: ben.lidJid, remoteJid: group.id });
});

test('an edited text and a deleted message name the message', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(textJob(direct(ADA), 'Helo'));
  const target = { place: direct(ADA), providerMessageId, isOurs: true, sender: {} };
  await me.call('edit', { target, text: 'Hello' });
  await me.call('revoke', { target });
  const [, edited, revoked] = await ada.receives(3);
  expect(edited).toMatchObject({ attrs: { edit: '1' } });
  expect(edited?.message.protocolMessage).toMatchObject({
    key: { id: providerMessageId, fromMe: true },
    editedMessage: { extendedTextMessage: { text: 'Hello' } },
  });
  expect(revoked).toMatchObject({ attrs: { edit: '7' } });
  expect(revoked?.message.protocolMessage?.key).toMatchObject({ id: providerMessageId, fromMe: true });
  peer.assertClean();
});

test('an administrator deletes a message of another member', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Two', [ada.lidJid]);
  const id = await ada.sendText(group.id, 'Spam');
  await me.message(id);
  const target = { place: inGroup(group.id), providerMessageId: id, isOurs: false, sender: { phone: ADA } };
  await me.call('revoke', { target });
  const [revoked] = await ada.receives(1);
  expect(revoked).toMatchObject({ attrs: { edit: '8' } });
  expect(revoked?.message.protocolMessage?.key).toMatchObject({ id, fromMe: false, participant: ada.lidJid });
});

test('a change that the server refuses is refused', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(textJob(direct(ADA), 'Helo'));
  peer.failNext({ tag: 'message' }, 400);
  const target = { place: direct(ADA), providerMessageId, isOurs: true, sender: {} };
  expect(await me.failure('edit', { target, text: 'Hello' })).toMatchObject({
    kind: 'refused',
    code: 'invalid_parameter',
  });
});

test('messages in a chat with a timer disappear, learned from the last message of the chat', async () => {
  const peer = await startPeer();
  const ada = peer.person(ADA);
  const me = await linkMe(peer);
  const timed = { extendedTextMessage: { text: 'This disappears', contextInfo: { expiration: 86_400 } } };
  await me.message(await ada.send(ME, timed));
  await me.send(textJob(direct(ADA), 'So does this'));
  const first = await ada.receivesMessage('So does this');
  expect(first.message.extendedTextMessage?.contextInfo?.expiration).toBe(86_400);
  await me.message(await ada.sendText(ME, 'This stays'));
  await me.send(textJob(direct(ADA), 'This stays too'));
  const second = await ada.receivesMessage('This stays too');
  expect(second.message.extendedTextMessage?.contextInfo?.expiration ?? 0).toBe(0);
});

test('a recipient who cannot decrypt gets the message again', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(textJob(direct(ADA), 'Hello'));
  const key = { remoteJid: peer.person(ADA).lidJid, fromMe: true, id: providerMessageId };
  expect(await storedMessage(me.session, key)).toMatchObject({ extendedTextMessage: { text: 'Hello' } });
  expect(await storedMessage(me.session, { ...key, remoteJid: peer.person(ADA).jid })).toBeDefined();
});

test('nobody gets a message again that was sent to someone else', async () => {
  const peer = await startPeer();
  peer.person(ADA);
  const ben = peer.person(BEN);
  const me = await linkMe(peer);
  const { providerMessageId: id } = await me.send(textJob(direct(ADA), 'A secret'));
  for (const remoteJid of [ben.jid, ben.lidJid, '120363000000000000@g.us']) {
    expect(await storedMessage(me.session, { remoteJid, fromMe: true, id })).toBeUndefined();
  }
});
