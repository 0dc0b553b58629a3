import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { createLog } from '../../server/log';
import { jobsOf } from '../../server/modules';
import { waProviderRaw } from '../../server/whatsapp/schema/instances';
import { purgeRaw } from '../../server/whatsapp/system/ingress';
import { database } from '../support/app';
import { openSocket } from '../support/raw';
import { cloudPlace, type CloudScene, textOf } from './cloud-place';
import { signature } from './meta-graph/notify';

const place = cloudPlace();
const DAY_MS = 86_400_000;
const MAX_BYTES = 4 * 1024 * 1024;

const post = (url: string, body: string, secret: string): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers: { 'x-hub-signature-256': signature(secret, body) } });

const notificationFor = ({ number, waba }: CloudScene, messages: object[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: waba, changes: [{ field: 'messages', value: { metadata: number, messages } }] }],
  });
const textFrom = (from: string, id: string, body = 'Hello') => ({ from, id, timestamp: '1749416383', ...textOf(body) });

test('the challenge is answered only with the right verify token', async () => {
  const scene = await place.scene();
  const graph = place.graph();
  expect((await scene.instance()).cloud.webhook_verified_at).toBeNull();

  const wrong = await graph.verify({ ...scene.number, verify_token: 'another' });
  expect(wrong.status).toBe(403);
  expect((await scene.instance()).cloud.webhook_verified_at).toBeNull();

  const right = await graph.verify(scene.number);
  expect(right).toMatchObject({ status: 200, body: right.challenge });
  expect((await scene.instance()).cloud.webhook_verified_at).toBeString();

  const ask = (query: string, url = scene.callbackUrl) => fetch(`${url}?${query}`);
  const token = `hub.verify_token=verify-${scene.number.phone_number_id}`;
  const whole = `hub.mode=subscribe&hub.challenge=12&${token}`;
  const answer = await ask(whole);
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
    200,
    '12',
    'text/plain; charset=utf-8',
  ]);
  for (const query of [
    `hub.mode=subscribe&${token}`,
    `hub.challenge=12&${token}`,
    'hub.mode=subscribe&hub.challenge=12',
    '',
  ]) {
    expect((await ask(query)).status).toBe(403);
  }
  expect((await ask(`hub.mode=subscribe&hub.challenge=<b>&${token}`)).status).toBe(403);
  const other = scene.callbackUrl.replace(/[^/]+$/, randomBytes(32).toString('base64url'));
  expect((await ask(whole, other)).status).toBe(404);
  expect((await ask(whole, scene.callbackUrl.slice(0, -1))).status).toBe(404);
  const { status, headers } = await fetch(scene.callbackUrl, { method: 'DELETE' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('a notification without the app’s signature is not stored', async () => {
  const scene = await place.scene();
  const other = await place.scene();
  const body = notificationFor(scene, [textFrom('16505551234', 'wamid.forged')]);
  for (const sign of ['bad', 'missing', 'stale_secret'] as const) {
    const { deliveries } = await place.graph().inbound({ ...scene.number, messages: [textOf('Hello')], sign });
    expect(deliveries.map(({ status }) => status)).toEqual([401]);
  }
  expect((await post(scene.callbackUrl, body, other.secret)).status).toBe(401);
  const header = signature(scene.secret, body);
  for (const value of [header.slice(0, -1), header.replace('sha256=', ''), header.replace('256', '1'), '']) {
    const headers = { 'x-hub-signature-256': value };
    expect((await fetch(scene.callbackUrl, { method: 'POST', body, headers })).status).toBe(401);
  }
  const changed = { 'x-hub-signature-256': header };
  expect((await fetch(scene.callbackUrl, { method: 'POST', body: `${body} `, headers: changed })).status).toBe(401);

  await scene.settle();
  expect(await scene.raw()).toEqual([]);
  expect(await scene.messages()).toEqual([]);
  const answer = await post(scene.callbackUrl, body, scene.secret);
  expect([answer.status, await answer.text()]).toEqual([200, 'EVENT_RECEIVED']);
  expect(await scene.raw()).toHaveLength(1);
});

test('a body is limited while it is read', async () => {
  const scene = await place.scene();
  const large = 'x'.repeat(MAX_BYTES + 1);
  expect((await post(scene.callbackUrl, large, scene.secret)).status).toBe(413);

  const { port, pathname } = new URL(scene.callbackUrl);
  using socket = await openSocket(Number(port));
  socket.send(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.send(`${large.length.toString(16)}\r\n${large}\r\n`);
  const answer = await socket.answer();
  expect([answer?.status, answer?.code]).toEqual([413, 'payload_too_large']);
  expect(await scene.raw()).toEqual([]);

  expect((await post(scene.callbackUrl, 'x'.repeat(MAX_BYTES), scene.secret)).status).toBe(200);
  expect(await scene.raw()).toHaveLength(1);
});

test('a compressed notification is 415, and is not stored', async () => {
  const scene = await place.scene();
  const body = Bun.gzipSync(notificationFor(scene, [textFrom('16505551234', 'wamid.zipped')]));
  const headers = { 'content-encoding': 'gzip', 'x-hub-signature-256': signature(scene.secret, body) };
  const answer = await fetch(scene.callbackUrl, { method: 'POST', body, headers });
  expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  expect(await scene.raw()).toEqual([]);
});

test('the same notification is one row, sealed, and one message', async () => {
  const scene = await place.scene();
  const body = notificationFor(scene, [textFrom('16505551234', 'wamid.one', 'A secret')]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(scene.callbackUrl, body, scene.secret)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await scene.settle();
  const [row, ...others] = await scene.raw();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ tries: 1, problems: null, parsedAt: expect.any(Date), workspaceId: scene.workspaceId });
  expect(JSON.stringify(row)).not.toContain('secret');
  expect(await scene.messages()).toMatchObject([{ content: { text: 'A secret' }, provider_message_id: 'wamid.one' }]);
  expect(await scene.events('whatsapp.message.received')).toHaveLength(1);
  expect((await scene.instance()).cloud.last_webhook_at).toBe(row?.createdAt.toISOString());
});

test('a notification without a number goes to all instances of the account, one with a number to its instance', async () => {
  const scene = await place.scene({ display_phone: '15550001111' });
  const [graph, { ask, secret, token, waba }] = [place.graph(), scene];
  const second = { phone_number_id: `1${scene.number.phone_number_id}`, display_phone: '15550002222' };
  await graph.seed({ ...second, waba_id: waba, access_token: `${token}2` });
  const cloud = { phone_number_id: second.phone_number_id, waba_id: waba, base_url: graph.url };
  const credentials = { access_token: `${token}2`, app_secret: secret };
  const input = { name: 'second', driver: 'cloud', cloud: { ...cloud, ...credentials } };
  const other = await ask(201, 'POST', '/whatsapp/instances', input);
  expect(new URL(other.cloud.ingress_url).pathname).toBe(new URL(scene.callbackUrl).pathname);

  const notify = async (field: string, value: object): Promise<void> => {
    const body = JSON.stringify({ entry: [{ id: waba, changes: [{ field, value }] }] });
    expect((await post(scene.callbackUrl, body, secret)).status).toBe(200);
    await scene.settle();
  };
  const named = { message_template_id: 7, message_template_name: 'parcel', message_template_language: 'en_US' };
  await notify('message_template_status_update', { ...named, event: 'APPROVED' });
  for (const path of [scene.path, `/whatsapp/instances/${other.id}`]) {
    expect((await ask(200, 'GET', `${path}/templates`)).data).toMatchObject([{ name: 'parcel', status: 'approved' }]);
  }
  await notify('phone_number_quality_update', { display_phone_number: '+1 555-000-2222', event: 'FLAGGED' });
  expect((await scene.instance()).health.quality_rating).not.toBe('red');
  expect((await ask(200, 'GET', `/whatsapp/instances/${other.id}`)).health.quality_rating).toBe('red');
});

test('a notification for no known instance is stored, answered and counted', async () => {
  const scene = await place.scene();
  const { metrics } = place.server().services;
  const count = async (outcome: string): Promise<number> =>
    Number(
      new RegExp(`whatsapp_notified_items_total\\{outcome="${outcome}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0,
    );
  const [unknown, malformed] = [await count('unknown_number'), await count('malformed')];

  const outsider = { ...scene, number: { phone_number_id: '404' } };
  for (const body of [notificationFor(outsider, [textFrom('16505551234', 'wamid.x')]), '[]', 'no JSON']) {
    expect((await post(scene.callbackUrl, body, scene.secret)).status).toBe(200);
  }
  await scene.settle();
  const rows = await scene.raw();
  expect(rows.map(({ problems }) => problems?.map(({ path }) => path))).toEqual([
    ['entry[0].changes[0].value.messages[0]'],
    [''],
    [''],
  ]);
  expect(rows.every(({ parsedAt, tries }) => parsedAt !== null && tries === 1)).toBe(true);
  expect([(await count('unknown_number')) - unknown, (await count('malformed')) - malformed]).toEqual([1, 2]);
  expect(await scene.messages()).toEqual([]);
});

test('no log, metric or response contains the callback address', async () => {
  const scene = await place.scene();
  const token = scene.callbackUrl.split('/').at(-1) ?? '';
  const refused = await fetch(scene.callbackUrl, { method: 'PUT', body: 'x' });
  expect(((await refused.json()) as { instance: string }).instance).toBe('/ingress/whatsapp/***');
  await scene.open();
  const metrics = await place.server().services.metrics.text();
  expect(metrics).toContain('operation="POST /ingress/whatsapp/***",status="200"');
  expect(metrics).not.toContain(token);

  const lines: string[] = [];
  createLog('info', { write: (line) => lines.push(line) }).info(
    { path: scene.callbackUrl },
    `GET ${scene.callbackUrl}?a=b`,
  );
  expect(lines.join('')).toContain('/ingress/whatsapp/***');
  expect(lines.join('')).not.toContain(token);
});

test('notifications are deleted after seven days', async () => {
  const scene = await place.scene();
  await scene.open();
  const [row] = await scene.raw();
  if (row === undefined) throw new Error('Nothing was kept.');
  await purgeRaw(database, new Date(Date.now() - 7 * DAY_MS));
  expect(await scene.raw()).toHaveLength(1);
  const old = new Date(Date.now() - 7 * DAY_MS - 1000);
  await queries(database).update(waProviderRaw).set({ createdAt: old }).where(eq(waProviderRaw.seq, row.seq));
  const job = jobsOf(place.server().services).find(({ name }) => name === 'notifications of WhatsApp');
  await job?.run(new AbortController().signal);
  expect(await scene.raw()).toEqual([]);
  expect(await scene.messages()).toHaveLength(1);
});
