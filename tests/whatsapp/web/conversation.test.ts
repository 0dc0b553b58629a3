import { afterAll, beforeAll, expect, test } from 'bun:test';

import { proto } from 'baileys';

import { until } from '../../support/process';
import type { FileKind } from '../../support/whatsapp-web/media/files';
import { FILES, inline } from '../conformance/files';
import { freshPhone, startWebServer } from './server';
import { secretOf, voteFor } from './votes';

const { Type } = proto.Message.ProtocolMessage;

type Web = Awaited<ReturnType<typeof startWebServer>>;
type Scene = Awaited<ReturnType<Web['scene']>>;
type Body = Awaited<ReturnType<Scene['web']>>;

let web: Web;
let scene: Scene;
let at: string;
let own: string;

beforeAll(async () => {
  web = await startWebServer();
  scene = await web.scene();
  const instance = await scene.web();
  at = instance['at'];
  own = await scene.link(instance['id']);
});
afterAll(() => web[Symbol.asyncDispose]());

const text = (words: string) => ({ type: 'text', text: words });
const messageOf = (id: string): Promise<Body> => scene.expectStatus(200, 'GET', `${at}/messages/${id}`);

/** Someone new, with a way to write to them. */
function someone() {
  const phone = freshPhone();
  const person = web.peer.person(phone);
  const send = async (content: object, more: object = {}): Promise<Body> => {
    const { id } = await scene.expectStatus(202, 'POST', `${at}/messages`, { to: `+${phone}`, content, ...more });
    return sent(id);
  };
  return { phone, person, send };
}

/** Waits until the server of WhatsApp has acknowledged a message. */
async function sent(id: string): Promise<Body> {
  await until(async () => !['queued', 'sending'].includes((await messageOf(id))['status']));
  const message = await messageOf(id);
  expect(message).toMatchObject({ status: 'sent', error: null });
  return message;
}

/** Waits for a message that came in, by its id at WhatsApp. */
async function received(providerMessageId: string): Promise<Body> {
  let found: Body | undefined;
  await until(async () => {
    const events = await scene.events('whatsapp.message.received');
    found = events.find(({ data }) => data.provider_message_id === providerMessageId)?.data;
    return found !== undefined;
  });
  return found ?? {};
}

const location = { type: 'location', latitude: 52.5, longitude: 13.25, name: 'Gate', address: 'Berlin' };
const poll = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 };
const contacts = { type: 'contacts', contacts: [{ name: { formatted: 'Ada' }, phones: [{ phone: '+15550000000' }] }] };

const plain: [object, keyof proto.IMessage][] = [
  [text('Hello'), 'extendedTextMessage'],
  [location, 'locationMessage'],
  [poll, 'pollCreationMessageV3'],
  [contacts, 'contactMessage'],
];

for (const [content, field] of plain) {
  test(`a ${'type' in content ? String(content.type) : ''} sent through the API arrives`, async () => {
    const { person, send } = someone();
    const message = await send(content);
    const got = await person.receivesMessage(message['provider_message_id']);
    expect(got.message[field]).toBeTruthy();
    expect(message['to']).toMatchObject({ phone: `+${person.phone}`, lid: person.lidJid });
  });
}

for (const [type, file] of Object.entries(FILES)) {
  test(`a ${type} sent through the API arrives with its bytes, and one that is received is stored`, async () => {
    const { person, send } = someone();
    const message = await send({ type, media: inline(file) });
    const got = await person.receivesMessage(message['provider_message_id']);
    expect(Buffer.from(got.file ?? []).equals(file.bytes)).toBe(true);

    const kind: FileKind = type === 'voice' ? 'audio' : (type as FileKind);
    const fields = { mimetype: file.mimeType, ...(type === 'voice' ? { ptt: true } : {}) };
    const { media, content } = await received(await person.sendFile(own, kind, file.bytes, fields));
    expect(content.type).toBe(type);
    const mediaAt = `${at}/media/${media.id}`;
    await until(async () => (await scene.expectStatus(200, 'GET', mediaAt)).status !== 'pending');
    const stored = await scene.expectStatus(200, 'GET', mediaAt);
    expect(stored).toMatchObject({ status: 'ready', size: file.bytes.length });
  });
}

test('media to be viewed once is sent as such', async () => {
  const { person, send } = someone();
  const message = await send({ type: 'image', media: inline(FILES.image), view_once: true });
  const got = await person.receivesMessage(message['provider_message_id']);
  expect(got.message.viewOnceMessage?.message?.imageMessage).toBeTruthy();
});

test('a reply, a reaction, an edit and a deletion through the API name the message', async () => {
  const { person, send } = someone();
  const question = await received(await person.sendText(own, 'How are you?'));
  const reply = await send(text('Fine'), { reply_to: question['id'] });
  const got = await person.receivesMessage('Fine');
  expect(got.message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: question['provider_message_id'],
    quotedMessage: { conversation: 'How are you?' },
  });

  const reaction = await scene.expectStatus(202, 'POST', `${at}/messages/${question['id']}/react`, { emoji: '👍' });
  await sent(reaction.id);
  await until(() => person.received.some(({ message }) => message.reactionMessage?.text === '👍'));

  await scene.expectStatus(202, 'PATCH', `${at}/messages/${reply['id']}`, { text: 'Very well' });
  await until(() => person.received.some(({ attrs }) => attrs['edit'] === '1'));
  await scene.expectStatus(204, 'DELETE', `${at}/messages/${reply['id']}?for=everyone`);
  await until(() => person.received.some(({ attrs }) => attrs['edit'] === '7'));
  expect(await messageOf(reply['id'])).toMatchObject({ content: text('Very well'), deleted_at: expect.any(String) });
});

test('a received message is forwarded as such', async () => {
  const [from, to] = [someone(), someone()];
  const { id } = await received(await from.person.sendText(own, 'Pass it on'));
  const { data } = await scene.expectStatus(202, 'POST', `${at}/messages/${id}/forward`, { to: [`+${to.phone}`] });
  await sent(data[0].id);
  const got = await to.person.receivesMessage('Pass it on');
  expect(got.message.extendedTextMessage?.contextInfo?.isForwarded).toBe(true);
});

test('delivered, read and played are the status of a message', async () => {
  const { person, send } = someone();
  const { id, provider_message_id } = await send({ type: 'voice', media: inline(FILES.voice) });
  await person.receivesMessage(provider_message_id);
  for (const status of ['delivered', 'read', 'played'] as const) {
    person.receipt(provider_message_id, status);
    await until(async () => (await messageOf(id))['status'] === status);
  }
});

test('a number that is not on WhatsApp fails without a message to it', async () => {
  const { id } = await scene.expectStatus(202, 'POST', `${at}/messages`, { to: '+15559990000', content: text('Hi') });
  await until(async () => (await messageOf(id))['status'] === 'failed');
  expect(await messageOf(id)).toMatchObject({ error: { code: 'not_on_whatsapp', retryable: false } });
});

test('edits, deletions and reactions of others are reported by the API', async () => {
  const { person, send } = someone();
  const message = await received(await person.sendText(own, 'Helo'));
  const key = { id: message['provider_message_id'], fromMe: true };
  await person.send(own, {
    protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'Hello' } },
  });
  await until(async () => (await messageOf(message['id']))['content'].text === 'Hello');
  await person.send(own, { protocolMessage: { type: Type.REVOKE, key } });
  await until(async () => (await messageOf(message['id']))['deleted_at'] !== null);

  const ours = await send(text('React to this'));
  await person.send(own, { reactionMessage: { key: { id: ours['provider_message_id'], fromMe: false }, text: '🎉' } });
  await until(async () => (await messageOf(ours['id']))['reactions'][0]?.emoji === '🎉');
});

test('votes in our poll are reported with their options', async () => {
  const { person, send } = someone();
  const { provider_message_id: pollId } = await send(poll);
  const secret = secretOf((await person.receivesMessage(pollId)).message);
  const creator = web.peer.person(own).lidJid;
  await person.send(own, voteFor({ pollId, secret, creator, voter: person.lidJid, options: ['Tuesday'] }));
  await until(async () => (await scene.events('whatsapp.message.poll_voted')).length > 0);
  const [event] = await scene.events('whatsapp.message.poll_voted');
  expect(event?.data).toMatchObject({
    provider_message_id: pollId,
    vote: { party: { phone: `+${person.phone}` }, options: ['Tuesday'] },
  });
});

test('someone else’s edit and deletion of a message change nothing', async () => {
  const [author, outsider] = [someone(), someone()];
  const message = await received(await author.person.sendText(own, 'I pay 10'));
  const key = { id: message['provider_message_id'], fromMe: true };
  await outsider.person.send(own, {
    protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'I pay 1000' } },
  });
  await outsider.person.send(own, { protocolMessage: { type: Type.REVOKE, key } });
  await received(await outsider.person.sendText(own, 'last'));
  expect(await messageOf(message['id'])).toMatchObject({ content: text('I pay 10'), deleted_at: null });
});

test('a message from the own phone is one of ours', async () => {
  const { phone, person } = someone();
  const id = await web.peer.person(own).sendText(phone, 'From the phone');
  await until(async () =>
    (await scene.events('whatsapp.message.echoed')).some(({ data }) => data.provider_message_id === id),
  );
  const echo = (await scene.events('whatsapp.message.echoed')).find(({ data }) => data.provider_message_id === id);
  expect(echo?.data).toMatchObject({ direction: 'outbound', origin: 'phone', to: { lid: person.lidJid } });
});

test('one person has one chat, by number and by LID', async () => {
  const { phone, person, send } = someone();
  const { chat_id } = await send(text('By number'));
  const byLid = await received(await person.sendText(own, 'By LID', { hidesAlternative: true }));
  const byNumber = await received(await person.sendText(own, 'By number', { addressing: 'phone' }));
  expect([byLid['chat_id'], byNumber['chat_id']]).toEqual([chat_id, chat_id]);
  expect(byLid['from']).toMatchObject({ phone: `+${phone}`, lid: person.lidJid });
});

test('the clients did nothing that WhatsApp does not expect', () => {
  web.peer.assertClean();
});
