import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { issuesOf, rpcClient } from '../support/client';
import { seedMember, seedUser } from '../support/seed';
import { laterThan, messageScenes, seedInstance, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const OTHER = '+15550100042';
const idsOf = (page: { data: { id: string }[] }): string[] => page.data.map(({ id }) => id);

describe('the messages of an instance', () => {
  test('are listed newest or oldest first, in pages', async () => {
    const { send, expectStatus, path } = await scene(WAITING);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await send()).id);
    const list = (query: string) => expectStatus(200, 'GET', `${path}/messages?${query}`);
    expect(idsOf(await list('sort=created_at'))).toEqual(ids);
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    const third = await list(`limit=2&cursor=${second.next_cursor}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids.toReversed());
    expect([first.has_more, third.has_more, third.next_cursor]).toEqual([true, false, null]);
  });

  test('are narrowed by each filter', async () => {
    const { id, send, settle, receive, expectStatus, path } = await scene();
    const mine = await send({ ...textTo(TO), client_reference: 'order-42' });
    await settle();
    await laterThan(mine.created_at);
    const failed = await send(textTo('+15550100001'));
    await settle();
    const theirs = await receive(OTHER, 'Hi');
    await laterThan(theirs.created_at);
    const location = await send({ to: OTHER, content: { type: 'location', latitude: 1, longitude: 2 } });
    await server.services.whatsapp.report(id, [
      {
        kind: 'group',
        providerGroupId: '120363000000000002@g.us',
        change: { action: 'details', details: { subject: 'Team' } },
        at: new Date(),
      },
    ]);
    const grouped = await send(textTo('120363000000000002@g.us'));
    const list = async (query: string) =>
      idsOf(await expectStatus(200, 'GET', `${path}/messages?sort=created_at&${query}`));

    expect(await list(`chat_id=${mine.chat_id}`)).toEqual([mine.id]);
    expect(await list(`contact_id=${theirs.from.contact_id}`)).toEqual([theirs.id, location.id]);
    expect(await list(`group_id=${grouped.group_id}`)).toEqual([grouped.id]);
    expect(await list('direction=inbound')).toEqual([theirs.id]);
    expect(await list('type=location,poll')).toEqual([location.id]);
    expect(await list('status=failed,canceled')).toEqual([failed.id]);
    expect(await list('client_reference=order-42')).toEqual([mine.id]);
    expect(await list(`created_after=${theirs.created_at}`)).toEqual([location.id, grouped.id]);
    expect(await list(`created_before=${failed.created_at}`)).toEqual([mine.id]);
    expect(await list(`client_reference=order-42&direction=inbound`)).toEqual([]);
    expect(await list(`chat_id=${newId('cht')}`)).toEqual([]);
  });

  test('get a clear error for an invalid filter', async () => {
    const { call, path, send, expectStatus } = await scene(WAITING);
    for (const [query, issue] of [
      ['type=hologram', '/type/0 invalid_value'],
      ['chat_id=x', '/chat_id invalid_format'],
      ['created_after=yesterday', '/created_after invalid_datetime'],
      [`q=${'x'.repeat(201)}`, '/q too_long'],
      ['limit=101', '/limit too_big'],
      ['colour=red', '/colour unknown_parameter'],
    ] as const) {
      const answer = await call('GET', `${path}/messages?${query}`);
      expect([answer.status, issuesOf(answer)[0]]).toEqual([400, issue]);
    }
    const ids = [(await send()).id, (await send()).id];
    const page = await expectStatus(200, 'GET', `${path}/messages?limit=1`);
    expect(ids).toContain(page.data[0].id);
    const strange = await call('GET', `${path}/messages?limit=1&direction=outbound&cursor=${page.next_cursor}`);
    expect(strange.body.code).toBe('invalid_cursor');
  });

  test('can be searched after the instance is deleted', async () => {
    const { send, call, path, id, expectStatus } = await scene(WAITING);
    const made = await send();
    await queries(database).update(waInstances).set({ deletedAt: new Date() }).where(eq(waInstances.id, id));
    expect((await call('GET', `${path}/messages`)).status).toBe(404);
    expect((await call('POST', `${path}/messages`, textTo(TO))).status).toBe(404);
    expect(idsOf(await expectStatus(200, 'GET', '/whatsapp/messages'))).toEqual([made.id]);
  });
});

test('a message is read with its ETag', async () => {
  const { send, call, path } = await scene(WAITING);
  const made = await send();
  const read = await call('GET', `${path}/messages/${made.id}`);
  expect([read.status, read.body]).toEqual([200, made]);
  const tag = read.headers.get('etag') ?? '';
  expect((await call('GET', `${path}/messages/${made.id}`, undefined, { 'if-none-match': tag })).status).toBe(304);
  await call('POST', `${path}/messages/${made.id}/cancel`);
  expect((await call('GET', `${path}/messages/${made.id}`, undefined, { 'if-none-match': tag })).status).toBe(200);
});

describe('a key that may not see an instance', () => {
  const pathsOf = (path: string, messageId: string, chatId: string) =>
    [
      ['GET', `${path}/messages`],
      ['POST', `${path}/messages`, textTo(TO)],
      ['GET', `${path}/messages/${messageId}`],
      ['PATCH', `${path}/messages/${messageId}`, { text: 'x' }],
      ['DELETE', `${path}/messages/${messageId}`],
      ['DELETE', `${path}/messages/${messageId}?for=me`],
      ['POST', `${path}/messages/${messageId}/react`, { emoji: '👍' }],
      ['POST', `${path}/messages/${messageId}/forward`, { to: [TO] }],
      ['POST', `${path}/messages/${messageId}/read`, {}],
      ['POST', `${path}/messages/${messageId}/cancel`],
      ['POST', `${path}/messages/${messageId}/retry`],
      ['GET', `${path}/chats`],
      ['GET', `${path}/chats/${chatId}`],
      ['POST', `${path}/chats/${chatId}/read`],
      ['POST', `${path}/chats/${chatId}/typing`, { state: 'typing' }],
    ] as const;

  test('gets the answer of an unknown instance', async () => {
    const { workspaceId, path, send, keyOf, rows } = await scene(WAITING);
    const made = await send();
    const second = await seedInstance(workspaceId, WAITING);
    const narrow = await keyOf({ resources: { whatsapp_instances: [second] } });
    const outsider = (await scene()).call;
    const nowhere = `/whatsapp/instances/${newId('wai')}`;
    const before = await rows();
    const unknown = pathsOf(nowhere, newId('msg'), newId('cht'));
    for (const [index, [method, url, body]] of pathsOf(path, made.id, made.chat_id).entries()) {
      const [, missing = ''] = unknown[index] ?? [];
      for (const call of [narrow, outsider]) {
        const [answer, other] = [await call(method, url, body), await call(method, missing, body)];
        const strip = (problem: object) => ({ ...problem, request_id: '', instance: '' });
        expect([url, answer.status, strip(answer.body)]).toEqual([url, 404, strip(other.body)]);
      }
    }
    // A message of the one instance is none of the other.
    const sibling = `/whatsapp/instances/${second}`;
    for (const [method, url, body] of pathsOf(sibling, made.id, made.chat_id)) {
      if (!url.includes(made.id) && !url.includes(made.chat_id)) continue;
      expect([url, (await narrow(method, url, body)).status]).toEqual([url, 404]);
    }
    expect(await rows()).toEqual(before);
  });

  test('is refused for its scope first', async () => {
    const { path, keyOf } = await scene(WAITING);
    const reader = await keyOf({ scopes: ['whatsapp.messages:read'] });
    const other = await keyOf({ scopes: ['whatsapp.instances:read'] });
    for (const [method, url, body] of pathsOf(path, newId('msg'), newId('cht'))) {
      expect([url, (await other(method, url, body)).body.code]).toEqual([url, 'insufficient_scope']);
      const allowed = method === 'GET' ? [200, 404] : [403];
      expect([url, allowed]).toEqual([url, expect.arrayContaining([(await reader(method, url, body)).status])]);
    }
    expect((await other('GET', '/whatsapp/messages')).body.required_scopes).toEqual(['whatsapp.messages:read']);
  });
});

test('the console sends and searches by the same procedures', async () => {
  const { workspaceId, id } = await scene(WAITING);
  const user = await seedUser();
  await seedMember(workspaceId, user.id, 'admin');
  const rpc = rpcClient(server.url, { cookie: user.cookieFor(server.services.config.baseUrl), workspaceId });
  const made = await rpc.whatsapp.messages.send.mutate({
    instance_id: id,
    to: TO,
    content: { type: 'text', text: 'From the console' },
  });
  expect(made).toMatchObject({ status: 'queued', origin: 'api' });
  const { data } = await rpc.whatsapp.messages.search.query({ q: 'console' });
  expect(data.map((message) => message.id)).toEqual([made.id]);
  const chats = await rpc.whatsapp.chats.list.query({ instance_id: id });
  expect(chats.data[0]?.last_message?.id).toBe(made.id);
});
