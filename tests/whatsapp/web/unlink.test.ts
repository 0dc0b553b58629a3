import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { workspaces } from '../../../server/db/workspaces';
import { waInstances } from '../../../server/whatsapp/schema/instances';
import { waSockets } from '../../../server/whatsapp/schema/sockets';
import { logOutSocketsOf } from '../../../server/whatsapp/system/sockets';
import { DAY_MS, SECOND_MS } from '../../../shared/durations';
import { database } from '../../support/app';
import { until } from '../../support/process';
import { startProxy } from './proxy';
import { startWebServer } from './server';

type WebServer = Awaited<ReturnType<typeof startWebServer>>;

/** An instance that is linked, and what the server keeps of it. */
async function linkedInstance(web: WebServer, change: object = {}) {
  const scene = await web.scene();
  const { id, at } = await scene.web(change);
  const phone = await scene.link(id);
  const db = queries(database);
  const socket = async () => (await db.select().from(waSockets).where(eq(waSockets.instanceId, id)))[0];
  /** Nothing is left to do. */
  const isClosed = () =>
    until(async () => {
      const row = await socket();
      return row?.goal === 'closed' && row.dueAt === null && row.leaseOwner === null;
    });
  return {
    ...scene,
    id,
    at,
    phone,
    socket,
    companions: () => web.peer.person(phone).companions.size,
    disconnect: async () => {
      await scene.expectStatus(202, 'POST', `${at}/disconnect`);
      await isClosed();
    },
    row: async () => (await db.select().from(waInstances).where(eq(waInstances.id, id)))[0],
    isOver: isClosed,
    /** A try has failed, and the next one is at a later time. */
    isPutOff: () =>
      until(async () => {
        const row = await socket();
        const isLater = (row?.dueAt?.getTime() ?? 0) > Date.now() + SECOND_MS;
        return row?.goal === 'logged_out' && isLater && row.leaseOwner === null;
      }),
    async isDue() {
      await db.update(waSockets).set({ dueAt: new Date() }).where(eq(waSockets.instanceId, id));
      web.server.services.queues.changed();
    },
  };
}

test('an instance whose socket is closed is unlinked through its proxy when it is deleted', async () => {
  await using web = await startWebServer({ config: { whatsappAllowPrivateProxy: true } });
  const proxy = startProxy();
  const { at, expectStatus, disconnect, isOver, companions, row } = await linkedInstance(web, {
    proxy: { url: proxy.url },
  });
  await disconnect();
  proxy.asked.length = 0;
  const { logins } = web.peer.world;
  await expectStatus(204, 'DELETE', at);
  await isOver();
  expect(companions()).toBe(0);
  // Each connection came through the proxy.
  expect([proxy.asked, web.peer.world.logins - logins]).toEqual([[new URL(web.peer.url).host], 1]);
  expect(await row()).toMatchObject({ proxySealed: null, proxyRedacted: null });
  web.peer.assertClean();
  proxy.stop();
});

test('a deleted instance is unlinked once WhatsApp can be reached again', async () => {
  await using web = await startWebServer({ config: { whatsappAllowPrivateProxy: true } });
  const proxy = startProxy();
  const one = await linkedInstance(web, { proxy: { url: proxy.url } });
  web.peer.refuseConnections();
  web.peer.drop(one.phone);
  await one.reaches(one.id, 'reconnecting');
  await one.expectStatus(204, 'DELETE', one.at);
  await one.isPutOff();
  expect((await one.row())?.proxySealed).not.toBeNull();
  expect([one.companions(), await one.socket()]).toMatchObject([1, { openedAt: null }]);

  web.peer.acceptConnections();
  await one.isDue();
  await one.isOver();
  expect([one.companions(), (await one.row())?.proxySealed]).toEqual([0, null]);
  proxy.stop();
});

test('the socket that unlinks is closed when WhatsApp refuses, and another one tries later', async () => {
  await using web = await startWebServer();
  const one = await linkedInstance(web);
  await one.disconnect();
  web.peer.failNext({ child: 'remove-companion-device' }, 500);
  await one.expectStatus(204, 'DELETE', one.at);
  await one.isPutOff();
  await until(() => web.peer.world.connections.size === 0);
  expect(one.companions()).toBe(1);
  await one.isDue();
  await one.isOver();
  expect(one.companions()).toBe(0);
});

test('the credentials of a deleted instance are deleted after seven days without an answer', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'switchboard-unlink-')), 'credentials.db');
  await using web = await startWebServer({ config: { whatsappWebStore: { engine: 'sqlite', path } } });
  const one = await linkedInstance(web);
  using store = new Database(path, { readonly: true });
  const kept = () =>
    ['credentials', 'keys', 'values'].flatMap((kind) =>
      store.query(`select 1 from whatsapp_web_${kind} where instance = ?`).all(one.id),
    );
  expect(kept()).not.toEqual([]);
  await one.disconnect();
  web.peer.refuseConnections();
  await one.expectStatus(204, 'DELETE', one.at);
  await one.isPutOff();
  const deletedAt = new Date(Date.now() - 7 * DAY_MS - 1);
  await queries(database).update(waInstances).set({ deletedAt }).where(eq(waInstances.id, one.id));
  await one.isDue();
  await one.isOver();
  expect(one.companions()).toBe(1);
  expect(kept()).toEqual([]);
});

test('an instance that the phone has unlinked itself is not unlinked again', async () => {
  await using web = await startWebServer();
  const one = await linkedInstance(web);
  await one.disconnect();
  web.peer.unlink(one.phone);
  await one.expectStatus(204, 'DELETE', one.at);
  await one.isOver();
});

test('an instance that is logged out while its socket is closed is unlinked, if WhatsApp can be reached', async () => {
  await using web = await startWebServer();
  const [one, other] = [await linkedInstance(web), await linkedInstance(web)];
  for (const each of [one, other]) await each.disconnect();
  await one.expectStatus(202, 'POST', `${one.at}/logout`);
  await one.isOver();
  expect(one.companions()).toBe(0);

  web.peer.refuseConnections();
  await other.expectStatus(202, 'POST', `${other.at}/logout`);
  await other.isOver();
  web.peer.acceptConnections();
  // It must be linked again: its credentials are gone.
  await other.expectStatus(202, 'POST', `${other.at}/connect`);
  expect((await other.expectStatus(200, 'GET', `${other.at}/qr?wait_seconds=20`)).raw).toContain(',');
});

test('instances of a deleted workspace are kept until they are unlinked', async () => {
  await using web = await startWebServer();
  const one = await linkedInstance(web);
  await one.disconnect();
  web.peer.refuseConnections();
  const deletedAt = new Date();
  await queries(database)
    .update(workspaces)
    .set({ status: 'deleting', deletedAt })
    .where(eq(workspaces.id, one.workspaceId));
  await logOutSocketsOf(database, one.workspaceId, deletedAt);
  web.server.services.queues.changed();
  await one.isPutOff();
  web.peer.acceptConnections();
  await one.isDue();
  await one.isOver();
  expect(one.companions()).toBe(0);
});
