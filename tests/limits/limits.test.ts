import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { createFailureBucket } from '../../server/limits/failure-bucket';
import { createLimiter } from '../../server/limits/gcra';
import { createLimits } from '../../server/limits/limits';
import { newKeySecret } from '../../server/secrets/tokens';
import type { RateLimit } from '../../shared/access/keys';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient, type Answer } from '../support/client';
import { signedIn } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
import { parseList } from '../support/structured';

const clock = { ms: 0 };
const now = () => clock.ms;

/** A server whose quotas live by the clock that the test moves. */
async function startAt(trustedProxies: string[]) {
  const server = await startServer({ trustedProxies });
  Object.assign(server.services.limits, createLimits(undefined, createLimiter({ now }), createFailureBucket({ now })));
  afterAll(() => server.stop());
  return server;
}
const behindProxy = await startAt(['127.0.0.0/8']);
const direct = await startAt([]);

async function workspaceWith(rateLimit: RateLimit): Promise<string> {
  const id = await seedWorkspace();
  await queries(database).update(workspaces).set({ rateLimit }).where(eq(workspaces.id, id));
  return id;
}

/** A caller with a key of that quota, null for the default. */
async function caller(rateLimit: RateLimit | null, workspaceId?: string, options: Parameters<typeof seedKey>[1] = {}) {
  const of = workspaceId ?? (await workspaceWith({ requests: 6000, window_seconds: 60 }));
  const { secret } = await seedKey(of, { rateLimit, ...options });
  const call = restClient(direct.url, secret);
  return { call, me: () => call('GET', '/me') };
}

const left = ({ headers }: Answer): Record<string, number | undefined> =>
  Object.fromEntries(parseList(headers.get('ratelimit')).map(({ value, parameters }) => [value, parameters['r']]));

describe('the quota of a key', () => {
  test('allows 600 of 700 concurrent requests', async () => {
    const { me } = await caller(null);
    const answers = await Promise.all(Array.from({ length: 700 }, me));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    expect(answers.filter(({ status, body }) => status === 429 && body.code === 'rate_limited')).toHaveLength(100);
  });

  test('is reported in structured fields, with the three older headers for the tightest', async () => {
    const { me } = await caller(null, undefined);
    const { headers } = await me();
    expect(parseList(headers.get('ratelimit-policy'))).toEqual([
      { value: 'key', parameters: { q: 600, w: 60 } },
      { value: 'workspace', parameters: { q: 6000, w: 60 } },
    ]);
    expect(parseList(headers.get('ratelimit'))).toEqual([
      { value: 'key', parameters: { r: 599, t: 1 } },
      { value: 'workspace', parameters: { r: 5999, t: 1 } },
    ]);
    expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([
      '600',
      '599',
      '1',
    ]);
  });

  test('a client that waits for Retry-After passes, and not much sooner', async () => {
    const { me } = await caller({ requests: 3, window_seconds: 20 });
    for (let count = 0; count < 3; count += 1) expect((await me()).status).toBe(200);
    for (let round = 0; round < 20; round += 1) {
      const refused = await me();
      const seconds = Number(refused.headers.get('retry-after'));
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(refused.body).toMatchObject({ code: 'rate_limited', retryable: true, 'violated-policies': ['key'] });
      const [key] = parseList(refused.headers.get('ratelimit'));
      expect(key).toMatchObject({ value: 'key', parameters: { r: 0 } });
      // At least what the header says, with up to a fifth of jitter.
      expect(seconds).toBeGreaterThanOrEqual(key?.parameters['t'] ?? Infinity);
      expect(seconds).toBeLessThanOrEqual(Math.ceil((key?.parameters['t'] ?? 0) * 1.2));
      clock.ms += seconds * 1000;
      expect((await me()).status).toBe(200);
    }
  });

  test('counts later refusals, HEAD and 304 as one each', async () => {
    const { call } = await caller({ requests: 10, window_seconds: 60 }, undefined, { scopes: ['models:read'] });
    expect(left(await call('GET', '/me'))).toMatchObject({ key: 9 });
    const refused = await call('GET', '/keys');
    expect([refused.status, left(refused)['key']]).toEqual([403, 8]);
    expect(left(await call('GET', '/models?limit=0'))).toMatchObject({ key: 7 });
    expect(left(await call('GET', '/models', undefined, { 'if-none-match': '*' }))).toMatchObject({ key: 6 });
    expect(left(await call('HEAD', '/me'))).toMatchObject({ key: 5 });
    for (const path of ['/nowhere', '/me/']) expect((await call('GET', path)).headers.get('ratelimit')).toBeNull();
    expect(left(await call('GET', '/me'))).toMatchObject({ key: 4 });
  });

  test('is reported only to callers with a valid key', async () => {
    for (const key of [null, 'x', newKeySecret('ak')]) {
      const { headers } = await restClient(behindProxy.url, key)('GET', '/me', undefined, {
        'x-forwarded-for': '192.0.2.77',
      });
      expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
    }
  });
});

describe('a request that one quota refuses is charged to none', () => {
  test('neither to the workspace when the key has no more', async () => {
    const workspaceId = await workspaceWith({ requests: 10, window_seconds: 60 });
    const small = await caller({ requests: 1, window_seconds: 60 }, workspaceId);
    expect(left(await small.me())).toEqual({ key: 0, workspace: 9 });
    for (let count = 0; count < 5; count += 1) expect((await small.me()).status).toBe(429);
    expect(left(await (await caller(null, workspaceId)).me())).toEqual({ key: 599, workspace: 8 });
  });

  test('nor to the key when the workspace has no more', async () => {
    const workspaceId = await workspaceWith({ requests: 2, window_seconds: 60 });
    const [one, other] = [
      await caller({ requests: 5, window_seconds: 60 }, workspaceId),
      await caller(null, workspaceId),
    ];
    await one.me();
    await other.me();
    for (let count = 0; count < 5; count += 1) {
      const { status, body, headers } = await one.me();
      expect({ status, violated: body['violated-policies'] }).toEqual({ status: 429, violated: ['workspace'] });
      expect(headers.get('x-ratelimit-limit')).toBe('2');
    }
    clock.ms += 60_000;
    expect(left(await one.me())).toEqual({ key: 4, workspace: 1 });
  });

  test('and names both where both refuse', async () => {
    const workspaceId = await workspaceWith({ requests: 1, window_seconds: 60 });
    const { me } = await caller({ requests: 1, window_seconds: 60 }, workspaceId);
    await me();
    expect((await me()).body['violated-policies']).toEqual(['key', 'workspace']);
  });
});

test('one visitor cannot use up a publishable key', async () => {
  const { secret } = await seedKey(await seedWorkspace(), {
    kind: 'pk',
    scopes: ['models:read'],
    rateLimit: null,
    allowedOrigins: ['https://shop.example'],
  });
  const visit = (ip: string) =>
    restClient(behindProxy.url, secret)('GET', '/models', undefined, {
      origin: 'https://shop.example',
      'x-forwarded-for': ip,
    });
  for (let count = 0; count < 60; count += 1) expect((await visit('192.0.2.1')).status).toBe(200);
  expect((await visit('192.0.2.1')).body).toMatchObject({ code: 'rate_limited', 'violated-policies': ['visitor'] });
  expect(left(await visit('192.0.2.2'))).toMatchObject({ key: 539, visitor: 59 });
});

test('a session has a quota too, and each call of a batch counts', async () => {
  const { cookie } = await signedIn(direct);
  const { headers } = await openBrowser(direct.url, { cookie }).query('workspaces.list', {});
  expect(parseList(headers.get('ratelimit'))).toEqual([{ value: 'session', parameters: { r: 1199, t: 1 } }]);
  const names = Array.from({ length: 20 }, () => 'workspaces.list').join(',');
  const input = encodeURIComponent(
    JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, {}]))),
  );
  const batch = await fetch(`${direct.url}/trpc/${names}?batch=1&input=${input}`, { headers: { cookie } });
  expect(batch.status).toBe(200);
  const after = await openBrowser(direct.url, { cookie }).query('workspaces.list', {});
  expect(parseList(after.headers.get('ratelimit'))[0]?.parameters['r']).toBe(1178);
});

describe('an address that fails', () => {
  const report = (url: string, headers: Record<string, string>) =>
    restClient(url, null)('POST', '/leaked-keys', { keys: ['x'] }, headers);
  const wrong = (url: string, headers: Record<string, string>) =>
    restClient(url, 'sb_ak_nonsense')('GET', '/me', undefined, headers);

  test('has 60 a minute for refused keys and public calls together; a valid key continues', async () => {
    const from = { 'x-forwarded-for': '192.0.2.10' };
    const workspaceId = await seedWorkspace();
    const [known, unread] = [(await seedKey(workspaceId)).secret, (await seedKey(workspaceId)).secret];
    const use = (secret: string) => restClient(behindProxy.url, secret)('GET', '/me', undefined, from);
    expect((await use(known)).status).toBe(200);

    for (let count = 0; count < 30; count += 1) expect((await wrong(behindProxy.url, from)).status).toBe(401);
    for (let count = 0; count < 30; count += 1) expect((await report(behindProxy.url, from)).status).toBe(202);
    for (const refused of [
      await wrong(behindProxy.url, from),
      await report(behindProxy.url, from),
      await use(unread),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await use(known)).status).toBe(200);
    const status = await openBrowser(behindProxy.url, from).query('auth.status');
    expect([status.status, status.problem.code]).toEqual([429, 'rate_limited']);

    clock.ms += Number((await wrong(behindProxy.url, from)).headers.get('retry-after')) * 1000;
    expect((await use(unread)).status).toBe(200);
  });

  test('is the socket’s own, whatever X-Forwarded-For an untrusted peer sends', async () => {
    const rotating = (count: number) => ({
      'x-forwarded-for': `203.0.113.${count}`,
      forwarded: `for=203.0.113.${count}`,
      'x-real-ip': `203.0.113.${count}`,
    });
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) statuses.push((await wrong(direct.url, rotating(count))).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
  });

  test('is the right-most hop that is not a trusted proxy', async () => {
    const spoofed = (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}, 192.0.2.20, 127.0.0.1` });
    for (let count = 0; count < 60; count += 1) expect((await wrong(behindProxy.url, spoofed(count))).status).toBe(401);
    expect((await wrong(behindProxy.url, spoofed(61))).status).toBe(429);
    expect((await wrong(behindProxy.url, { 'x-forwarded-for': '192.0.2.20' })).status).toBe(429);
    expect((await wrong(behindProxy.url, { 'x-forwarded-for': '192.0.2.21' })).status).toBe(401);
  });

  test('is the whole /64 of IPv6, and IPv4 in either form', async () => {
    for (let count = 0; count < 60; count += 1)
      await wrong(behindProxy.url, { 'x-forwarded-for': `2001:db8:5:5::${count.toString(16)}` });
    expect((await wrong(behindProxy.url, { 'x-forwarded-for': '2001:db8:5:5:ffff::1' })).status).toBe(429);
    expect((await wrong(behindProxy.url, { 'x-forwarded-for': '2001:db8:5:6::1' })).status).toBe(401);
    for (let count = 0; count < 60; count += 1)
      await wrong(behindProxy.url, { 'x-forwarded-for': '::ffff:192.0.2.30' });
    expect((await wrong(behindProxy.url, { 'x-forwarded-for': '192.0.2.30' })).status).toBe(429);
  });
});
