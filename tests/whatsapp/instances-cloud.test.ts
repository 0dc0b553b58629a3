import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { reveal } from '../../server/whatsapp/reveal';
import { waCloudApps, waInstances } from '../../server/whatsapp/schema/instances';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { auditOf } from '../support/people';
import { NUMBER, TOKEN, WABA } from './cloud';
import { startMetaGraphProcess } from './meta-graph';
import { freshName, whatsAppScenes, type WhatsAppScene } from './support';

const graph = await startMetaGraphProcess();
const server = await startServer(
  { whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true },
  { unlimited: true },
);
afterAll(async () => {
  await server.stop();
  await graph[Symbol.asyncDispose]();
});
const scene = whatsAppScenes(server);
const SECRET = 'app-secret-0123456789';
const VERIFY = 'verify-token-0123456789';
const other = { phone_number_id: '206540352242922', access_token: 'EAAJother0123456789secret', waba_id: WABA };

beforeEach(async () => {
  await graph.reset();
  const seed = { waba_id: WABA, app_secret: SECRET, status_delays_ms: null };
  await graph.seed({ ...seed, phone_number_id: NUMBER, access_token: TOKEN });
  await graph.seed({ ...seed, phone_number_id: other.phone_number_id, access_token: other.access_token });
});

const cloudOf = (change: object = {}) => ({
  phone_number_id: NUMBER,
  waba_id: WABA,
  access_token: TOKEN,
  app_secret: SECRET,
  verify_token: VERIFY,
  base_url: graph.url,
  ...change,
});
const make = ({ instance }: WhatsAppScene, change: object = {}, rest: object = {}) =>
  instance({ driver: 'cloud', cloud: cloudOf(change), ...rest });
const tokensAsked = async () =>
  (await graph.log()).requests.map(({ path, headers }) => [path, headers['authorization']] as const);
const rowOf = async (id: string) => {
  const [row] = await queries(database).select().from(waInstances).where(eq(waInstances.id, id));
  if (!row) throw new Error('The instance is gone.');
  return row;
};

test('is created with its credentials, which no response contains', async () => {
  const own = await scene();
  const made = await make(own);
  expect(made).toMatchObject({
    driver: 'cloud',
    livemode: true,
    status: 'connected',
    phone: '+15550783881',
    display_name: 'Test Company',
    health: { quality_rating: 'green' },
    cloud: {
      phone_number_id: NUMBER,
      waba_id: WABA,
      graph_version: 'v23.0',
      base_url: graph.url,
      ingress_url: expect.stringMatching(/\/ingress\/whatsapp\/[\w-]{43}$/),
      verify_token_hint: VERIFY.slice(-4),
      token_hint: TOKEN.slice(-4),
      webhook_verified_at: null,
    },
    sandbox: null,
  });
  await own.call('PATCH', made.at, { cloud: { app_secret: `${SECRET}-new`, verify_token: `${VERIFY}-new` } });
  const seen = JSON.stringify([
    made,
    (await own.call('GET', made.at)).body,
    await own.events('*'),
    await auditOf(own.workspaceId),
    (await own.call('GET', '/request-logs')).body,
    await queries(database).select().from(waInstances).where(eq(waInstances.workspaceId, own.workspaceId)),
    await queries(database).select().from(waCloudApps).where(eq(waCloudApps.workspaceId, own.workspaceId)),
  ]);
  for (const secret of [TOKEN, SECRET, VERIFY]) expect(seen).not.toContain(secret);
});

test('instances of one app share a callback, until one gets another secret', async () => {
  const own = await scene();
  const [one, two] = [await make(own), await make(own, other)];
  expect(two.cloud.ingress_url).toBe(one.cloud.ingress_url);
  const changed = await own.expectStatus(200, 'PATCH', two.at, { cloud: { app_secret: 'another-secret-0123' } });
  expect(changed.cloud.ingress_url).not.toBe(one.cloud.ingress_url);
  expect((await own.call('DELETE', one.at)).status).toBe(204);
  const apps = await queries(database).select().from(waCloudApps).where(eq(waCloudApps.workspaceId, own.workspaceId));
  expect(apps.map(({ ingressToken }) => changed.cloud.ingress_url.endsWith(ingressToken))).toEqual([true]);
  expect(await rowOf(one.id)).toMatchObject({ tokenSealed: null, tokenHint: null, appId: null });
});

test('wrong credentials create an instance that reports it; a number is used once', async () => {
  const own = await scene();
  expect(await make(own, { access_token: 'EAAJwrong0123456' })).toMatchObject({
    status: 'failed',
    status_reason: 'token_invalid',
  });
  const twice = await own.call('POST', '/whatsapp/instances', { name: freshName(), driver: 'cloud', cloud: cloudOf() });
  expect([twice.status, ...issuesOf(twice)]).toEqual([409, '/cloud/phone_number_id duplicate']);
  for (const base_url of ['http://graph.example.com', 'http://10.0.0.1:1', 'https://10.0.0.1', `${graph.url}?x=1`]) {
    const cloud = cloudOf({ phone_number_id: '1', base_url });
    const refused = await own.call('POST', '/whatsapp/instances', { name: freshName(), driver: 'cloud', cloud });
    expect([base_url, refused.status, ...issuesOf(refused)]).toEqual([base_url, 422, '/cloud/base_url invalid_url']);
  }
});

describe('new credentials', () => {
  test('are tried first, and change nothing when Meta refuses them', async () => {
    const own = await scene();
    const made = await make(own);
    for (const [cloud, issue] of [
      [{ access_token: 'EAAJwrong0123456' }, '/cloud/access_token token_invalid'],
      [{ phone_number_id: '1' }, '/cloud/phone_number_id permission_missing'],
    ] as const) {
      const answer = await own.call('PATCH', made.at, { name: 'Changed', cloud });
      expect([answer.status, ...issuesOf(answer)]).toEqual([422, issue]);
    }
    await graph.fault({ times: 3, action: { http: 502, malformed: '<html>' } });
    const away = await own.call('PATCH', made.at, { cloud: { access_token: 'EAAJother0123456' } });
    expect([away.status, away.body.code]).toEqual([502, 'upstream_error']);
    expect((await own.call('GET', made.at)).body).toEqual({ ...made, at: undefined });
    expect(await own.events('whatsapp.instance.updated')).toEqual([]);
  });

  test('reconnect an instance whose token had expired', async () => {
    const own = await scene();
    const made = await make(own, { access_token: 'EAAJwrong0123456' });
    const changed = await own.expectStatus(200, 'PATCH', made.at, { cloud: { access_token: TOKEN } });
    expect(changed).toMatchObject({ status: 'connected', cloud: { token_hint: TOKEN.slice(-4) } });
    expect(reveal(server.services.secretKey, await rowOf(made.id)).cloud?.accessToken).toBe(TOKEN);
  });

  test('a stored token is never sent to another address', async () => {
    await using elsewhere = await startMetaGraphProcess();
    const own = await scene();
    const made = await make(own);
    const alone = await own.call('PATCH', made.at, { cloud: { base_url: elsewhere.url } });
    expect([alone.status, ...issuesOf(alone)]).toEqual([422, '/cloud/access_token required']);
    const asked = await elsewhere.log();
    expect(asked.requests).toEqual([]);

    await elsewhere.seed({ waba_id: WABA, phone_number_id: NUMBER, access_token: 'EAAJelsewhere0123' });
    const cloud = { base_url: elsewhere.url, access_token: 'EAAJelsewhere0123' };
    expect(await own.expectStatus(200, 'PATCH', made.at, { cloud })).toMatchObject({
      cloud: { base_url: elsewhere.url },
    });
    expect(JSON.stringify(await elsewhere.log())).not.toContain(TOKEN);
    // With a slash at its end it is the same address.
    await own.expectStatus(200, 'PATCH', made.at, { cloud: { base_url: `${elsewhere.url}/` } });
  });
});

test('a logged-out instance sends no requests until it has a token again', async () => {
  const own = await scene();
  const made = await make(own);
  expect(await own.expectStatus(202, 'POST', `${made.at}/logout`)).toMatchObject({ cloud: { token_hint: '' } });
  expect((await own.call('POST', `${made.at}/connect`)).body.code).toBe('invalid_state');
  const count = (await tokensAsked()).length;
  const blind = await own.call('PATCH', made.at, { cloud: { graph_version: 'v24.0' } });
  expect([blind.status, ...issuesOf(blind)]).toEqual([422, '/cloud/access_token required']);
  expect((await tokensAsked()).length).toBe(count);
  await own.expectStatus(200, 'PATCH', made.at, { cloud: { access_token: TOKEN } });
  expect(await own.expectStatus(202, 'POST', `${made.at}/connect`)).toMatchObject({
    instance: { status: 'connected' },
  });
});

test('the business profile is read and changed; fields that only Meta changes are refused', async () => {
  const own = await scene();
  const { at } = await make(own);
  const change = { about: 'At work', cloud: { description: 'Boats', websites: ['https://example.com/'] } };
  expect(await own.expectStatus(200, 'PATCH', `${at}/profile`, change)).toMatchObject({
    name: 'Test Company',
    about: 'At work',
    cloud: { description: 'Boats', websites: ['https://example.com/'], email: null },
  });
  for (const [input, pointer] of [
    [{ name: 'New' }, '/name'],
    [{ picture: null }, '/picture'],
  ] as const) {
    const answer = await own.call('PATCH', `${at}/profile`, input);
    expect([answer.status, ...issuesOf(answer)]).toEqual([422, `${pointer} invalid`]);
  }
  await graph.fault({ action: { code: 100 } });
  const refused = await own.call('PATCH', `${at}/profile`, { about: 'x' });
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'unprocessable', provider: { name: 'meta', code: 100 } },
  });
  await graph.fault({ action: { code: 190 } });
  expect((await own.call('GET', `${at}/profile`)).status).toBe(422);
  expect((await own.call('GET', at)).body).toMatchObject({ status: 'failed', status_reason: 'token_invalid' });
});
