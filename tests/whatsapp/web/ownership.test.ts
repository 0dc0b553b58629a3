import { expect, test } from 'bun:test';

import { databaseUrl } from '../../../server/db/engine';
import { startProcess, until } from '../../support/process';
import { startWebServer } from './server';

const TAKEOVER_MS = 60_000;

test('of two servers one has the socket, and the other reaches it', async () => {
  await using web = await startWebServer();
  const scene = await web.scene();
  const { id, at } = await scene.web();
  await scene.link(id);
  const second = await web.another();
  const other = await web.sceneOn(second, scene.workspaceId);
  expect(await other.statusOf(id)).toMatchObject({ status: 'connected' });

  // A call of the second server is made by the first one.
  web.peer.person('15552000011');
  const { data } = await other.expectStatus(200, 'POST', `${at}/contacts/check`, { phones: ['+15552000011'] });
  expect(data).toMatchObject([{ exists: true }]);

  // And what it accepts is sent by the first one, which would look by itself if the two were processes.
  const ada = web.peer.person('15552000011');
  await other.expectStatus(202, 'POST', `${at}/messages`, {
    to: '+15552000011',
    content: { type: 'text', text: 'Hi' },
  });
  web.server.services.queues.changed();
  await ada.receives(1);
  expect(web.peer.world.connections.size).toBe(1);
  web.peer.assertClean();
});

test('a socket whose server stops is opened by the other one, which alone has it', async () => {
  await using web = await startWebServer();
  const scene = await web.scene();
  const { id, at } = await scene.web();
  await scene.link(id);
  const second = await web.another();
  const other = await web.sceneOn(second, scene.workspaceId);

  await web.server.stop();
  second.services.queues.changed();
  const ada = web.peer.person('15552000012');
  await other.expectStatus(202, 'POST', `${at}/messages`, {
    to: '+15552000012',
    content: { type: 'text', text: 'Hi' },
  });
  await ada.receives(1);
  expect(web.peer.world.connections.size).toBe(1);
});

test('a socket whose process is killed is opened by another one', async () => {
  await using web = await startWebServer();
  const env = { WHATSAPP_WEB_TEST_PEER: JSON.stringify(web.testPeer) };
  await using first = await startProcess(databaseUrl, env, { program: 'server/main.ts' });
  await web.server.stop();
  const scene = await web.sceneOn(first);
  const { id } = await scene.web();
  await scene.link(id);

  await using second = await startProcess(databaseUrl, env, { program: 'server/main.ts' });
  first.kill('SIGKILL');
  const other = await web.sceneOn(second, scene.workspaceId);
  const ada = web.peer.person('15552000013');
  const content = { type: 'text', text: 'Still here' };
  await other.expectStatus(202, 'POST', `/whatsapp/instances/${id}/messages`, { to: '+15552000013', content });
  await until(() => ada.received.length === 1, { timeoutMs: TAKEOVER_MS });
  expect(web.peer.world.connections.size).toBe(1);
});
