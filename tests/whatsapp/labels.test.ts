import { afterAll, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { waLabelReservations } from '../../server/whatsapp/schema/people';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { MAX_LABELS } from '../../shared/whatsapp/chat-label';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { seedWebhook } from '../webhooks/dispatcher/support';
import { messageScenes, TO } from './message-scenes';
import { onVersion } from './support';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const namesOf = ({ data }: { data: { name: string }[] }): string[] => data.map(({ name }) => name);

test('a label is created, listed, changed and deleted, each with an event', async () => {
  const { call, expectStatus, path, events } = await scene();
  const at = `${path}/labels`;
  const made = await expectStatus(201, 'POST', at, { name: 'New customer', color: 3 });
  expect(made).toMatchObject({ object: 'whatsapp.label', name: 'New customer', color: 3 });
  expect(await expectStatus(201, 'POST', at, { name: 'Paid' })).toMatchObject({ color: 0 });
  expect(namesOf(await expectStatus(200, 'GET', at))).toEqual(['Paid', 'New customer']);
  const first = await expectStatus(200, 'GET', `${at}?limit=1`);
  expect(namesOf(await expectStatus(200, 'GET', `${at}?limit=1&cursor=${first.next_cursor}`))).toEqual([
    'New customer',
  ]);

  const one = `${at}/${made.id}`;
  const changed = await expectStatus(200, 'PATCH', one, { name: 'Regular customer' });
  expect(changed).toMatchObject({ name: 'Regular customer', color: 3 });
  expect(await expectStatus(200, 'GET', one)).toEqual(changed);
  await expectStatus(200, 'PATCH', one, {});
  expect((await call('PATCH', one, { color: 4 }, onVersion(1))).status).toBe(412);
  expect((await call('DELETE', one, undefined, onVersion(1))).status).toBe(412);
  await expectStatus(204, 'DELETE', one);
  expect((await call('GET', one)).status).toBe(404);

  expect((await events('whatsapp.label.created')).map(({ data }) => data['name'])).toEqual(['New customer', 'Paid']);
  expect((await events('whatsapp.label.updated')).map(({ data }) => data['previous'])).toEqual([
    { name: 'New customer' },
  ]);
  expect((await events('whatsapp.label.deleted')).map(({ data }) => data['id'])).toEqual([made.id]);
});

test('an invalid label is refused with its field', async () => {
  const { call, expectStatus, path } = await scene();
  const at = `${path}/labels`;
  const { id } = await expectStatus(201, 'POST', at, { name: 'Paid' });
  const taken = await call('POST', at, { name: ' PAID' });
  expect([taken.status, ...issuesOf(taken)]).toEqual([409, '/name duplicate']);
  const { id: other } = await expectStatus(201, 'POST', at, { name: 'Other' });
  expect((await call('PATCH', `${at}/${other}`, { name: 'paid' })).status).toBe(409);
  expect(await expectStatus(200, 'PATCH', `${at}/${id}`, { name: 'PAID' })).toMatchObject({ name: 'PAID' });
  expect(issuesOf(await call('POST', at, { name: 'x'.repeat(101), color: 20 }))).toEqual([
    '/name too_long',
    '/color too_big',
  ]);
  expect(issuesOf(await call('POST', at, { name: '  ' }))).toEqual(['/name invalid_format']);
  expect(issuesOf(await call('POST', at, { color: 1 }))).toEqual(['/name required']);
  for (let count = 2; count < MAX_LABELS; count += 1) await expectStatus(201, 'POST', at, { name: `Label ${count}` });
  const full = await call('POST', at, { name: 'One more' });
  expect([full.status, full.body.detail]).toEqual([422, 'An instance can have at most 100 labels. Delete one first.']);
});

test('of labels created at once with one name one is created, and never more than the limit', async () => {
  const { id, path, call, expectStatus } = await scene();
  const at = `${path}/labels`;
  const same = await Promise.all(Array.from({ length: 8 }, () => call('POST', at, { name: 'Paid' })));
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  const others = Array.from({ length: MAX_LABELS - 4 }, (_, index) => `Label ${index}`);
  const label = (name: string) => ({ kind: 'label', labelId: name, name, color: 0 }) as const;
  await server.services.whatsapp.report(id, others.map(label));
  // Room for three more.
  const more = await Promise.all(Array.from({ length: 8 }, (_, index) => call('POST', at, { name: `More ${index}` })));
  expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  expect((await expectStatus(200, 'GET', `${at}?limit=100`)).data).toHaveLength(MAX_LABELS);
});

test('two labels renamed at once do not get the same name, and the name of a failed rename is free again', async () => {
  const { path, call, expectStatus, update } = await scene();
  const at = `${path}/labels`;
  const made = await Promise.all(['One', 'Two'].map((name) => expectStatus(201, 'POST', at, { name })));
  const renamed = await Promise.all(made.map(({ id }) => call('PATCH', `${at}/${id}`, { name: 'Same' })));
  expect(renamed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await update({ driver: 'web', status: 'disconnected' });
  expect((await call('POST', at, { name: 'Late' })).status).toBe(409);
  await update({ driver: 'sandbox', status: 'connected' });
  await expectStatus(201, 'POST', at, { name: 'Late' });
});

test('the name of a label whose creation did not finish is free again after two minutes', async () => {
  const { id, workspaceId, path, call } = await scene();
  const reserve = (nameKey: string, agoMs: number) =>
    queries(database)
      .insert(waLabelReservations)
      .values({ workspaceId, instanceId: id, nameKey, isNew: true, createdAt: new Date(Date.now() - agoMs) });
  await reserve('late', 119_000);
  await reserve('paid', 121_000);
  expect((await call('POST', `${path}/labels`, { name: 'Late' })).status).toBe(409);
  expect((await call('POST', `${path}/labels`, { name: 'Paid' })).status).toBe(201);
});

test('a label with a duplicate name from the phone can change its color', async () => {
  const { id, path, call, expectStatus } = await scene();
  const label = (labelId: string, name: string) => ({ kind: 'label', labelId, name, color: 25 }) as const;
  await server.services.whatsapp.report(id, [label('1', 'Paid'), label('2', 'PAID'), label('3', 'Late')]);
  const { data } = await expectStatus(200, 'GET', `${path}/labels`);
  const [late, second] = data.map((one: { id: string }) => `${path}/labels/${one.id}`);
  expect(await expectStatus(200, 'PATCH', second, { color: 4 })).toMatchObject({ name: 'PAID', color: 4 });
  expect(await expectStatus(200, 'PATCH', late, { name: 'Too late' })).toMatchObject({ name: 'Too late', color: 25 });
  expect((await call('PATCH', late, { name: 'paid' })).status).toBe(409);
});

test('a chat gets labels, is filtered by them, and the event has the previous labels', async () => {
  const { workspaceId, receive, call, expectStatus, path, events } = await scene();
  const { chat_id: id } = await receive(TO, 'Hi');
  await receive('+15550100042', 'Hi');
  await seedWebhook(server.services, workspaceId, INBOX_URL, { events: ['whatsapp.chat.updated'], status: 'paused' });
  const label = async (name: string, color: number) => {
    const { id: labelId } = await expectStatus(201, 'POST', `${path}/labels`, { name, color });
    return { id: labelId as string, name, color };
  };
  const [paid, late] = [await label('Paid', 1), await label('Late', 2)];
  const at = `${path}/chats/${id}`;
  const set = (label_ids: string[]) => expectStatus(200, 'PATCH', at, { label_ids });
  const found = async (labelId: string) =>
    (await expectStatus(200, 'GET', `${path}/chats?label_id=${labelId}`)).data.map((chat: { id: string }) => chat.id);

  expect((await set([late.id, paid.id, late.id])).labels).toEqual([late, paid]);
  expect([await found(paid.id), await found(late.id)]).toEqual([[id], [id]]);
  expect((await expectStatus(200, 'PATCH', at, { pinned: true, label_ids: [paid.id] })).labels).toEqual([paid]);
  expect(await found(late.id)).toEqual([]);
  expect((await events('whatsapp.chat.updated')).map(({ data }) => data['previous'])).toEqual([
    { labels: [] },
    { pinned: false, labels: [late, paid] },
  ]);
  await set([paid.id]);
  expect(await events('whatsapp.chat.updated')).toHaveLength(2);

  await expectStatus(200, 'PATCH', `${path}/labels/${paid.id}`, { name: 'Has paid' });
  expect((await expectStatus(200, 'GET', at)).labels).toEqual([{ ...paid, name: 'Has paid' }]);
  await expectStatus(204, 'DELETE', `${path}/labels/${paid.id}`);
  expect((await expectStatus(200, 'GET', at)).labels).toEqual([]);
  expect(await found(paid.id)).toEqual([]);

  const gone = await call('PATCH', at, { label_ids: [late.id, paid.id] });
  expect([gone.status, gone.body.code, ...issuesOf(gone)]).toEqual([
    422,
    'related_not_found',
    '/label_ids/1 related_not_found',
  ]);
});

test('labels belong to their instance and workspace, and need the scope', async () => {
  const { call, expectStatus, path, keyOf, receive } = await scene();
  const { id } = await expectStatus(201, 'POST', `${path}/labels`, { name: 'Paid' });
  const other = await scene();
  const { chat_id: chat } = await other.receive(TO, 'Hi');
  expect((await other.expectStatus(200, 'GET', `${other.path}/labels`)).data).toEqual([]);
  for (const at of [`${path}/labels/${id}`, `${other.path}/labels/${id}`]) {
    expect((await other.call('GET', at)).status).toBe(404);
    expect((await other.call('PATCH', at, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', at)).status).toBe(404);
  }
  const foreign = await other.call('PATCH', `${other.path}/chats/${chat}`, { label_ids: [id] });
  expect(issuesOf(foreign)).toEqual(['/label_ids/0 related_not_found']);

  const reader = await keyOf({ scopes: ['whatsapp.contacts:read'] });
  expect((await reader('GET', `${path}/labels/${id}`)).status).toBe(200);
  expect((await reader('POST', `${path}/labels`, { name: 'No' })).status).toBe(403);
  const sender = await keyOf({ scopes: ['whatsapp.messages:send'] });
  expect((await sender('GET', `${path}/labels`)).status).toBe(403);
  const { chat_id: own } = await receive(TO, 'Hi');
  expect((await sender('PATCH', `${path}/chats/${own}`, { label_ids: [id] })).status).toBe(200);
  expect((await call('GET', `${path}/labels/${id}`)).status).toBe(200);
});

test('chats of one person keep the labels of both when they become one', async () => {
  const { id, path, expectStatus } = await scene();
  const [phone, lid] = ['15550100061', '77000000000061@lid'];
  const write = (person: object, providerMessageId: string) =>
    server.services.whatsapp.report(id, [
      {
        kind: 'message',
        place: { type: 'direct', person },
        sender: person,
        isEcho: false,
        providerMessageId,
        at: new Date(),
        content: { type: 'text', text: 'Hi' },
      },
    ]);
  await write({ phone }, 'one');
  await write({ lid }, 'two');
  const { data } = await expectStatus(200, 'GET', `${path}/chats`);
  expect(data).toHaveLength(2);
  for (const [index, name] of ['Paid', 'Late'].entries()) {
    const label = await expectStatus(201, 'POST', `${path}/labels`, { name });
    await expectStatus(200, 'PATCH', `${path}/chats/${data[index].id}`, { label_ids: [label.id] });
  }
  await write({ phone, lid }, 'three');
  const merged = (await expectStatus(200, 'GET', `${path}/chats`)).data;
  expect(merged.map(({ labels }: { labels: unknown[] }) => labels.length)).toEqual([2]);
});
