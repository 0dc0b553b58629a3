import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';

import { eq } from 'drizzle-orm';

import { apiKeySecrets } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { workspaces } from '../../server/db/workspaces';
import { newKeySecret } from '../../server/secrets/tokens';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { holdLimits } from '../support/still-limits';

const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
holdLimits(server);
afterAll(() => server.stop());

let addresses = 0;
/** An address that has failed in nothing yet. */
const fresh = (): string => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

/** `GET /me` with exactly these headers, from an address of its own unless one is named. */
async function me(headers: Record<string, string>) {
  const response = await fetch(`${server.url}/api/v1/me`, { headers: { 'x-forwarded-for': fresh(), ...headers } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as { code?: string } };
}

/** `GET /me` with these header lines, byte for byte. */
function raw(lines: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => (text += piece));
  socket.on('close', () => resolve(text));
  socket.on('error', reject);
  const head = [
    'GET /api/v1/me HTTP/1.1',
    `Host: ${hostname}`,
    `X-Forwarded-For: ${fresh()}`,
    ...lines,
    'Connection: close',
  ];
  socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'));
  return promise;
}

/** Looks for secrets of keys while `work` runs; that their last use is written meanwhile is none. */
async function lookups(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  database.observe((sql) => (count += /^select.*api_key_secrets/is.test(sql) ? 1 : 0));
  try {
    await work();
  } finally {
    database.observe(undefined);
  }
  return count;
}

describe('the Authorization header', () => {
  test('accepts the scheme in any case', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect((await me({ authorization: `${scheme} ${secret}` })).status).toBe(200);
    }
  });

  test('is refused in every other form, without a database query', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const forms = [
      `Bearer  ${secret}`,
      `Bearer\t${secret}`,
      `Bearer ${secret.slice(0, 20)} ${secret.slice(20)}`,
      `Bearer ${secret},`,
      `Bearer`,
      secret,
      `Basic ${btoa(`${secret}:`)}`,
      `Token ${secret}`,
      `Bearer ${'a'.repeat(10_240)}`,
      `Bearer ${secret.repeat(10)}`,
      `Bearer ${secret.toUpperCase()}`,
      `Bearer schlüssel`,
    ];
    const count = await lookups(async () => {
      for (const form of forms) {
        const answer = await raw([`Authorization: ${form}`]);
        expect(answer).toStartWith('HTTP/1.1 401');
        expect(answer).toContain('WWW-Authenticate: Bearer realm="api", error="invalid_token"');
        expect(answer).toContain('"code":"invalid_api_key"');
      }
    });
    expect(count).toBe(0);
    expect(await raw([`Authorization: Bearer ${secret} `])).toStartWith('HTTP/1.1 200');
  });

  test('is refused when it is sent twice, even with the same key', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const line = `Authorization: Bearer ${secret}`;
    expect(await raw([line, line])).toContain('"code":"invalid_api_key"');
    expect(await raw([line, 'Authorization: Bearer x'])).toContain('"code":"invalid_api_key"');
  });

  test('is refused with a wrong character at any of the 44 positions, without a database query', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const count = await lookups(async () => {
      for (let at = 0; at < 44; at += 1) {
        const wrong = secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1);
        expect((await me({ authorization: `Bearer ${wrong}` })).body).toMatchObject({ code: 'invalid_api_key' });
      }
    });
    expect(count).toBe(0);
  });

  test('with a well-formed unknown key is refused after one query', async () => {
    const count = await lookups(async () => {
      const { status, body } = await me({ authorization: `Bearer ${newKeySecret('ak')}` });
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_api_key' });
    });
    expect(count).toBe(1);
  });

  test('is answered from the cache the second time', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const use = () => me({ authorization: `Bearer ${secret}` });
    expect(await lookups(use)).toBe(1);
    // After a late poll of changes, a server looks again.
    await until(async () => (await lookups(use)) === 0);
  });
});

describe('a key elsewhere', () => {
  test('in the query is not accepted, and the response says that it is compromised', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    for (const name of ['api_key', 'key', 'token', 'access_token']) {
      const { status, body, headers } = await restClient(server.url, null)('GET', `/me?${name}=${secret}`);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="api"');
      expect(body).toMatchObject({ code: 'missing_api_key', detail: expect.stringContaining('compromised') });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  test('in a cookie, the path or the body is not accepted', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    const rest = restClient(server.url, null);
    expect(
      (await rest('GET', '/me', undefined, { cookie: `api_key=${secret}; Authorization=Bearer ${secret}` })).body,
    ).toMatchObject({ code: 'missing_api_key' });
    expect((await rest('POST', '/keys', { api_key: secret, kind: 'ak', name: 'A' })).body).toMatchObject({
      code: 'missing_api_key',
    });
    expect((await rest('GET', `/keys/${secret}`)).body).toMatchObject({ code: 'missing_api_key' });
    expect((await rest('GET', '/me', undefined, { 'x-api-key': secret })).body).toMatchObject({
      code: 'missing_api_key',
    });
  });
});

describe('a key that no longer works', () => {
  const past = new Date(Date.now() - 1000);

  test('distinguishes revoked, expired, replaced and suspended keys only for their owner', async () => {
    const workspaceId = await seedWorkspace();
    const use = async (secret: string) => {
      const { status, body } = await me({ authorization: `Bearer ${secret}` });
      return [status, body.code];
    };
    expect(await use((await seedKey(workspaceId, { revokedAt: past })).secret)).toEqual([401, 'api_key_revoked']);
    expect(await use((await seedKey(workspaceId, { expiresAt: past })).secret)).toEqual([401, 'api_key_expired']);

    const { id, secret } = await seedKey(workspaceId);
    await queries(database).update(apiKeySecrets).set({ expiresAt: past }).where(eq(apiKeySecrets.keyId, id));
    const replaced = await me({ authorization: `Bearer ${secret}` });
    expect(replaced.body).toMatchObject({
      code: 'api_key_revoked',
      detail: 'This secret was replaced by a rotation. Use the new secret.',
    });

    const { secret: works } = await seedKey(workspaceId);
    await queries(database).update(workspaces).set({ status: 'suspended' }).where(eq(workspaces.id, workspaceId));
    expect(await use(works)).toEqual([403, 'workspace_suspended']);
    await queries(database).update(workspaces).set({ status: 'deleting' }).where(eq(workspaces.id, workspaceId));
    expect(await use(works)).toEqual([401, 'api_key_revoked']);
  });

  test('expires on time in the cache too', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { secret } = await seedKey(await seedWorkspace(), { expiresAt });
    expect((await me({ authorization: `Bearer ${secret}` })).status).toBe(200);
    const { now } = server.services;
    server.services.now = () => expiresAt;
    try {
      expect((await me({ authorization: `Bearer ${secret}` })).body).toMatchObject({ code: 'api_key_expired' });
    } finally {
      server.services.now = now;
    }
  });
});

describe('an address that keeps failing', () => {
  test('is refused unread after 60 failures a minute, while working keys are accepted', async () => {
    const workspaceId = await seedWorkspace();
    const { secret: known } = await seedKey(workspaceId);
    const { secret: unknown } = await seedKey(workspaceId);
    const from = { 'x-forwarded-for': fresh() };
    const use = async (secret: string) => me({ authorization: `Bearer ${secret}`, ...from });
    expect((await use(known)).status).toBe(200);

    for (let count = 0; count < 60; count += 1) expect((await use('sb_ak_nonsense')).status).toBe(401);
    const count = await lookups(async () => {
      for (const secret of ['sb_ak_nonsense', unknown, newKeySecret('ak')]) {
        const refused = await use(secret);
        expect(refused.status).toBe(429);
        expect(refused.body.code).toBe('rate_limited');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
    });
    expect(count).toBe(0);
    // After a late poll of changes, a server would have to look.
    await until(async () => (await use(known)).status === 200);
    expect((await me({ authorization: `Bearer ${unknown}` })).status).toBe(200);
  });
});

test('typed RPC checks a key in the same way, and the refusal has its HTTP status', async () => {
  const { secret } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
  const list = async (authorization: string) => {
    const response = await fetch(`${server.url}/trpc/keys.list?input=%7B%7D`, {
      headers: { authorization, 'x-forwarded-for': fresh() },
    });
    const { error } = (await response.json()) as { error: { data: { problem: { code: string } } } };
    return [response.status, error.data.problem.code];
  };
  expect(await list(`Bearer ${secret}`)).toEqual([403, 'insufficient_scope']);
  expect(await list(`Bearer ${newKeySecret('ak')}`)).toEqual([401, 'invalid_api_key']);
  expect(await list('Bearer x')).toEqual([401, 'invalid_api_key']);
});
