import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { PNG } from './media-support';
import { inboundText, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const ANN = '+15550100000';

async function sandbox() {
  const own = await scene();
  const { at, id } = await own.instance();
  const inbound = (input: object) => own.call('POST', `${at}/sandbox/inbound`, input);
  const happen = async (event: object, more: object = {}) => {
    const { data } = await own.expectStatus(201, 'POST', `${at}/sandbox/inbound`, { from: ANN, event, ...more });
    return data[0] as { type: string; message_id: string; chat_id: string; contact_id: string };
  };
  const message = (messageId: string) => own.expectStatus(200, 'GET', `${at}/messages/${messageId}`);
  /** A message of ours that has arrived. */
  const sent = async (content: object = { type: 'text', text: 'Hello' }) => {
    const { id: messageId } = await own.expectStatus(202, 'POST', `${at}/messages`, { to: ANN, content });
    await own.expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 1 });
    return messageId as string;
  };
  return { ...own, at, id, inbound, happen, message, sent };
}

test('a simulated person sends messages; one that is delivered twice is stored once', async () => {
  const { expectStatus, at, events, message } = await sandbox();
  const { data } = await expectStatus(
    201,
    'POST',
    `${at}/sandbox/inbound`,
    inboundText(ANN, 'Hi', { repeat: 3, duplicate: true, name: 'Ann' }),
  );
  expect(new Set(data.map((one: { message_id: string }) => one.message_id)).size).toBe(3);
  expect(await message(data[0].message_id)).toMatchObject({
    direction: 'inbound',
    origin: 'sandbox',
    status: 'received',
    content: { type: 'text', text: 'Hi' },
    from: { contact_id: data[0].contact_id, phone: ANN, name: 'Ann' },
    chat_id: data[0].chat_id,
  });
  expect(await events('whatsapp.message.received')).toHaveLength(3);
});

test('a simulated file arrives with its bytes', async () => {
  const { happen, message, expectStatus, at } = await sandbox();
  const media = { base64: PNG.toString('base64'), mime_type: 'image/png' };
  const { message_id: id } = await happen({ type: 'message', content: { type: 'image', media, caption: 'A boat' } });
  await server.services.whatsapp.idle();
  const { content, media: file } = await message(id);
  expect(content).toMatchObject({ type: 'image', caption: 'A boat', media: { media_id: file.id } });
  expect(file).toMatchObject({ status: 'ready', mime_type: 'image/png' });
  await expectStatus(200, 'GET', `${at}/media/${file.id}`);
});

describe('a simulated action on a message', () => {
  test('reacts, replies, edits and deletes', async () => {
    const { happen, message, sent } = await sandbox();
    const ours = await sent();
    await happen({ type: 'reaction', message_id: ours, emoji: '👍' });
    expect((await message(ours)).reactions).toMatchObject([{ emoji: '👍', party: { phone: ANN } }]);
    const theirs = (await happen({ type: 'message', content: { type: 'text', text: 'Helo' }, reply_to: ours }))
      .message_id;
    expect((await message(theirs)).reply_to).toMatchObject({ message_id: ours });
    await happen({ type: 'edit', message_id: theirs, text: 'Hello' });
    expect((await message(theirs)).content.text).toBe('Hello');
    await happen({ type: 'delete', message_id: theirs });
    expect((await message(theirs)).deleted_at).not.toBeNull();
  });

  test('votes, presses a button, and reports a status', async () => {
    const { happen, message, sent, events } = await sandbox();
    const poll = await sent({ type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'] });
    await happen({ type: 'poll_vote', message_id: poll, options: ['Monday'] });
    expect((await events('whatsapp.message.poll_voted')).map(({ data }) => data.vote.options)).toEqual([['Monday']]);
    const pressed = await happen({ type: 'button_reply', message_id: poll, id: 'yes', title: 'Yes' });
    expect((await message(pressed.message_id)).content).toEqual({ type: 'button_reply', id: 'yes', title: 'Yes' });
    await happen({ type: 'status', message_id: poll, status: 'played' });
    expect((await message(poll)).status).toBe('played');
  });

  test('is refused with its path for an unknown message', async () => {
    const { inbound } = await sandbox();
    const nobodys = 'msg_01jd9x3k2mf8v9q4zt7w5b6n0c';
    for (const [event, pointer] of [
      [{ type: 'edit', message_id: nobodys, text: 'x' }, '/event/message_id'],
      [{ type: 'message', content: { type: 'text', text: 'x' }, reply_to: nobodys }, '/event/reply_to'],
    ] as const) {
      const answer = await inbound({ from: ANN, event });
      expect([answer.status, ...issuesOf(answer)]).toEqual([422, `${pointer} related_not_found`]);
    }
    const group = await inbound({ from: ANN, event: { type: 'group', action: 'add' } });
    expect([group.status, ...issuesOf(group)]).toEqual([400, '/group_id required']);
    const nobody = await inbound({ from: 'x', event: { type: 'call' } });
    expect([nobody.status, ...issuesOf(nobody)]).toEqual([400, '/from invalid_recipient']);
  });
});

test('a simulated person calls, changes the number and changes the phone', async () => {
  const { happen, events, call, at } = await sandbox();
  const first = await happen({ type: 'call', is_video: true });
  expect((await events('whatsapp.call.received')).map(({ data }) => data.is_video)).toEqual([true]);
  const moved = await happen({ type: 'number_changed', new_phone: '+15550100099' });
  expect(moved.contact_id).toBe(first.contact_id);
  expect((await call('GET', `${at}/contacts/${first.contact_id}`)).body.phone).toBe('+15550100099');
  await happen({ type: 'identity_changed' }, { from: '+15550100099' });
  expect((await events('whatsapp.contact.identity_changed')).length).toBe(2);
});

test('simulated actions in a group', async () => {
  const { happen, expectStatus, at, message } = await sandbox();
  const group = await expectStatus(201, 'POST', `${at}/groups`, { subject: 'Crew' });
  const inGroup = { group_id: group.id };
  const read = () => expectStatus(200, 'GET', `${at}/groups/${group.id}`);
  await happen({ type: 'group', action: 'add', participants: [ANN, '+15550100002'] }, inGroup);
  expect((await read()).size).toBe(3);
  const written = await happen({ type: 'message', content: { type: 'text', text: 'Hi' } }, inGroup);
  expect(await message(written.message_id)).toMatchObject({ group_id: group.id, sender: { phone: ANN } });
  await happen({ type: 'group', action: 'suspend' }, inGroup);
  expect((await read()).status).toBe('suspended');
  await happen({ type: 'group', action: 'resume' }, inGroup);
  await happen({ type: 'group', action: 'leave' }, inGroup);
  expect((await read()).status).toBe('left');
});

test('the clock is advanced, and correct again after a reset', async () => {
  const { sent, message, expectStatus, at } = await sandbox();
  const id = await sent();
  expect((await message(id)).status).toBe('read');
  const advanced = await expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 3600 });
  expect(advanced.sandbox.clock_offset_seconds).toBe(3601);
  const reset = await expectStatus(200, 'POST', `${at}/sandbox/reset`);
  expect(reset.sandbox.clock_offset_seconds).toBe(0);
});

test('an open service window closes as the clock is advanced', async () => {
  const { expectStatus, at } = await sandbox();
  const hours = async (chatId: string): Promise<number> => {
    const chat = await expectStatus(200, 'GET', `${at}/chats/${chatId}`);
    return Math.round((Date.parse(chat.window_expires_at) - Date.now()) / 3_600_000);
  };
  const { data } = await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100021'));
  const { chat_id: chatId } = data[0];
  expect(await hours(chatId)).toBe(24);
  await expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 20 * 3600 });
  expect(await hours(chatId)).toBe(4);
  await expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 5 * 3600 });
  expect(await hours(chatId)).toBe(-1);
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100021'));
  expect(await hours(chatId)).toBe(24);
});
