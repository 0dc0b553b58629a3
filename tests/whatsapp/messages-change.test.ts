import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { messageScenes, PNG, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const HOUR = 3_600_000;
const setMessage = (id: string, change: Partial<typeof waMessages.$inferInsert>) =>
  queries(database).update(waMessages).set(change).where(eq(waMessages.id, id));

describe('a sent message', () => {
  test('is edited, and the earlier text is kept', async () => {
    const { send, settle, events, expectStatus, path } = await scene();
    const made = await send();
    await settle();
    const edited = await expectStatus(202, 'PATCH', `${path}/messages/${made.id}`, { text: 'Hello!' });
    expect(edited).toMatchObject({ id: made.id, content: { text: 'Hello!' }, edits: [{ text: 'Hello' }] });
    expect(edited.edited_at).not.toBeNull();
    expect(await events('whatsapp.message.edited')).toMatchObject([
      { data: { id: made.id, previous: { content: { text: 'Hello' } } } },
    ]);
    expect((await expectStatus(200, 'GET', `${path}/messages?q=hello`)).data).toHaveLength(1);
  });

  test('cannot be edited while it is queued, after 15 minutes, or where the network lacks it', async () => {
    const { send, settle, call, path, receive, update } = await scene(WAITING);
    const made = await send();
    const edit = (id: string, text = 'Hello!') => call('PATCH', `${path}/messages/${id}`, { text });
    expect((await edit(made.id)).body.code).toBe('invalid_state');
    await update({ status: 'connected' });
    await settle();
    const theirs = await receive(TO, 'Hi');
    expect((await edit(theirs.id)).body.code).toBe('invalid_state');
    await setMessage(made.id, { sentAt: new Date(Date.now() - HOUR) });
    expect((await edit(made.id)).body.code).toBe('invalid_state');
    expect(issuesOf(await edit(made.id, ''))).toEqual(['/text too_short']);
    await update({ driver: 'cloud' });
    expect((await edit(made.id)).body).toMatchObject({ code: 'unsupported_by_driver', capability: 'message.edit' });
    expect((await edit(newId('msg'))).status).toBe(404);
  });

  test('is deleted for everyone, and kept with the time of deletion', async () => {
    const { send, settle, events, call, path, message } = await scene();
    const made = await send();
    await settle();
    expect((await call('DELETE', `${path}/messages/${made.id}`)).status).toBe(204);
    expect((await call('DELETE', `${path}/messages/${made.id}?for=everyone`)).status).toBe(204);
    expect((await message(made.id)).deleted_at).not.toBeNull();
    expect(await events('whatsapp.message.deleted')).toMatchObject([
      { data: { id: made.id, previous: { deleted_at: null } } },
    ]);
    expect((await call('PATCH', `${path}/messages/${made.id}`, { text: 'Late' })).status).toBe(409);
    expect((await call('POST', `${path}/messages/${made.id}/forward`, { to: [TO] })).status).toBe(409);
  });

  test('cannot be deleted for everyone after two days, while it is queued, or when others wrote it', async () => {
    const { send, settle, call, path, receive, update } = await scene(WAITING);
    const made = await send();
    const remove = (id: string) => call('DELETE', `${path}/messages/${id}`);
    expect((await remove(made.id)).body.code).toBe('invalid_state');
    await update({ status: 'connected' });
    await settle();
    await setMessage(made.id, { sentAt: new Date(Date.now() - 49 * HOUR) });
    expect((await remove(made.id)).body.code).toBe('invalid_state');
    expect((await remove((await receive(TO, 'Hi')).id)).body.code).toBe('invalid_state');
  });
});

test('a message that is deleted for me is removed here and from its chat', async () => {
  const { send, settle, call, path, receive, expectStatus, update } = await scene();
  const first = await receive(TO, 'Remember this');
  const made = await send();
  await settle();
  const remove = (id: string) => call('DELETE', `${path}/messages/${id}?for=me`);
  expect((await remove(made.id)).status).toBe(204);
  expect((await call('GET', `${path}/messages/${made.id}`)).status).toBe(404);
  expect((await expectStatus(200, 'GET', `${path}/chats/${made.chat_id}`)).last_message.id).toBe(first.id);
  expect((await expectStatus(200, 'GET', `${path}/chats/${made.chat_id}`)).unread_count).toBe(1);
  expect((await remove(first.id)).status).toBe(204);
  expect((await expectStatus(200, 'GET', `${path}/chats/${made.chat_id}`)).unread_count).toBe(0);
  expect((await expectStatus(200, 'GET', `${path}/chats/${made.chat_id}`)).last_message).toBeNull();
  expect((await expectStatus(200, 'GET', `${path}/messages?q=remember`)).data).toEqual([]);
  await update(WAITING);
  expect((await remove((await send()).id)).status).toBe(409);
});

test('a change with a stale ETag is refused', async () => {
  const { send, settle, call, path, message } = await scene();
  const made = await send();
  await settle();
  const place = `${path}/messages/${made.id}`;
  const tag = (await call('GET', place)).headers.get('etag') ?? '';
  const edit = (text: string) => call('PATCH', place, { text }, { 'if-match': tag });
  expect((await edit('One')).status).toBe(202);
  expect([(await edit('Two')).status, (await message(made.id)).content.text]).toEqual([412, 'One']);
  for (const whom of ['me', 'everyone']) {
    expect((await call('DELETE', `${place}?for=${whom}`, undefined, { 'if-match': tag })).status).toBe(412);
  }
});

describe('a queued message', () => {
  test('is canceled once', async () => {
    const { send, call, path, events, update, settle, message } = await scene(WAITING);
    const later = await send({ ...textTo(TO), schedule_at: new Date(Date.now() + HOUR).toISOString() });
    for (const made of [await send(), later]) {
      const canceled = await call('POST', `${path}/messages/${made.id}/cancel`);
      expect([canceled.status, canceled.body.status, canceled.body.waiting]).toEqual([200, 'canceled', null]);
      expect((await call('POST', `${path}/messages/${made.id}/cancel`)).body.code).toBe('invalid_state');
      await update({ status: 'connected' });
      await settle();
      expect((await message(made.id)).status).toBe('canceled');
    }
    const told = await events('whatsapp.message.canceled');
    expect(told.map(({ data }) => data['previous'])).toEqual([{ status: 'queued' }, { status: 'scheduled' }]);
  });

  test('is either canceled or sent, never both', async () => {
    const { send, call, path, settle, message, events } = await scene();
    const sends = await Promise.all(Array.from({ length: 20 }, (_, index) => send(textTo(`+1555010${2000 + index}`))));
    const answers = await Promise.all(sends.map(({ id }) => call('POST', `${path}/messages/${id}/cancel`)));
    await settle();
    for (const [index, { id }] of sends.entries()) {
      const { status } = await message(id);
      expect(status).toBe(answers[index]?.status === 200 ? 'canceled' : 'read');
    }
    const [canceled, sent] = [await events('whatsapp.message.canceled'), await events('whatsapp.message.sent')];
    expect(canceled.length + sent.length).toBe(20);
  });
});

describe('a message that failed', () => {
  test('is sent again by a retry', async () => {
    const { send, call, path, settle, message } = await scene();
    const made = await send(textTo('+15550100001'));
    await settle();
    expect((await message(made.id)).status).toBe('failed');
    const again = await call('POST', `${path}/messages/${made.id}/retry`);
    expect(again).toMatchObject({
      status: 200,
      body: { message: { id: made.id, status: 'queued', attempt: 2, error: null }, may_duplicate: false },
    });
    await settle();
    const after = await message(made.id);
    expect([after.status, after.attempt]).toEqual(['failed', 2]);
    expect(after.status_history.filter(({ status }: { status: string }) => status === 'failed')).toHaveLength(2);
  });

  test('is sent again with a warning when it may have arrived', async () => {
    const { send, call, path, settle, message } = await scene();
    const made = await send(textTo('+15550100003'));
    await settle();
    expect((await message(made.id)).status).toBe('unconfirmed');
    const again = await call('POST', `${path}/messages/${made.id}/retry`);
    expect(again.body).toMatchObject({ message: { status: 'queued', attempt: 2 }, may_duplicate: true });
  });

  test('fetches its file again when that had failed', async () => {
    const { send, call, path, settle, message } = await scene();
    const made = await send({ to: TO, content: { type: 'image', media: { url: 'http://127.0.0.1:1/cat.jpg' } } });
    await settle();
    const again = await call('POST', `${path}/messages/${made.id}/retry`);
    expect(again.body.message).toMatchObject({
      status: 'queued',
      waiting: { reason: 'media' },
      media: { status: 'pending' },
    });
    await settle();
    expect(await message(made.id)).toMatchObject({ status: 'failed', attempt: 2 });
  });

  test('cannot be retried when it did not fail, or the instance cannot send', async () => {
    const { send, call, path, settle, receive, update } = await scene();
    const [made, theirs] = [await send(), await receive('+15550100001', 'Hi')];
    const failed = await send(textTo('+15550100001'));
    await settle();
    for (const { id } of [made, theirs]) {
      expect((await call('POST', `${path}/messages/${id}/retry`)).body.code).toBe('invalid_state');
    }
    await update({ status: 'disconnected' });
    expect((await call('POST', `${path}/messages/${failed.id}/retry`)).body.code).toBe('instance_not_connected');
  });
});

describe('forwarding', () => {
  test('sends the content to each recipient', async () => {
    const { send, settle, expectStatus, path, message, upload } = await scene();
    const media = { media_id: await upload(PNG, 'image/png') };
    const made = await send({ to: TO, content: { type: 'image', media, caption: 'Look' } });
    const to = ['+15550100042', '+15550100043'];
    const { data } = await expectStatus(202, 'POST', `${path}/messages/${made.id}/forward`, { to });
    expect(data).toMatchObject(
      to.map((phone) => ({ to: { phone }, forwarded: true, content: made.content, media: { id: media.media_id } })),
    );
    await settle();
    for (const { id } of data) expect((await message(id)).status).toBe('read');
  });

  test('sends nothing when one recipient is refused', async () => {
    const { send, call, path, rows, receive } = await scene();
    const made = await send();
    const forward = (id: string, to: string[]) => call('POST', `${path}/messages/${id}/forward`, { to });
    const before = (await rows()).length;
    const unknown = await forward(made.id, [TO, newId('cnt')]);
    expect([unknown.status, issuesOf(unknown)]).toEqual([422, ['/to/1 related_not_found']]);
    expect(issuesOf(await forward(made.id, []))).toEqual(['/to too_few']);
    expect(
      issuesOf(
        await forward(
          made.id,
          Array.from({ length: 6 }, () => TO),
        ),
      ),
    ).toEqual(['/to too_many']);
    expect(await rows()).toHaveLength(before);

    const target = await receive(TO, 'x'.repeat(5000));
    const long = await forward(target.id, [TO]);
    expect([long.status, long.body.errors[0].code]).toEqual([422, 'too_long_for_driver']);
    const reaction = await call('POST', `${path}/messages/${target.id}/react`, { emoji: '👍' });
    const again = await forward(reaction.body.id, [TO]);
    expect([again.status, again.body.errors[0].code]).toEqual([422, 'unsupported_message_type']);
  });
});

test('messages up to the read one are no longer unread, later ones are', async () => {
  const { receive, call, path, expectStatus, send } = await scene();
  const [first, second] = [await receive(TO, 'One'), await receive(TO, 'Two')];
  await receive(TO, 'Three');
  const unread = async () => (await expectStatus(200, 'GET', `${path}/chats/${first.chat_id}`)).unread_count;
  expect(await unread()).toBe(3);
  expect((await call('POST', `${path}/messages/${second.id}/read`, { typing: true })).status).toBe(204);
  expect(await unread()).toBe(1);
  // What came before says nothing of what came after.
  expect((await call('POST', `${path}/messages/${first.id}/read`)).status).toBe(204);
  expect(await unread()).toBe(1);
  expect((await call('POST', `${path}/messages/${(await send()).id}/read`)).body.code).toBe('invalid_state');
});
