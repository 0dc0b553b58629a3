import { afterAll, describe, expect, test } from 'bun:test';

import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type HTTPBatchLinkOptions,
  type TRPCClientError,
} from '@trpc/client';

import type { AppRouter } from '../../server/router';
import { startServer } from '../support/app';
import { memberOf, refusalOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const APP = 'https://app.example';
const FROM_APP = { origin: APP, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
const workspaceId = await seedWorkspace('Acme');
const allowed = { browserUse: true, allowedOrigins: [APP] };
const { id: keyId, secret } = await seedKey(workspaceId, { ...allowed, fullAccess: true });
const owner = await memberOf(server, workspaceId, 'owner');

/** A front end on another origin, as a browser sends its calls; `answers` are what came back. */
function frontEnd(headers: Record<string, string>, { batched = true } = {}) {
  const answers: Response[] = [];
  const options = {
    url: `${server.url}/trpc`,
    headers: { ...FROM_APP, ...headers },
    fetch: (async (url, init) => {
      const response = await fetch(url, init as RequestInit);
      answers.push(response);
      return response;
    }) satisfies HTTPBatchLinkOptions<never>['fetch'],
  };
  const links = [batched ? httpBatchLink(options) : httpLink(options)];
  return { rpc: createTRPCClient<AppRouter>({ links }), answers };
}

const withKey = (key = secret, options: Parameters<typeof frontEnd>[1] = {}, headers: Record<string, string> = {}) =>
  frontEnd({ authorization: `Bearer ${key}`, ...headers }, options);
const keyWith = async (options: Parameters<typeof seedKey>[1]) => (await seedKey(workspaceId, options)).secret;
const withCookie = (options: Parameters<typeof frontEnd>[1] = {}) =>
  frontEnd({ cookie: owner.cookie, 'x-workspace-id': workspaceId }, options);

const problemOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected'
    ? ((result.reason as TRPCClientError<AppRouter>).data as unknown as { problem: object }).problem
    : undefined;

function isReadableBy({ headers }: Response): boolean {
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  return headers.get('access-control-allow-origin') === '*';
}

describe('a typed client on another origin, with a key', () => {
  test('is allowed by the preflight', async () => {
    const headers = {
      ...FROM_APP,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    };
    const response = await fetch(`${server.url}/trpc/keys.create?batch=1`, { method: 'OPTIONS', headers });
    expect([response.status, await response.text(), isReadableBy(response)]).toEqual([204, '', true]);
    const list = (name: string) => response.headers.get(`access-control-allow-${name}`)?.toLowerCase().split(', ');
    expect(list('methods')).toEqual(expect.arrayContaining(['get', 'post']));
    expect(list('headers')).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']));
  });

  test('reads and writes, many calls in one request', async () => {
    const { rpc, answers } = withKey();
    const [me, keys, made] = await Promise.all([
      rpc.me.get.query({}),
      rpc.keys.list.query({ limit: 1 }),
      rpc.keys.create.mutate({ kind: 'lk', name: 'Typed', scopes: ['links:read'] }),
    ]);
    expect(me).toMatchObject({ key_id: keyId, workspace: { id: workspaceId, name: 'Acme' } });
    expect(keys.data).toHaveLength(1);
    expect(made.secret).toStartWith('sb_lk_');
    // Queries go together, and so do mutations.
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) {
      expect(isReadableBy(answer)).toBe(true);
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(answer.headers.get('ratelimit')).toStartWith('"key";r=');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('gets typed errors that it can read, of its calls one by one', async () => {
    const { rpc, answers } = withKey();
    const [fine, missing, wrong] = await Promise.allSettled([
      rpc.me.get.query({}),
      rpc.keys.get.query({ key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
      rpc.keys.list.query({ limit: 0 }),
    ]);
    expect(fine.status).toBe('fulfilled');
    expect(problemOf(missing)).toMatchObject({ status: 404, code: 'not_found', instance: '/trpc/keys.get' });
    expect(problemOf(wrong)).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ pointer: '/limit' }] });
    expect(answers).toHaveLength(1);
    expect(answers.every(isReadableBy)).toBe(true);
  });

  test.each([
    ['a wrong key', () => 'sb_ak_nonsense', 'invalid_api_key', 401],
    ['a key that is not for browsers', () => keyWith({}), 'secret_key_in_browser', 403],
    [
      'a key of another site',
      () => keyWith({ ...allowed, allowedOrigins: ['https://other.example'] }),
      'origin_not_allowed',
      403,
    ],
    ['a key without the scope', () => keyWith({ ...allowed, scopes: ['models:read'] }), 'insufficient_scope', 403],
  ])('learns why it is refused: %s', async (_, make, code, status) => {
    const key = await make();
    for (const batched of [true, false]) {
      const { rpc, answers } = withKey(key, { batched });
      expect(await refusalOf(rpc.keys.list.query({}))).toMatchObject({ code, status });
      expect(answers.every(isReadableBy)).toBe(true);
    }
  });

  test('may send twenty calls at once and no more', async () => {
    const calls = (count: number) => {
      const { rpc, answers } = withKey();
      return { all: Promise.allSettled(Array.from({ length: count }, () => rpc.me.get.query({}))), answers };
    };
    const twenty = calls(20);
    expect((await twenty.all).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(twenty.answers).toHaveLength(1);
    const more = calls(21);
    expect((await more.all).every(({ status }) => status === 'rejected')).toBe(true);
    expect(more.answers.map(({ status }) => status)).toEqual([400]);
    for (const result of await more.all) expect(problemOf(result)).toMatchObject({ code: 'validation_failed' });
    expect(more.answers.every(isReadableBy)).toBe(true);
  });

  test.each([
    ['DELETE', 'keys.create', 'application/json', 405, 'method_not_allowed'],
    ['PUT', 'keys.create', 'application/json', 405, 'method_not_allowed'],
    ['GET', 'keys.create', undefined, 405, 'method_not_allowed'],
    ['POST', 'keys.create', 'text/plain', 415, 'unsupported_media_type'],
    ['POST', 'keys.nothing', 'application/json', 404, 'route_not_found'],
    ['POST', 'keys.create%ff', 'application/json', 404, 'route_not_found'],
  ])('is refused by a problem too where it calls wrongly: %s %s as %s', async (method, name, type, status, code) => {
    const response = await fetch(`${server.url}/trpc/${name}`, {
      method,
      headers: {
        ...FROM_APP,
        authorization: `Bearer ${secret}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    const { error } = (await response.json()) as { error: { data: { problem: object } } };
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect([response.status, isReadableBy(response)]).toEqual([status, true]);
    expect(error.data.problem).toMatchObject({ status, code, request_id: response.headers.get('x-request-id') });
  });

  test('repeats a write safely with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const create = async () => {
      const { rpc, answers } = withKey(secret, { batched: false }, headers);
      const key = await rpc.keys.create.mutate({ kind: 'lk', name: 'Once', scopes: ['links:read'] });
      return { key, replayed: answers[0]?.headers.get('idempotent-replayed') ?? null };
    };
    const [first, again] = [await create(), await create()];
    expect([first.replayed, again.replayed]).toEqual([null, 'true']);
    expect(again.key).toEqual({ ...first.key, secret: null });
  });

  test('never counts as a person: procedures for people are refused, and a cookie beside the key changes nothing', async () => {
    const { rpc } = withKey(secret, { batched: false }, { cookie: owner.cookie, 'x-workspace-id': workspaceId });
    expect(await rpc.me.get.query({})).toMatchObject({ key_id: keyId });
    for (const call of [
      () => rpc.account.get.query(),
      () => rpc.workspaces.create.mutate({ name: 'Mine' }),
      () => rpc.members.leave.mutate({}),
      () => rpc.invitations.create.mutate({ email: 'eve@example.com', role: 'owner' }),
      () => rpc.auth.sign_in.mutate({ email: owner.email, password: 'plum rocket wears socks' }),
      () => rpc.auth.sign_out.mutate(),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    expect((await owner.rpc.account.get.query()).user.id).toBe(owner.id);
  });
});

describe('calls of auth and account', () => {
  test.each([
    ['auth.sign_in', 'auth.sign_in'],
    ['workspaces.create', 'account.update'],
    ['auth.sign_out', 'workspaces.create'],
    ['account.sessions.revoke_others', 'account.sessions.revoke_others'],
    ['workspaces.create', 'account%2Eupdate'],
  ])('are refused in a batch: %s with %s', async (...names) => {
    const response = await fetch(`${server.url}/trpc/${names.join(',')}?batch=1`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie: owner.cookie },
      body: JSON.stringify({ 0: { name: 'Batched' }, 1: { name: 'Batched' } }),
    });
    const answers = (await response.json()) as { error: { data: { problem: { code: string } } } }[];
    expect([response.status, answers.map(({ error }) => error.data.problem.code)]).toEqual([
      400,
      ['validation_failed', 'validation_failed'],
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await owner.rpc.account.get.query()).user.name).toBe('Ada');
  });
});

test('nor are they streamed, which would lose the cookie', async () => {
  const response = await fetch(`${server.url}/trpc/auth.sign_out?batch=1`, {
    method: 'POST',
    headers: {
      origin: server.url,
      'content-type': 'application/json',
      'trpc-accept': 'application/jsonl',
      cookie: owner.cookie,
    },
    body: '{"0":{}}',
  });
  expect([response.status, (await response.text()).includes('"validation_failed"')]).toEqual([400, true]);
  expect((await owner.rpc.account.get.query()).user.id).toBe(owner.id);
});

describe('the same client with the session of somebody who is signed in', () => {
  test('gets nothing: every call is refused, and the page cannot read why', async () => {
    for (const batched of [true, false]) {
      const { rpc, answers } = withCookie({ batched });
      const calls = [
        () => rpc.account.get.query(),
        () => rpc.keys.list.query({}),
        () => rpc.workspaces.update.mutate({ workspace_id: workspaceId, name: 'Taken' }),
        () => rpc.account.update.mutate({ name: 'Taken' }),
        () => rpc.auth.sign_out.mutate(),
      ];
      for (const call of calls) expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'csrf_failed' });
      expect(answers.map(isReadableBy)).toEqual(calls.map(() => false));
    }
    expect((await owner.rpc.account.get.query()).user.name).toBe('Ada');
    expect((await owner.rpc.workspaces.get.query({ workspace_id: workspaceId })).name).toBe('Acme');
  });

  test('cannot either by a form, without Origin, or from a sibling of the console', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/trpc/workspaces.create`, {
        method: 'POST',
        headers: { cookie: owner.cookie, ...headers },
        body: '{"name":"Forged"}',
      });
    const json = { 'content-type': 'application/json' };
    for (const headers of [
      { ...json, origin: APP },
      { ...json, origin: 'null' },
      { ...json },
      { ...json, origin: server.url, 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain', origin: server.url },
      { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    ]) {
      const response = await send(headers);
      expect([response.status, isReadableBy(response), (await response.text()).includes('"csrf_failed"')]).toEqual([
        403,
        false,
        true,
      ]);
    }
    expect((await owner.rpc.workspaces.list.query({})).data.map(({ name }) => name)).toEqual(['Acme']);
  });
});
