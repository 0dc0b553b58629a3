import { afterAll, describe, expect, spyOn, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { inboundText, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const { whatsapp } = server.services;
const HOUR_MS = 3_600_000;

const setState = (id: string, status: 'active' | 'suspended' | 'deleting') =>
  queries(database).update(workspaces).set({ status }).where(eq(workspaces.id, id));

/** Lets all happen that is due in an hour and some. */
async function anHourLater(): Promise<void> {
  const { now } = whatsapp.work;
  whatsapp.work.now = () => new Date(now().getTime() + HOUR_MS + 60_000);
  try {
    await whatsapp.idle();
  } finally {
    whatsapp.work.now = now;
  }
}

describe('a queued message', () => {
  for (const state of ['suspended', 'deleting'] as const) {
    test(`stays queued while its workspace is ${state}, and is sent afterwards`, async () => {
      const { call, workspaceId, instance } = await scene();
      const { at } = await instance();
      const order = { to: '+15550100000', content: { type: 'text', text: 'Later' } };
      const schedule_at = new Date(Date.now() + HOUR_MS).toISOString();
      const { id } = (await call('POST', `${at}/messages`, { ...order, schedule_at })).body;

      await setState(workspaceId, state);
      await anHourLater();
      await setState(workspaceId, 'active');
      expect((await call('GET', `${at}/messages/${id}`)).body).toMatchObject({ status: 'queued', sent_at: null });

      await anHourLater();
      expect((await call('GET', `${at}/messages/${id}`)).body.sent_at).toBeString();
    });
  }
});

test('no log, event or audit entry contains the credentials of an instance', async () => {
  const { call, workspaceId, expectStatus } = await scene();
  const secrets = {
    access_token: 'access-0123456789',
    app_secret: 'app-0123456789',
    verify_token: 'verify-0123456789',
  };
  const body = {
    name: 'Guarded',
    driver: 'cloud',
    connect: false,
    proxy: { url: 'http://proxy-user:proxy-password@proxy.example.com:3128' },
    cloud: { phone_number_id: '106540352242922', ...secrets },
  };
  await expectStatus(201, 'POST', '/whatsapp/instances', body);
  await call('POST', '/whatsapp/instances', { ...body, proxy: { url: 'ftp://proxy-user:proxy-password@x' } });
  await call('POST', '/whatsapp/instances', JSON.stringify(body, null, 2).slice(0, -3));
  await call('POST', '/whatsapp/instances', { ...body, cloud: 'EAAG0123456789abcdefghijkl' });

  await server.services.recorder.flush();
  const logged = (await call('GET', '/request-logs?limit=10')).body.data as { id: string; path: string }[];
  const read: string[] = [];
  for (const { id } of logged) read.push(JSON.stringify((await call('GET', `/request-logs/${id}`)).body));
  expect(read.filter((text) => text.includes('Guarded'))).toHaveLength(4);
  for (const path of ['/events?limit=100', '/audit-entries?limit=100', '/whatsapp/instances']) {
    read.push(JSON.stringify((await call('GET', path)).body));
  }
  for (const secret of [...Object.values(secrets), 'proxy-password', 'EAAG0123456789']) {
    expect([secret, read.filter((text) => text.includes(secret))]).toEqual([secret, []]);
  }
  expect(workspaceId).toBeString();
});

test('a key for one instance reads no bodies of requests of another in the log', async () => {
  const { call, keyOf, instance } = await scene();
  const [mine, other] = [await instance(), await instance()];
  const key = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [mine.id] } });
  const order = { to: '+15550100000', content: { type: 'text', text: 'Not for everybody' } };
  await call('POST', `${other.at}/messages`, order);
  await key('POST', `${mine.at}/messages`, { ...order, client_reference: 'own' });
  await server.services.recorder.flush();

  const bodiesFor = async (caller: typeof call) => {
    const { data } = (await call('GET', '/request-logs?limit=10&operation_id=whatsapp_messages_send')).body;
    const bodies: unknown[] = [];
    for (const { id } of data) bodies.push((await caller('GET', `/request-logs/${id}`)).body.request_body);
    return new Set(bodies);
  };
  const own = JSON.stringify({ ...order, client_reference: 'own' });
  expect(await bodiesFor(call)).toEqual(new Set([own, JSON.stringify(order)]));
  expect(await bodiesFor(key)).toEqual(new Set([own, null]));
});

test('revoking a key ends its wait for a QR code', async () => {
  const { expectStatus, instance } = await scene();
  const { at, id } = await instance({ sandbox: { require_scan: true } });
  await whatsapp.idle(id);
  const scopes = ['whatsapp.instances:connect'];
  const { id: keyId, secret } = await expectStatus(201, 'POST', '/keys', { name: 'Scanner', kind: 'ak', scopes });
  const waiting = spyOn(server.services.hub, 'subscribe');
  try {
    const asked = restClient(server.url, secret)('GET', `${at}/qr?wait_seconds=20&after_attempt=1000`);
    await until(() => waiting.mock.calls.length > 0);
    await expectStatus(200, 'POST', `/keys/${keyId}/revoke`, {});
    expect((await asked).body.code).toBe('unavailable');
  } finally {
    waiting.mockRestore();
  }
});

test('a search of contacts does not block the event loop', async () => {
  const { call, instance } = await scene();
  const [mine, other] = [await instance(), await instance()];
  for (const [at, number] of [
    [mine.at, '+15550100031'],
    [mine.at, '+15550100032'],
    [mine.at, '+15550100133'],
    [other.at, '+15550100034'],
  ]) {
    await call('POST', `${at}/sandbox/inbound`, inboundText(number ?? ''));
  }
  const asked = spyOn(server.services.analyst, 'ask');
  try {
    const first = (await call('GET', `${mine.at}/contacts?q=1555010003&limit=1`)).body;
    expect(first).toMatchObject({ has_more: true, data: [{ phone: '+15550100032' }] });
    const second = await call('GET', `${mine.at}/contacts?q=1555010003&limit=1&cursor=${first.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null, data: [{ phone: '+15550100031' }] });
    expect((await call('GET', `${mine.at}/contacts?blocked=true`)).body.data).toEqual([]);
    expect((await call('GET', `${mine.at}/contacts?opt_out=none&limit=9`)).body.data).toHaveLength(3);
    expect(asked).toHaveBeenCalledTimes(4);
    const misplaced = await call('GET', `${mine.at}/contacts?q=else&cursor=${first.next_cursor}`);
    expect([misplaced.status, misplaced.body.code]).toEqual([400, 'invalid_cursor']);
  } finally {
    asked.mockRestore();
  }
});
