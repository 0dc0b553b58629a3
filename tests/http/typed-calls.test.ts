import { afterAll, expect, test } from 'bun:test';

import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';

import { appRouter, type AppRouter } from '../../server/router';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

test('each typed call of a key is in the request log, each call of a batch too', async () => {
  const { secret } = await seedKey(await seedWorkspace());
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${server.url}/trpc`, headers: { authorization: `Bearer ${secret}` } })],
  });
  await Promise.all([
    client.me.get.query({}),
    client.keys.get.query({ key_id: 'key_00000000000000000000000000' }).catch(() => undefined),
  ]);
  await server.services.recorder.flush();

  const { body } = await restClient(server.url, secret)('GET', '/request-logs');
  expect(body['data']).toHaveLength(2);
  expect(body['data']).toContainEqual(
    expect.objectContaining({ path: '/trpc/me.get', operation_id: 'me_get', status: 200 }),
  );
  expect(body['data']).toContainEqual(
    expect.objectContaining({ operation_id: 'keys_get', status: 404, code: 'not_found' }),
  );
});

test('no cache keeps a typed response, since a batch has other calls and the workspace is no part of its address', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
  for (const calls of ['models.list', 'models.list,webhooks.list?batch=1']) {
    const response = await fetch(`${server.url}/trpc/${calls}`, { headers: { authorization: `Bearer ${secret}` } });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});

/** A typed client of a key, which sends its calls one by one. */
const typed = (secret: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${server.url}/trpc`, headers: { authorization: `Bearer ${secret}` } })],
  });

test('an input with only optional fields may be omitted', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
  const client = typed(secret);
  expect(await client.me.get.query()).toMatchObject({ kind: 'ak' });
  expect(await client.links.list.query()).toMatchObject({ data: [], has_more: false });
  expect(await client.webhooks.deliveries.list.query()).toMatchObject({ data: [] });

  interface Parsing {
    safeParse(input: unknown): { success: boolean };
  }
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    string,
    { _def: { inputs: Parsing[] } },
  ][];
  const wrong = procedures.filter(([, { _def: definition }]) =>
    definition.inputs.some((input) => input.safeParse({}).success && !input.safeParse(undefined).success),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

/** The code of a call that fails, where typed clients look for it and in the problem: both say the same. */
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('The call was not refused.');
  const { code, problem } = (error as TRPCClientError<AppRouter>).data ?? {};
  expect(code).toBe(problem?.code as typeof code);
  return code;
}

test('an error has our code in `data.code`, wherever the call fails', async () => {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  const narrow = await seedKey(workspaceId, { scopes: ['models:read'] });
  const slow = await seedKey(workspaceId, { fullAccess: true, rateLimit: { requests: 1, window_seconds: 3600 } });
  const never = 'key_00000000000000000000000000';
  await typed(slow.secret).me.get.query();

  expect({
    unknownKey: await codeOf(typed('sb_ak_nothing').me.get.query()),
    noKey: await codeOf(typed('').keys.list.query()),
    noScope: await codeOf(typed(narrow.secret).keys.list.query()),
    notThere: await codeOf(typed(secret).keys.get.query({ key_id: never })),
    badInput: await codeOf(typed(secret).keys.list.query({ limit: 1000 })),
    unknownField: await codeOf(typed(secret).keys.list.query({ colour: 'red' } as never)),
    tooMany: await codeOf(typed(slow.secret).me.get.query()),
    related: await codeOf(
      typed(secret).keys.create.mutate({
        kind: 'ak',
        name: 'A',
        scopes: ['audit:read'],
        resources: { link_domains: ['dom_01jd9x3k2mf8v9q4zt7w5b6n0c'] },
      }),
    ),
  }).toEqual({
    unknownKey: 'invalid_api_key',
    noKey: 'invalid_api_key',
    noScope: 'insufficient_scope',
    notThere: 'not_found',
    badInput: 'validation_failed',
    unknownField: 'unknown_parameter',
    tooMany: 'rate_limited',
    related: 'related_not_found',
  });
});

test('even for an invalid call, and for each call of a batch', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${server.url}/trpc/${path}`, { headers, ...init })).json();
  const codes = (answer: unknown) =>
    [answer].flat().map((one) => (one as { error: { data: { code: string } } }).error.data.code);

  expect(codes(await ask('nothing.here'))).toEqual(['route_not_found']);
  expect(codes(await ask('keys.create'))).toEqual(['method_not_allowed']);
  expect(codes(await ask('keys.create', { method: 'POST', body: '{' }))).toEqual(['malformed_json']);
  expect(codes(await ask('keys.create', { method: 'DELETE' }))).toEqual(['method_not_allowed']);
  const batch = encodeURIComponent(
    JSON.stringify({ 0: { key_id: 'x' }, 1: { key_id: 'key_00000000000000000000000000' } }),
  );
  expect(codes(await ask(`keys.get,keys.get?batch=1&input=${batch}`))).toEqual(['validation_failed', 'not_found']);
});

test('a single failed call has the headers of its error, and a failed batch has none', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
  const challengeOf = async (path: string) => {
    const { headers } = await fetch(`${server.url}/trpc/${path}`, { headers: { authorization: `Bearer ${secret}` } });
    return headers.get('www-authenticate');
  };
  expect(await challengeOf('keys.list')).toContain('scope="keys:read"');
  expect(await challengeOf('keys.list,usage.get?batch=1')).toBeNull();
});
