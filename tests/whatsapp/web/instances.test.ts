import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { scoped } from '../../../server/db/scoped';
import { waInstances } from '../../../server/whatsapp/schema/instances';
import { until } from '../../support/process';
import { startWebServer } from './server';

const text = (words: string) => ({ type: 'text', text: words });

test('an instance needs the acknowledgement of its risks, and keeps who gave it and when', async () => {
  await using web = await startWebServer();
  const { call, web: make, expectStatus } = await web.scene();
  const order = { name: 'Unofficial', driver: 'web', connect: false };
  expect((await call('POST', '/whatsapp/instances', order)).status).toBe(400);
  const refused = await call('POST', '/whatsapp/instances', { ...order, web: { acknowledge_unofficial: false } });
  expect(refused.body.errors).toContainEqual(expect.objectContaining({ pointer: '/web/acknowledge_unofficial' }));

  const { id, web: settings } = await make();
  expect(settings).toMatchObject({
    client_name: 'Ubuntu',
    sync_history: 'recent',
    acknowledged_by: { type: 'key' },
    acknowledged_at: expect.stringMatching(/Z$/),
  });
  const { data } = await expectStatus(200, 'GET', `/audit-entries?target_id=${id}`);
  expect(data.map(({ action }: { action: string }) => action)).toContain('whatsapp.instance.risks_acknowledged');
});

test('an instance is linked by a QR code, and sends and receives', async () => {
  await using web = await startWebServer();
  const { web: make, link, expectStatus, statusOf, events } = await web.scene();
  const { id, at } = await make();
  const phone = await link(id);
  expect(await statusOf(id)).toMatchObject({
    status: 'connected',
    phone: `+${phone}`,
    web: { engine_version: '7.0.0-rc14', whatsapp_version: expect.stringMatching(/^2\.3000\./) },
  });

  const ada = web.peer.person('15552000001');
  const { id: messageId } = await expectStatus(202, 'POST', `${at}/messages`, {
    to: '+15552000001',
    content: text('Hello'),
  });
  await ada.receives(1);
  await until(async () => (await expectStatus(200, 'GET', `${at}/messages/${messageId}`)).status === 'sent');

  await ada.sendText(phone, 'Hi there');
  await until(async () => (await events('whatsapp.message.received')).length > 0);
  const [received] = await events('whatsapp.message.received');
  expect(received?.data).toMatchObject({ content: text('Hi there'), from: { phone: '+15552000001' } });
  web.peer.assertClean();
});

test('an instance connects again after a restart of the server without a new QR code', async () => {
  await using web = await startWebServer();
  const scene = await web.scene();
  const { id } = await scene.web();
  await scene.link(id);
  const before = (await scene.events('whatsapp.instance.qr_updated')).length;

  await web.restart();
  const again = await web.sceneOf(scene);
  await again.reaches(id, 'connected');
  await until(() => web.peer.world.connections.size === 1);
  const ada = web.peer.person('15552000002');
  await again.expectStatus(202, 'POST', `/whatsapp/instances/${id}/messages`, {
    to: '+15552000002',
    content: text('Back'),
  });
  await ada.receives(1);
  expect((await again.events('whatsapp.instance.qr_updated')).length).toBe(before);
});

test('an instance whose credentials were not restored waits to be linked again', async () => {
  await using web = await startWebServer();
  const scene = await web.scene();
  const { id } = await scene.web();
  const phone = await scene.link(id);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-restored-'));
  await web.restart({ whatsappWebStore: { engine: 'sqlite', path: join(folder, 'credentials.db') } });
  const again = await web.sceneOf(scene);
  await again.reaches(id, 'pairing');
  await again.link(id, phone);
});

test('a disconnected instance keeps its credentials, and one that is logged out does not', async () => {
  await using web = await startWebServer();
  const { web: make, link, reaches, expectStatus, statusOf } = await web.scene();
  const { id, at } = await make();
  await link(id);

  expect(await expectStatus(202, 'POST', `${at}/disconnect`)).toMatchObject({
    status: 'disconnected',
    status_reason: 'user_stopped',
  });
  await until(() => web.peer.world.connections.size === 0);
  await expectStatus(202, 'POST', `${at}/connect`);
  await reaches(id, 'connected');

  await expectStatus(202, 'POST', `${at}/logout`);
  expect(await statusOf(id)).toMatchObject({ status: 'logged_out' });
  await until(() => web.peer.world.connections.size === 0);
  await expectStatus(202, 'POST', `${at}/connect`);
  const { raw } = await expectStatus(200, 'GET', `${at}/qr?wait_seconds=20`);
  expect(raw).toContain(',');
});

test('an instance whose phone removed the device keeps its settings, chats and events when it is linked again', async () => {
  await using web = await startWebServer();
  const { web: make, link, reaches, expectStatus, statusOf, events } = await web.scene();
  const { id, at } = await make({ web: { acknowledge_unofficial: true, reject_calls: true, client_name: 'Windows' } });
  await expectStatus(200, 'PATCH', at, { settings: { auto_read: true } });
  const phone = await link(id);
  const ada = web.peer.person('15552000003');
  const received = async () =>
    (await events('whatsapp.message.received')).map(({ data }) => [data['instance'], data['chat_id']]);
  await ada.sendText(phone, 'Before');
  await until(async () => (await received()).length === 1);
  const kept = async () => {
    const { settings, web: device } = await statusOf(id);
    return { settings, device, chats: (await expectStatus(200, 'GET', `${at}/chats`)).data.map(chatId) };
  };
  const before = await kept();
  expect(before).toMatchObject({ settings: { auto_read: true }, device: { reject_calls: true } });

  web.peer.unlink(phone);
  await reaches(id, 'logged_out');
  await link(id, phone);
  await ada.sendText(phone, 'After');
  await until(async () => (await received()).length === 2);
  const [first, second] = await received();
  expect(second).toEqual(first);
  expect({ ...(await kept()), device: null }).toEqual({ ...before, device: null });
  expect((await kept()).device).toMatchObject({ reject_calls: true, client_name: 'Windows' });
});

const chatId = ({ id }: { id: string }): string => id;

test('a late report of an earlier connection does not overwrite that the current one is open', async () => {
  await using web = await startWebServer();
  const { web: make, link, reaches, expectStatus, statusOf, workspaceId } = await web.scene();
  const { id, at } = await make();
  const phone = await link(id);
  const { whatsapp, store } = web.server.services;
  const generationOf = async () => (await scoped(store, workspaceId).require(waInstances, id)).generation;
  const earlier = await generationOf();
  web.peer.drop(phone);
  await reaches(id, 'connected');

  await expectStatus(202, 'POST', `${at}/restart`);
  await reaches(id, 'connected');
  expect(await generationOf()).toBeGreaterThan(earlier);
  const late = { kind: 'connection', generation: earlier, reason: null } as const;
  for (const status of ['reconnecting', 'connecting', 'disconnected', 'logged_out'] as const) {
    await whatsapp.report(id, [{ ...late, status }]);
    expect((await statusOf(id))['status']).toBe('connected');
  }
  await whatsapp.report(id, [{ ...late, generation: await generationOf(), status: 'reconnecting' }]);
  expect((await statusOf(id))['status']).toBe('reconnecting');
});

test('the creation of an instance warns against linking an Official Business Account', async () => {
  await using web = await startWebServer();
  const { expectStatus } = await web.scene();
  const { data } = await expectStatus(200, 'GET', '/whatsapp/drivers');
  const { notices } = data.find(({ driver }: { driver: string }) => driver === 'web');
  const notice = notices.find((one: string) => one.includes('Official Business Account'));
  expect(notice).toContain('Do not link');
  expect(notice).toContain('`cloud`');
});

test('a deleted instance is unlinked', async () => {
  await using web = await startWebServer();
  const { web: make, link, expectStatus } = await web.scene();
  const { id, at } = await make();
  const phone = await link(id);
  await expectStatus(204, 'DELETE', at);
  await until(() => web.peer.world.connections.size === 0);
  await until(() => web.peer.world.person(phone).companions.size === 0);
});

test('a proxy on this machine is refused unless the operator allows it', async () => {
  await using web = await startWebServer();
  const { web: make, call } = await web.scene();
  const { id, at } = await make();
  const proxy = { url: 'http://user:secret@127.0.0.1:3128' };
  const refused = await call('PATCH', at, { proxy });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/proxy/url']);
  const order = { name: `Proxied ${id}`, driver: 'web', connect: false, web: { acknowledge_unofficial: true } };
  expect((await call('POST', '/whatsapp/instances', { ...order, proxy })).status).toBe(422);
  expect((await call('PATCH', at, { proxy: { url: 'http://user:secret@93.184.215.14:3128' } })).status).toBe(200);
  expect((await call('PATCH', at, { proxy: { url: 'http://!%' } })).body.errors[0].pointer).toBe('/proxy/url');

  await using other = await startWebServer({ config: { whatsappAllowPrivateProxy: true } });
  const allowed = await other.scene();
  const made = await allowed.web({ proxy });
  expect(made['proxy']).toEqual({ url_redacted: 'http://127.0.0.1:3128' });
  const unread = await allowed.call('POST', '/whatsapp/instances', { ...order, proxy: { url: 'http://!%' } });
  expect([unread.status, unread.body.errors[0].pointer]).toEqual([422, '/proxy/url']);
});
