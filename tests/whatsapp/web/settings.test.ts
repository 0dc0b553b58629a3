import { expect, test } from 'bun:test';

import { until } from '../../support/process';
import { startWebServer } from './server';

test('changed settings take effect at once on the open connection', async () => {
  await using web = await startWebServer();
  const { web: make, link, expectStatus, statusOf, events } = await web.scene();
  const { id, at } = await make();
  const phone = await link(id);
  const ada = web.peer.person('15552000001');

  await expectStatus(200, 'PATCH', at, { web: { reject_calls: true } });
  await until(async () => (await statusOf(id))['status'] !== 'connected', { everyMs: 5 });
  await until(async () => (await statusOf(id))['status'] === 'connected');
  ada.calls(phone);
  await until(async () => (await events('whatsapp.call.received')).length > 0);
  expect((await events('whatsapp.call.received'))[0]?.data).toMatchObject({ status: 'offer', rejected: true });
  expect(web.peer.world.connections.size).toBe(1);
});

test('settings that the connection does not use leave it open, and a stopped instance stays stopped', async () => {
  await using web = await startWebServer();
  const { web: make, link, expectStatus, statusOf } = await web.scene();
  const { id, at } = await make();
  await link(id);
  const [connection] = web.peer.world.connections;
  const { status_changed_at } = await statusOf(id);
  await expectStatus(200, 'PATCH', at, { name: `Renamed ${id}`, settings: { auto_read: true } });
  await expectStatus(200, 'PATCH', at, { web: { reject_calls: false } });
  expect(await statusOf(id)).toMatchObject({ status: 'connected', status_changed_at });

  await expectStatus(202, 'POST', `${at}/disconnect`);
  await until(() => web.peer.world.connections.size === 0);
  await expectStatus(200, 'PATCH', at, { web: { always_online: true } });
  expect(await statusOf(id)).toMatchObject({ status: 'disconnected', web: { always_online: true } });
  expect(web.peer.world.connections).not.toContain(connection);
});
