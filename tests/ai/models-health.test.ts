import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';

import { startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { memberOf } from '../support/people';
import { seedUser, seedWorkspace } from '../support/seed';
import { Upstream } from './upstream';

/** The database keeps the health of a provider by its slug, also for the next server. */
const suffix = randomUUID().slice(0, 8);
const [MOCK, GONE] = [`mock-${suffix}`, `gone-${suffix}`];
const upstream = new Upstream().json('/v1/models', { object: 'list', data: [{ id: 'a' }, { id: 'b' }] });
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({
    aiSandbox: false,
    aiProviders: JSON.stringify([
      { slug: MOCK, name: 'Mock', base_url: `${upstream.url}/v1`, api_key: 'sk-mock-secret' },
      { slug: GONE, base_url: 'http://127.0.0.1:9/v1', models: [{ id: 'standby' }] },
    ]),
  });
});
afterAll(async () => {
  await server.stop();
  await upstream[Symbol.asyncDispose]();
});

test('members see the health of their providers and the targets of their aliases, but no address and no key', async () => {
  const workspaceId = await seedWorkspace('Acme');
  const as = async (role: 'owner' | 'viewer') => {
    const { cookie } = await memberOf(server, workspaceId, role);
    return rpcClient(server.url, { cookie, workspaceId });
  };
  const [owner, viewer] = [await as('owner'), await as('viewer')];
  await owner.models.settings.update.mutate({
    aliases: { fast: [`${MOCK}/b`], dead: [`${MOCK}/a`] },
    allow: [],
    deny: [`${MOCK}/a`],
  });
  await viewer.models.list.query({});

  const health = await viewer.models.get_health.query();
  expect(health).toEqual({
    providers: [
      {
        slug: MOCK,
        name: 'Mock',
        type: 'openai_compatible',
        location: 'local',
        status: 'up',
        models: 1,
        warnings: [],
      },
      expect.objectContaining({
        slug: GONE,
        status: 'stale',
        models: 1,
        warnings: [expect.objectContaining({ code: 'provider_unreachable', fallback: 'static' })],
      }),
    ],
    aliases: [
      { name: 'dead', model_id: null },
      { name: 'fast', model_id: `${MOCK}/b` },
    ],
  });
  for (const secret of ['127.0.0.1', 'sk-mock']) expect(JSON.stringify(health)).not.toContain(secret);
});

test('a provider of other workspaces is not listed', async () => {
  const [mine, other] = [await seedWorkspace(), await seedWorkspace()];
  const admin = await seedUser({ admin: true });
  const instance = rpcClient(server.url, { cookie: admin.cookieFor(server.services.config.baseUrl) });
  await instance.models.providers.create.mutate({
    slug: 'private',
    base_url: `${upstream.url}/v1`,
    workspaces: [other],
  });
  const slugsIn = async (workspaceId: string) => {
    const { cookie } = await memberOf(server, workspaceId, 'viewer');
    const health = await rpcClient(server.url, { cookie, workspaceId }).models.get_health.query();
    return health.providers.map(({ slug }) => slug);
  };
  expect(await slugsIn(mine)).toEqual([MOCK, GONE]);
  expect(await slugsIn(other)).toContain('private');
  // Other files share the database.
  await instance.models.providers.delete.mutate({ slug: 'private' });
});

test('settings of an administrator are read in the form in which they are written', async () => {
  const admin = await seedUser({ admin: true });
  const rpc = rpcClient(server.url, { cookie: admin.cookieFor(server.services.config.baseUrl) });
  const endpoints = ['chat_completions', 'responses'] as const;
  const set = { max_concurrency: 7, location: 'cloud' as const, models: [{ id: 'x', context_length: 8192 }] };
  const made = await rpc.models.providers.create.mutate({
    slug: 'kept',
    base_url: `${upstream.url}/v1`,
    ...set,
    endpoints: [...endpoints],
  });
  expect(made).toMatchObject({
    max_concurrency: 7,
    own_location: 'cloud',
    own_models: set.models,
    own_endpoints: endpoints,
  });
  const plain = await rpc.models.providers.create.mutate({ slug: 'plain', base_url: `${upstream.url}/v1` });
  expect(plain).toMatchObject({
    max_concurrency: 32,
    own_location: null,
    location: 'local',
    own_models: [],
    own_endpoints: null,
  });
  for (const slug of ['kept', 'plain']) await rpc.models.providers.delete.mutate({ slug });
});
