import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waChats } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { until } from '../support/process';
import { seedWebhook } from '../webhooks/dispatcher/support';
import { laterThan, messageScenes, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const OTHER = '+15550100042';
const byId = (one: string, other: string): number => (one < other ? -1 : 1);
type Chats = { data: { id: string; unread_count: number }[]; next_cursor: string | null };
const idsOf = ({ data }: Chats): string[] => data.map(({ id }) => id);

describe('chats', () => {
  test('are listed with their last messages, newest first, in pages', async () => {
    const { send, expectStatus, path } = await scene(WAITING);
    const made = [];
    for (let count = 0; count < 5; count += 1) {
      made.push(await send(textTo(`+1555010${3000 + count}`)));
      await laterThan(made[count].created_at);
    }
    const again = await send(textTo(made[1].to.phone, 'Again'));
    const expected = [made[1], made[4], made[3], made[2], made[0]].map(({ chat_id: id }) => id);

    const list = (query = ''): Promise<Chats> => expectStatus(200, 'GET', `${path}/chats?${query}`);
    const all = await list();
    expect(idsOf(all)).toEqual(expected);
    expect(all.data[0]).toMatchObject({ type: 'direct', title: '+15550103001', last_message: { id: again.id } });
    for (const filter of ['', '&type=direct']) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(`limit=2${filter}${cursor && `&cursor=${cursor}`}`);
        found.push(...idsOf(page));
        cursor = page.next_cursor;
      }
      expect(found).toEqual(expected);
    }
  });

  test('whose last messages have the same timestamp are each listed once', async () => {
    const { send, expectStatus, path, id } = await scene(WAITING);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await send(textTo(`+1555010${3100 + count}`))).chat_id);
    await queries(database).update(waChats).set({ lastMessageAt: new Date() }).where(eq(waChats.instanceId, id));
    const first: Chats = await expectStatus(200, 'GET', `${path}/chats?limit=2`);
    const second: Chats = await expectStatus(200, 'GET', `${path}/chats?limit=2&cursor=${first.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.toReversed());
  });

  test('are narrowed by each filter', async () => {
    const { id, send, receive, expectStatus, call, path } = await scene();
    const mine = (await send()).chat_id;
    const theirs = (await receive(OTHER, 'Hi')).chat_id;
    const details = { subject: 'Team 100%' };
    await server.services.whatsapp.report(id, [
      {
        kind: 'group',
        providerGroupId: '120363000000000003@g.us',
        change: { action: 'details', details },
        at: new Date(),
      },
    ]);
    const group = (await send(textTo('120363000000000003@g.us'))).chat_id;
    await queries(database).update(waChats).set({ archived: true }).where(eq(waChats.id, group));
    const list = async (query: string) =>
      idsOf(await expectStatus(200, 'GET', `${path}/chats?${query}`)).toSorted(byId);

    expect(await list('')).toEqual([mine, theirs, group].toSorted(byId));
    expect(await list('type=group')).toEqual([group]);
    expect(await list('archived=true')).toEqual([group]);
    expect(await list('archived=false')).toEqual([mine, theirs].toSorted(byId));
    expect(await list('unread=true')).toEqual([theirs]);
    expect(await list('unread=false')).toEqual([mine, group].toSorted(byId));
    expect(await list('q=ada')).toEqual([theirs]);
    expect(await list('q=100%25')).toEqual([group]);
    expect(await list('q=%25a%25')).toEqual([]);

    const page = await expectStatus(200, 'GET', `${path}/chats?limit=1`);
    const strange = await call('GET', `${path}/chats?limit=1&type=group&cursor=${page.next_cursor}`);
    expect(strange.body.code).toBe('invalid_cursor');
  });

  test('are read by id, with an ETag', async () => {
    const { send, call, path } = await scene(WAITING);
    const made = await send();
    const chat = await call('GET', `${path}/chats/${made.chat_id}`);
    expect(chat.body).toMatchObject({
      id: made.chat_id,
      object: 'whatsapp.chat',
      provider_chat_id: '15550100000',
      contact_id: made.to.contact_id,
      unread_count: 0,
      last_message: { id: made.id },
    });
    const tag = chat.headers.get('etag') ?? '';
    const again = await call('GET', `${path}/chats/${made.chat_id}`, undefined, { 'if-none-match': tag });
    expect(again.status).toBe(304);
  });
});

test('marking a chat as read sets its unread count to zero', async () => {
  const { receive, send, call, path, expectStatus, update } = await scene();
  const { chat_id: id } = await receive(TO, 'One');
  await receive(TO, 'Two');
  expect((await expectStatus(200, 'GET', `${path}/chats/${id}`)).unread_count).toBe(2);
  expect((await call('POST', `${path}/chats/${id}/read`)).status).toBe(204);
  expect((await expectStatus(200, 'GET', `${path}/chats/${id}`)).unread_count).toBe(0);
  const mine = (await send(textTo(OTHER))).chat_id;
  expect((await call('POST', `${path}/chats/${mine}/read`, {})).status).toBe(204);
  await update({ status: 'disconnected' });
  for (const chat of [id, mine]) {
    expect((await call('POST', `${path}/chats/${chat}/read`)).body.code).toBe('instance_not_connected');
  }
});

test('typing is shown and stopped', async () => {
  const { receive, send, call, path, update } = await scene();
  const driver = server.services.whatsapp.driver('sandbox');
  if (!driver?.typing) throw new Error('The sandbox is always there.');
  const shown: string[] = [];
  const own = driver.typing;
  driver.typing = async (_instance, place, state, last) => {
    shown.push(`${place.type} ${state} ${last === null ? 'first' : 'answer'}`);
  };
  try {
    const { chat_id: id } = await receive(TO, 'Hi');
    const type = (chat: string, body: object) => call('POST', `${path}/chats/${chat}/typing`, body);
    expect((await type(id, { state: 'typing', duration_ms: 25_000 })).status).toBe(204);
    expect((await type(id, { state: 'paused' })).status).toBe(204);
    expect(shown).toEqual(['direct typing answer', 'direct paused answer']);
    const mine = (await send(textTo(OTHER))).chat_id;
    const { promise, resolve } = Promise.withResolvers<void>();
    driver.typing = async (_instance, _place, state) => void (state === 'paused' && resolve());
    expect((await type(mine, { state: 'recording', duration_ms: 0 })).status).toBe(204);
    await promise;

    expect(issuesOf(await type(id, { state: 'sleeping' }))).toEqual(['/state invalid_value']);
    expect(issuesOf(await type(id, { state: 'typing', duration_ms: 25_001 }))).toEqual(['/duration_ms too_big']);
    await update({ driver: 'cloud' });
    expect((await type(mine, { state: 'typing' })).body.code).toBe('invalid_state');
  } finally {
    driver.typing = own;
  }
});

test('the simulated phone sees typing, by a call and before a message', async () => {
  const { receive, call, path, settle } = await scene();
  const { chat_id: id } = await receive(TO, 'Hi');
  const seen = async () => (await call('GET', `${path}/chats/${id}`)).body.typing;
  const type = (body: object) => call('POST', `${path}/chats/${id}/typing`, body);
  expect(await seen()).toBeNull();
  await type({ state: 'recording', duration_ms: 25_000 });
  expect(await seen()).toBe('recording');
  expect((await call('GET', `${path}/chats`)).body.data).toMatchObject([{ id, typing: 'recording' }]);
  await type({ state: 'paused' });
  expect(await seen()).toBeNull();

  const sent = await call('POST', `${path}/messages`, { ...textTo(TO), simulate_typing_ms: 600 });
  await until(async () => (await seen()) === 'typing');
  expect((await call('GET', `${path}/messages/${sent.body.id}`)).body.status).toBe('sending');
  await settle();
  expect(await seen()).toBeNull();
  expect((await call('GET', `${path}/messages/${sent.body.id}`)).body.status).toBe('read');
});

describe('changing a chat', () => {
  test('archives, pins, mutes and marks it, and the event has the previous values', async () => {
    const { workspaceId, receive, call, expectStatus, path, events } = await scene();
    const { chat_id: id } = await receive(TO, 'Hi');
    await seedWebhook(server.services, workspaceId, INBOX_URL, { events: ['whatsapp.chat.updated'], status: 'paused' });
    const at = `${path}/chats/${id}`;
    const change = { archived: true, pinned: true, muted_until: '2099-01-01T00:00:00.000Z' };
    expect(await expectStatus(200, 'PATCH', at, change)).toMatchObject({ ...change, unread_count: 1 });
    expect(await expectStatus(200, 'PATCH', at, { muted_until: null, unread: false })).toMatchObject({
      archived: true,
      muted_until: null,
      unread_count: 0,
    });
    expect(await expectStatus(200, 'PATCH', at, { unread: true })).toMatchObject({ unread_count: 1 });
    expect((await events('whatsapp.chat.updated')).map(({ data }) => data['previous'])).toEqual([
      { archived: false, pinned: false, muted_until: null },
      { muted_until: change.muted_until, unread_count: 1 },
      { unread_count: 0 },
    ]);
    await expectStatus(200, 'PATCH', at, { unread: true });
    await expectStatus(200, 'PATCH', at, {});
    expect(await events('whatsapp.chat.updated')).toHaveLength(3);

    const past = await call('PATCH', at, { muted_until: '2020-01-01T00:00:00Z' });
    expect([past.status, ...issuesOf(past)]).toEqual([422, '/muted_until too_early']);
    expect(issuesOf(await call('PATCH', at, { archived: 'yes' }))).toEqual(['/archived invalid_type']);
    expect((await call('PATCH', at, { archived: false }, { 'if-match': '"1"' })).status).toBe(412);
  });

  test('needs the scope to send, and its own workspace', async () => {
    const { receive, keyOf, path } = await scene();
    const at = `${path}/chats/${(await receive(TO, 'Hi')).chat_id}`;
    const reader = await keyOf({ scopes: ['whatsapp.messages:read'] });
    const { call: outsider } = await scene();
    for (const [method, body] of [['PATCH', { archived: true }] as const, ['DELETE', undefined] as const]) {
      expect((await reader(method, at, body)).status).toBe(403);
      expect((await outsider(method, at, body)).status).toBe(404);
    }
  });
});

describe('deleting a chat', () => {
  test('deletes its messages, and a later message creates a new chat', async () => {
    const { receive, send, call, expectStatus, path, events, rows, settle } = await scene();
    const { chat_id: id, id: messageId } = await receive(TO, 'Hi');
    await send(textTo(OTHER));
    await settle();
    const at = `${path}/chats/${id}`;
    expect((await call('DELETE', at, undefined, { 'if-match': '"1"' })).status).toBe(412);
    await expectStatus(204, 'DELETE', at);
    expect((await call('GET', at)).status).toBe(404);
    expect((await call('GET', `${path}/messages/${messageId}`)).status).toBe(404);
    expect((await rows()).filter(({ chatId }) => chatId === id)).toEqual([]);
    expect(await rows()).not.toEqual([]);
    expect((await events('whatsapp.chat.deleted')).map(({ data }) => data['id'])).toEqual([id]);
    expect((await receive(TO, 'Hi again')).chat_id).not.toBe(id);
  });

  test('is refused while one of its messages is queued', async () => {
    const { send, call, path } = await scene(WAITING);
    const { chat_id: id, id: messageId } = await send();
    expect((await call('DELETE', `${path}/chats/${id}`)).body.code).toBe('invalid_state');
    expect((await call('POST', `${path}/messages/${messageId}/cancel`)).status).toBe(200);
    expect((await call('DELETE', `${path}/chats/${id}`)).status).toBe(204);
  });

  test('works however many messages it has', async () => {
    const { workspaceId, id: instanceId, receive, expectStatus, path, rows } = await scene();
    const { chat_id: id } = await receive(TO, 'Hi');
    const [first] = await rows();
    if (first === undefined) throw new Error('The message is stored.');
    const copies = Array.from({ length: 1100 }, (_, index) => ({
      ...first,
      id: newId('msg'),
      providerMessageId: `copy.${index}`,
      workspaceId,
      instanceId,
    }));
    for (let from = 0; from < copies.length; from += 100) {
      await queries(database)
        .insert(waMessages)
        .values(copies.slice(from, from + 100));
    }
    await expectStatus(204, 'DELETE', `${path}/chats/${id}`);
    expect(await rows()).toEqual([]);
  });
});

test('a chat deleted on the phone is archived here, and an unknown one is not created', async () => {
  const { id: instanceId, receive, expectStatus, path } = await scene();
  const { chat_id: id } = await receive(TO, 'Hi');
  const deletion = (phone: string) =>
    server.services.whatsapp.report(instanceId, [
      { kind: 'chat', place: { type: 'direct', person: { phone } }, deleted: true },
    ]);
  await deletion(TO.slice(1));
  await deletion(OTHER.slice(1));
  const { data } = await expectStatus(200, 'GET', `${path}/chats`);
  expect(data).toMatchObject([{ id, archived: true, unread_count: 0 }]);
});
