import { afterAll, beforeAll, expect, test } from 'bun:test';

import { LLMock } from '@copilotkit/aimock';
import OpenAI, { AuthenticationError, NotFoundError, PermissionDeniedError } from 'openai';

import { startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';

const upstream = new LLMock({ port: 0 });
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  upstream.addFixture({ match: { model: 'gpt-4o-mini', userMessage: 'hello' }, response: { content: 'Hi' } });
  await upstream.start();
  server = await startServer({
    aiSandbox: false,
    aiProviders: JSON.stringify([
      { slug: 'aimock', base_url: `${upstream.url}/v1`, api_key: 'sk-upstream-secret' },
      { slug: 'gone', base_url: 'http://127.0.0.1:9/v1', models: [{ id: 'standby', name: 'Standby' }] },
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await upstream.stop();
});

const openai = (apiKey: string) => new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey, maxRetries: 0 });
const newKey = async (options: Parameters<typeof seedKey>[1] = {}) =>
  (await seedKey(await seedWorkspace(), options)).secret;

test('the official client lists the models of a real upstream, though another provider is down', async () => {
  const client = openai(await newKey({ scopes: ['models:read'] }));
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);

  const direct = (await (await fetch(`${upstream.url}/v1/models`)).json()) as { data: { id: string }[] };
  expect(direct.data.length).toBeGreaterThan(0);
  expect(ids).toEqual([...direct.data.map(({ id }) => `aimock/${id}`), 'gone/standby'].toSorted());
});

test('missing models are reported in the response, in each item and in a header', async () => {
  const { status, headers, body } = await restClient(server.url, await newKey())('GET', '/models');
  expect(status).toBe(200);
  expect(headers.get('x-models-partial')).toBe('gone');
  expect(headers.get('cache-control')).toBe('private, max-age=60, stale-while-revalidate=300');
  expect(body).toMatchObject({ object: 'list', warnings: [{ code: 'provider_unreachable', provider: 'gone' }] });
  expect(body['data']).toContainEqual(expect.objectContaining({ id: 'gone/standby', name: 'Standby' }));
  const text = JSON.stringify(body);
  for (const secret of ['sk-upstream-secret', upstream.url, '127.0.0.1']) expect(text).not.toContain(secret);
});

test('a model is read by its id with the slash escaped or not, and by its id at the provider', async () => {
  const key = await newKey();
  const client = openai(key);
  const { id } = await client.models.retrieve('gone/standby');
  expect(id).toBe('gone/standby');
  const call = restClient(server.url, key);
  expect((await call('GET', '/models/gone/standby')).body).toMatchObject({ id: 'gone/standby' });
  expect((await call('GET', '/models/standby')).body).toMatchObject({ id: 'gone/standby' });
});

test('errors are raised as the client’s own classes, with our message and code', async () => {
  const wrong = await openai('sb_ak_hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZ')
    .models.list()
    .catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(AuthenticationError);
  expect(wrong).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  expect((wrong as Error).message).toContain('The API key is not valid.');

  const unknown = await openai(await newKey())
    .models.retrieve('gone/nothing')
    .catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(NotFoundError);
  expect(unknown).toMatchObject({ code: 'model_not_found' });

  const narrow = await openai(await newKey({ scopes: ['links:read'] }))
    .models.list()
    .catch((error: unknown) => error);
  expect(narrow).toBeInstanceOf(PermissionDeniedError);
  expect(narrow).toMatchObject({ code: 'insufficient_scope' });
});

test('an unchanged list is 304; the ETag of another workspace does not match a different list', async () => {
  const workspaceId = await seedWorkspace();
  const call = restClient(server.url, (await seedKey(workspaceId)).secret);
  const first = await call('GET', '/models');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect((await call('GET', '/models', undefined, { 'if-none-match': etag })).status).toBe(304);

  const owner = await seedUser();
  await seedMember(workspaceId, owner.id, 'owner');
  const rpc = rpcClient(server.url, { cookie: owner.cookieFor(server.services.config.baseUrl), workspaceId });
  await rpc.models.settings.update.mutate({ aliases: { fast: ['gone/standby'] }, allow: ['gone/*'], deny: [] });

  const narrowed = await call('GET', '/models', undefined, { 'if-none-match': etag });
  expect(narrowed.status).toBe(200);
  expect(narrowed.body['data']).toMatchObject([{ id: 'gone/standby', aliases: ['fast'] }]);
  expect((await call('GET', '/models/fast')).body).toMatchObject({ id: 'gone/standby' });
  expect((await call('GET', '/models/aimock%2Fgpt-4o-mini')).status).toBe(404);
});

test('pages, filters and bad parameters', async () => {
  const call = restClient(server.url, await newKey());
  const all = (await call('GET', '/models')).body['data'] as unknown as { id: string }[];
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await call('GET', `/models?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...(body['data'] as unknown as { id: string }[]).map(({ id }) => id));
    cursor = body['next_cursor'];
  }
  expect(seen).toEqual(all.map(({ id }) => id));
  expect((await call('GET', '/models?provider=gone')).body).toMatchObject({ total_count: 1 });

  expect((await call('GET', '/models?limit=0')).body).toMatchObject({
    code: 'validation_failed',
    error: { param: 'limit' },
  });
  expect((await call('GET', '/models?limti=1')).body).toMatchObject({
    code: 'unknown_parameter',
    errors: [{ in: 'query', pointer: '/limti', message: 'Unknown field. Did you mean limit?' }],
  });
  expect((await call('GET', '/models?cursor=bm8')).body).toMatchObject({ code: 'invalid_cursor' });
  for (const path of ['/models/', '/models/%zz', '/models/%00']) expect((await call('GET', path)).status).toBe(404);
  expect((await call('GET', `/models/${'x'.repeat(10_000)}`)).status).toBe(404);
});

test('an administrator adds a provider, whose key is never shown again, and its models appear', async () => {
  const admin = await seedUser({ admin: true });
  const rpc = rpcClient(server.url, { cookie: admin.cookieFor(server.services.config.baseUrl) });
  const slug = `p${Date.now().toString(36)}`;
  const made = await rpc.models.providers.create.mutate({
    slug,
    base_url: `${upstream.url}/v1`,
    api_key: 'sk-console-1234',
  });
  expect(made).toMatchObject({ slug, source: 'console', key_hint: '1234' });
  expect(JSON.stringify(made)).not.toContain('sk-console');

  expect(await rpc.models.providers.check.mutate({ slug })).toMatchObject({ ok: true, http_status: 200 });
  await rpc.models.providers.refresh.mutate({ slug });
  const call = restClient(server.url, await newKey());
  expect((await call('GET', `/models?provider=${slug}`)).body['total_count'] as unknown as number).toBeGreaterThan(0);

  await rpc.models.providers.delete.mutate({ slug });
  // The list follows the change within the second in which every process learns of it.
  await until(async () => (await call('GET', `/models?provider=${slug}`)).body['total_count'] === 0, { everyMs: 20 });

  const somebody = await seedUser();
  const refused = rpcClient(server.url, { cookie: somebody.cookieFor(server.services.config.baseUrl) });
  expect(refused.models.providers.list.query()).rejects.toMatchObject({
    data: { problem: { code: 'insufficient_role' } },
  });
});
