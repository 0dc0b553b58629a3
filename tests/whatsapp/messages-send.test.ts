import { afterAll, describe, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { CONTENT_TYPES } from '../../shared/whatsapp/content';
import { SEND_EXAMPLES } from '../../shared/whatsapp/message-inputs';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { messageScenes, PNG, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

describe('a message', () => {
  test('is accepted, queued and sent, and emits events', async () => {
    const { send, message, settle, events, id } = await scene();
    const made = await send({ ...textTo(TO), client_reference: 'order-42', metadata: { team: 'sales' } });
    expect(made).toMatchObject({
      object: 'whatsapp.message',
      instance_id: id,
      direction: 'outbound',
      origin: 'api',
      type: 'text',
      status: 'queued',
      attempt: 1,
      waiting: null,
      provider_message_id: null,
      from: { phone: '+15550109999' },
      to: { phone: TO },
      content: { type: 'text', text: 'Hello' },
      client_reference: 'order-42',
      metadata: { team: 'sales' },
      scheduled_at: null,
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(86_400_000);
    expect(await events('whatsapp.message.queued')).toMatchObject([{ data: { id: made.id, instance: { id } } }]);

    await settle();
    const after = await message(made.id);
    expect(after.status).toBe('read');
    expect(after.status_history.map(({ status }: { status: string }) => status)).toEqual([
      'queued',
      'sending',
      'sent',
      'delivered',
      'read',
    ]);
    expect(await events('whatsapp.message.sent')).toMatchObject([
      { data: { id: made.id, client_reference: 'order-42', previous: { status: 'sending' } } },
    ]);
  });

  test('to one person goes to one chat, however the person is addressed', async () => {
    const { send } = await scene(WAITING);
    const first = await send();
    const names = [
      '15550100000',
      '+1 (555) 010-0000',
      '15550100000@s.whatsapp.net',
      first.to.contact_id,
      first.chat_id,
    ];
    for (const to of names) expect((await send(textTo(to))).chat_id).toBe(first.chat_id);
  });

  test('with a later time is scheduled, and sent at that time', async () => {
    const { send, events, call, path, message, id, workspaceId, settle } = await scene();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await send({ ...textTo(TO), schedule_at: at, expires_after_seconds: 60 });
    expect(made).toMatchObject({ status: 'scheduled', scheduled_at: at, waiting: { reason: 'schedule', until: at } });
    expect(Date.parse(made.expires_at)).toBe(Date.parse(at) + 60_000);
    expect(await events('whatsapp.message.queued')).toEqual([]);
    await settle();
    expect((await message(made.id)).status).toBe('scheduled');

    await server.services.whatsapp.sandbox.advance({ id, workspaceId }, 3600);
    expect((await message(made.id)).status).toBe('read');
    expect((await call('POST', `${path}/messages/${made.id}/cancel`)).status).toBe(409);
  });

  test('with a past time is sent at once', async () => {
    const { send } = await scene(WAITING);
    const made = await send({ ...textTo(TO), schedule_at: '2020-01-01T00:00:00Z' });
    expect(made).toMatchObject({
      status: 'queued',
      scheduled_at: null,
      waiting: { reason: 'reconnecting', until: null },
    });
  });

  test('replies to another message and mentions people', async () => {
    const { send, receive, settle, message } = await scene();
    const question = await receive(TO, 'How much is it?');
    const made = await send({ ...textTo(TO, 'Three'), reply_to: question.id, mentions: ['+15550100042'] });
    expect(made).toMatchObject({
      chat_id: question.chat_id,
      reply_to: {
        message_id: question.id,
        provider_message_id: question.provider_message_id,
        preview: 'How much is it?',
      },
      mentions: [{ phone: '+15550100042' }],
    });
    const next = await send({ ...textTo(TO), reply_to: made.id });
    expect(next.reply_to).toMatchObject({ message_id: made.id, preview: 'Three' });
    const strange = await send({ ...textTo(TO), reply_to: 'from.before' });
    expect(strange.reply_to).toEqual({ message_id: null, provider_message_id: 'from.before', preview: null });
    await settle();
    expect((await message(next.id)).status).toBe('read');
  });

  test('to a group reaches all participants', async () => {
    const { id, send, settle, message, call, path } = await scene();
    const providerGroupId = '120363000000000001@g.us';
    await server.services.whatsapp.report(id, [
      {
        kind: 'group',
        providerGroupId,
        change: {
          action: 'details',
          details: { subject: 'Team', participants: [{ person: { phone: '15550100042' }, role: 'member' }] },
        },
        at: new Date(),
      },
    ]);
    const made = await send({ ...textTo(providerGroupId), mentions: ['everyone'] });
    expect(made).toMatchObject({ to: null, sender: { phone: '+15550109999' }, mentions: [{ phone: '+15550100042' }] });
    expect(made.group_id).toMatch(/^grp_/);
    expect((await send(textTo(made.group_id))).chat_id).toBe(made.chat_id);
    await settle();
    expect((await message(made.id)).status).toBe('read');
    const named = await call('POST', `${path}/messages`, { ...textTo(TO), mentions: ['everyone'] });
    expect([named.status, named.body.errors[0].code]).toEqual([422, 'not_a_group']);
  });
});

describe('content', () => {
  test.each(CONTENT_TYPES.filter((type) => !type.match(/image|video|audio|voice|document|sticker|reaction/)))(
    'of the type %s is sent as its example shows it',
    async (type) => {
      const { send, settle, message } = await scene();
      const example = SEND_EXAMPLES[type] ?? {};
      const made = await send(example);
      expect(made.content).toEqual((example as { content: object }).content);
      await settle();
      expect((await message(made.id)).status).toBe(type === 'template' ? 'failed' : 'read');
    },
  );

  test('that is an approved template is sent', async () => {
    const { send, settle, message } = await scene();
    const made = await send({ to: TO, content: { type: 'template', name: 'hello_world', language: 'en_US' } });
    await settle();
    expect((await message(made.id)).status).toBe('read');
  });

  test('with a file takes its bytes or an upload', async () => {
    const { send, settle, message, upload } = await scene();
    const base64 = PNG.toString('base64');
    const made = await send({
      to: TO,
      content: { type: 'image', media: { base64, mime_type: 'image/png' }, caption: 'Three' },
    });
    expect(made).toMatchObject({ status: 'queued', media: { status: 'ready', size: PNG.length } });
    expect(made.content).toEqual({ type: 'image', media: { media_id: made.media.id }, caption: 'Three' });

    const id = await upload(PNG, 'image/png');
    const media = { media_id: id };
    const others = [
      { type: 'image', media },
      { type: 'document', media, filename: 'a.png' },
      { type: 'buttons', body: 'Yes?', header: { type: 'image', media }, buttons: [{ id: 'y', title: 'Yes' }] },
    ];
    for (const content of others) {
      const sent = await send({ to: TO, content });
      expect(sent).toMatchObject({ content, media: { id, mime_type: 'image/png' } });
      await settle();
      expect((await message(sent.id)).status).toBe('read');
    }
  });

  test('with a URL waits for its file, and fails with it', async () => {
    const { send, settle, message, events } = await scene();
    const made = await send({ to: TO, content: { type: 'image', media: { url: 'http://127.0.0.1:1/cat.jpg' } } });
    expect(made).toMatchObject({
      status: 'queued',
      waiting: { reason: 'media', until: null },
      media: { status: 'pending' },
    });
    await settle();
    expect(await message(made.id)).toMatchObject({ status: 'failed', error: { code: 'media_download_failed' } });
    expect(await events('whatsapp.message.failed')).toMatchObject([{ data: { id: made.id } }]);
  });

  test('that is a reaction appears on its message once it was sent', async () => {
    const { send, receive, settle, message, events, path, expectStatus } = await scene();
    const target = await receive(TO, 'Good driverEvent');
    const content = { type: 'reaction', message_id: target.id, emoji: '👍' };
    expect((await send({ to: TO, content })).content).toEqual(content);
    await settle();
    expect((await message(target.id)).reactions).toMatchObject([{ emoji: '👍', party: { phone: '+15550109999' } }]);

    const made = await expectStatus(202, 'POST', `${path}/messages/${target.id}/react`, { emoji: '' });
    expect(made).toMatchObject({ type: 'reaction', status: 'queued', chat_id: target.chat_id });
    await settle();
    expect((await message(target.id)).reactions).toEqual([]);
    const told = await events('whatsapp.message.reacted');
    expect(told.map(({ data }) => (data['reaction'] as { emoji: unknown }).emoji)).toEqual(['👍', null]);
    expect((await expectStatus(200, 'GET', `${path}/chats/${target.chat_id}`)).last_message.id).toBe(target.id);
  });
});

describe('a response', () => {
  test('waits until the message was sent or failed', async () => {
    const { call, path } = await scene();
    const sent = await call('POST', `${path}/messages`, textTo(TO), { prefer: 'wait=20' });
    expect([sent.status, sent.headers.get('preference-applied')]).toEqual([200, 'wait=20']);
    expect(sent.body.status).toMatch(/^(?:sent|delivered|read)$/);
    const failed = await call('POST', `${path}/messages`, textTo('+15550100001'), { prefer: 'respond-async, wait=20' });
    expect([failed.status, failed.body.status, failed.body.error.code]).toEqual([200, 'failed', 'not_on_whatsapp']);
    const unknown = await call('POST', `${path}/messages`, textTo('+15550100003'), { prefer: 'wait=20' });
    expect([unknown.status, unknown.body.status]).toEqual([200, 'unconfirmed']);
  });

  test('is 202 when the wait ends first or was not asked for', async () => {
    const { call, path } = await scene(WAITING);
    for (const prefer of ['wait=1', 'wait=0', 'wait=never', 'handling=strict']) {
      const { status, headers, body } = await call('POST', `${path}/messages`, textTo(TO), { prefer });
      expect([status, headers.get('preference-applied'), body.status]).toEqual([202, null, 'queued']);
    }
  });

  test('waits for at most fifty messages of a workspace; further ones are queued and answered at once', async () => {
    const own = await startServer();
    const { call, path } = await messageScenes(own)(WAITING);
    let waited = 0;
    const waits = Array.from({ length: 50 }, async () => {
      const answer = await call('POST', `${path}/messages`, textTo(TO), { prefer: 'wait=30' });
      waited += 1;
      return answer;
    });
    const queued = async () => (await call('GET', `${path}/messages?limit=100`)).body.data.length;
    await until(async () => (await queued()) === 50, { everyMs: 20 });
    const late = await call('POST', `${path}/messages`, textTo(TO), { prefer: 'wait=30' });
    expect([late.status, late.headers.get('preference-applied'), late.body.status]).toEqual([202, null, 'queued']);
    expect(waited).toBe(0);
    // A process that stops answers those who wait.
    own.services.hub.close();
    await Promise.all(waits);
    await own.stop();
  });

  test('that waited is repeated as it was', async () => {
    const { call, path } = await scene();
    const headers = { prefer: 'wait=20', 'idempotency-key': newId('req') };
    const first = await call('POST', `${path}/messages`, textTo(TO), headers);
    expect(first.status).toBe(200);
    const again = await call('POST', `${path}/messages`, textTo(TO), headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.body).toMatchObject({ id: first.body.id, status: 'queued' });
  });
});

test('fifty sends at once with one key are one message', async () => {
  const { call, path, rows, settle } = await scene();
  const headers = { 'idempotency-key': newId('req') };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('POST', `${path}/messages`, textTo(TO), headers)),
  );
  expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([202, 409]))).toBe(true);
  expect(new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.id)).size).toBe(1);
  await settle();
  const made = await rows();
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ status: 'read', attempt: 1, retries: 0 });
});
