import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { sendRaw } from '../support/raw';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { holdLimits } from '../support/still-limits';

const server = await startServer({}, { unlimited: true });
const strict = await startServer();
holdLimits(strict);
afterAll(async () => {
  await server.stop();
  await strict.stop();
});
const { baseUrl } = server.services.config;

test('an error response is not larger than its request, however many calls a batch names', async () => {
  const response = await fetch(`${server.url}/trpc/${','.repeat(7000)}?batch=1`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(response.status).toBe(400);
  expect((await response.text()).length).toBeLessThan(10_000);
});

test('a hundred thousand unknown fields are answered with fifty issues', async () => {
  const { secret } = await seedKey(await seedWorkspace());
  const junk = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`nam${index}`, 1]));
  const { status, body } = await restClient(server.url, secret)('POST', '/keys', { kind: 'ak', name: 'a', ...junk });
  expect([status, body.errors.length]).toEqual([400, 50]);
});

test('an overlong field name is truncated in the error', async () => {
  const { secret } = await seedKey(await seedWorkspace());
  const { body } = await restClient(server.url, secret)('POST', '/keys', {
    kind: 'ak',
    name: 'a',
    ['x'.repeat(50_000)]: 1,
  });
  expect(JSON.stringify(body).length).toBeLessThan(3000);
});

test('malformed sign-ins and invented sessions count as failures of the address', async () => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const signIn = async () =>
    (await fetch(`${strict.url}/trpc/auth.sign_in`, { method: 'POST', body: '{}', headers })).status;
  const statuses = new Set<number>();
  for (let times = 0; times < 70; times += 1) statuses.add(await signIn());
  expect([...statuses]).toEqual([400, 429]);

  const cookie = `sb_session_3000=${'a'.repeat(43)}`;
  const made = await fetch(`${strict.url}/trpc/account.get`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(made.status).toBe(429);
});

test('a stored provider key is not sent to a new URL', async () => {
  const admin = await seedUser({ admin: true });
  const rpc = rpcClient(server.url, { cookie: admin.cookieFor(baseUrl) });
  const slug = `b${Date.now().toString(36)}`;
  await rpc.models.providers.create.mutate({ slug, base_url: 'http://127.0.0.1:9/v1', api_key: 'sk-operator' });
  const moved = rpc.models.providers.update.mutate({ slug, base_url: 'http://127.0.0.1:8/v1' });
  expect(moved).rejects.toMatchObject({
    data: { problem: { code: 'validation_failed', errors: [{ pointer: '/api_key' }] } },
  });
  await rpc.models.providers.update.mutate({ slug, base_url: 'http://127.0.0.1:9/other' });
  await rpc.models.providers.delete.mutate({ slug });
});

test('bodies in the request log are visible to their sender, full access, owners and admins', async () => {
  const workspaceId = await seedWorkspace();
  const maker = restClient(server.url, (await seedKey(workspaceId)).secret);
  const made = await maker('POST', '/keys', { kind: 'lk', name: 'Logged', scopes: ['links:read'] });
  await server.services.recorder.flush();
  const path = `/request-logs/${made.headers.get('x-request-id')}`;
  const reader = restClient(server.url, (await seedKey(workspaceId, { scopes: ['usage:read'] })).secret);
  expect((await maker('GET', path)).body.request_body).toContain('Logged');
  expect((await reader('GET', path)).body).toMatchObject({ status: 201, request_body: null, response_body: null });
});

test('another If-Match under the same Idempotency-Key is another request', async () => {
  const workspaceId = await seedWorkspace();
  const call = restClient(server.url, (await seedKey(workspaceId)).secret);
  const patch = (tag: string) =>
    call('PATCH', `/workspaces/${workspaceId}`, { name: 'B' }, { 'if-match': tag, 'idempotency-key': 'once' });
  expect((await patch('"9"')).status).toBe(412);
  expect((await patch('"1"')).body.code).toBe('idempotency_key_reused');
});

test('metrics are refused to proxied requests and other host names', async () => {
  const status = async (headers: Record<string, string>) => (await fetch(`${server.url}/metrics`, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ 'x-real-ip': '203.0.113.9' })).toBe(403);
  expect(await status({ via: '1.1 proxy' })).toBe(403);
});

test('a secret in the source of a leak report is not stored', async () => {
  const workspaceId = await seedWorkspace();
  const owner = await seedUser();
  await seedMember(workspaceId, owner.id, 'owner');
  const { secret } = await seedKey(workspaceId);
  const reader = restClient(server.url, (await seedKey(workspaceId)).secret);
  await restClient(server.url, null)('POST', '/leaked-keys', {
    keys: [secret],
    source_url: `https://paste.example/?k=${secret}`,
  });
  const { body } = await reader('GET', '/events?type=api_key.leaked');
  expect(body.data).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('a raised quota applies at once', async () => {
  const workspaceId = await seedWorkspace();
  const narrow = await seedKey(workspaceId, { rateLimit: { requests: 1, window_seconds: 3600 } });
  const call = restClient(server.url, narrow.secret);
  await call('GET', '/me');
  expect((await call('GET', '/me')).status).toBe(429);
  const admin = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret);
  await admin('PATCH', `/keys/${narrow.id}`, { rate_limit: { requests: 1000, window_seconds: 60 } });
  expect(Number((await call('GET', '/me')).headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(2);
});

test('an unsupported method is 405 on a known path, and 404 elsewhere', async () => {
  const trace = async (path: string) =>
    sendRaw(Number(new URL(server.url).port), `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect((await trace('/api/v1/me'))?.status).toBe(405);
  expect((await trace('/api/v1/keys/key_1'))?.status).toBe(405);
  expect((await trace('/api/v1/nowhere'))?.status).toBe(404);
});
