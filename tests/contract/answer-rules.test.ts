import { afterAll, describe, expect, test } from 'bun:test';

import { apiHeaders } from '../../server/http/rest/answer';
import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { restClient, type Answer } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const workspaceId = await seedWorkspace();
const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true });
const call = restClient(server.url, secret);
const KEY = { kind: 'lk', name: 'Key', scopes: ['links:read'] };

/** Answers of every kind, good and bad. */
const ANSWERS: Record<string, () => Promise<Answer>> = {
  200: () => call('GET', '/me'),
  201: () => call('POST', '/keys', KEY),
  202: () => restClient(server.url, null)('POST', '/leaked-keys', { keys: ['x'] }),
  304: async () => call('GET', `/keys/${keyId}`, undefined, { 'if-none-match': '*' }),
  '400 JSON': () => call('POST', '/keys', '{'),
  '400 input': () => call('GET', '/keys?limit=0'),
  '401 no key': () => restClient(server.url, null)('GET', '/me'),
  '401 wrong key': () => restClient(server.url, 'x')('GET', '/me'),
  '403': async () => restClient(server.url, (await seedKey(workspaceId, { scopes: [] })).secret)('GET', '/keys'),
  '404 object': () => call('GET', `/keys/${newId('key')}`),
  '404 malformed id': () => call('GET', '/keys/x'),
  '404 route': () => call('GET', '/nowhere'),
  '404 path': () => call('GET', '/keys/'),
  '405': () => call('DELETE', '/keys'),
  '406': () => call('GET', '/me', undefined, { accept: 'text/html' }),
  '412': () => call('PATCH', `/keys/${keyId}`, { name: 'x' }, { 'if-match': '"99"' }),
  '413': () => call('POST', '/keys', 'x'.repeat(1_048_577)),
  '415': () => call('POST', '/keys', '{}', { 'content-type': 'text/plain' }),
  '422': () => call('POST', '/keys', { ...KEY, expires_at: '2020-01-01T00:00:00Z' }),
  '429': async () => {
    const few = await seedKey(workspaceId, { rateLimit: { requests: 1, window_seconds: 60 } });
    await restClient(server.url, few.secret)('GET', '/me');
    return restClient(server.url, few.secret)('GET', '/me');
  },
};

describe.each(Object.entries(ANSWERS))('an answer %s', (name, ask) => {
  test('has the headers of every answer, for callers on any origin, and no others', async () => {
    const { status, headers, body } = await ask();
    expect(String(status)).toBe(name.slice(0, 3));
    const [got, want] = [Object.fromEntries(headers), Object.fromEntries(apiHeaders('http://x'))];
    for (const [header, value] of Object.entries(want))
      if (header !== 'content-type') expect([header, got[header]]).toEqual([header, value]);
    expect(got).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      vary: 'Authorization, Origin, Accept',
    });
    for (const exposed of [
      'X-Request-Id',
      'RateLimit',
      'Retry-After',
      'Link',
      'Location',
      'ETag',
      'Idempotent-Replayed',
    ]) {
      expect(got['access-control-expose-headers']).toContain(exposed);
    }
    for (const absent of [
      'server',
      'x-powered-by',
      'access-control-allow-credentials',
      'set-cookie',
      'strict-transport-security',
    ]) {
      expect(got).not.toHaveProperty(absent);
    }
    expect(got['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);

    if (status < 400) return;
    expect(got['content-type']).toBe('application/problem+json');
    expect(body).toMatchObject({
      status,
      request_id: got['x-request-id'],
      retryable: status === 429,
      instance: expect.stringMatching(/^\/api\/v1\//),
    });
    expect(body.type).toBe(`${server.services.config.baseUrl}/user/api/docs/errors#${body.code}`);
    for (const member of ['title', 'detail', 'code']) expect(body[member]).toBeString();
    expect(status === 401).toBe('www-authenticate' in got && status !== 403);
    expect(status === 429).toBe('retry-after' in got);
    expect(status === 405).toBe('allow' in got);
  });

  test('has a request id of its own, never the client’s', async () => {
    const [one, other] = [await ask(), await ask()];
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
  });
});

test('a client’s request id is noted, not used', async () => {
  const mine = newId('req');
  const { headers } = await call('GET', '/keys/x', undefined, { 'x-request-id': mine });
  expect(headers.get('x-request-id')).not.toBe(mine);
  await server.services.recorder.flush();
  const { body } = await call('GET', `/request-logs/${headers.get('x-request-id')}`);
  expect(body.client_request_id).toBe(mine);
  for (const path of ['/nowhere', '/keys/']) {
    expect((await call('GET', path, undefined, { 'x-request-id': mine })).headers.get('x-request-id')).not.toBe(mine);
  }
});

test('over https, transport security is strict', () => {
  expect(apiHeaders('https://x').get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test('a preflight is answered for every origin and path, without a key', async () => {
  const headers = {
    origin: 'https://shop.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, idempotency-key',
  };
  const response = await fetch(`${server.url}/api/v1/keys`, { method: 'OPTIONS', headers });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    allow: 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
    'access-control-max-age': '7200',
  });
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});

test('HEAD is GET without its body, also where it is refused', async () => {
  for (const path of ['/me', '/keys?limit=1', '/keys/x', '/keys?limit=0', '/nowhere']) {
    const head = await fetch(`${server.url}/api/v1${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${secret}` },
    });
    const get = await call('GET', path);
    expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
    const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'date').toSorted();
    expect(names(head.headers)).toEqual(names(get.headers));
  }
});

describe('an ETag', () => {
  test('is strong, and an unchanged object is 304 with it', async () => {
    for (const path of [`/keys/${keyId}`, `/workspaces/${workspaceId}`]) {
      const etag = (await call('GET', path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"\d+"$/);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const known = await call('GET', path, undefined, { 'if-none-match': tag });
        expect([known.status, known.headers.get('etag'), known.body, known.headers.get('content-type')]).toEqual([
          304,
          etag,
          {},
          null,
        ]);
      }
      for (const tag of ['"other"', etag.slice(1, -1), '""']) {
        expect((await call('GET', path, undefined, { 'if-none-match': tag })).status).toBe(200);
      }
    }
  });

  test('holds a change to what was read', async () => {
    const { id } = (await call('POST', '/keys', KEY)).body;
    const path = `/keys/${id}`;
    const change = (name: string, tag: string) => call('PATCH', path, { name }, { 'if-match': tag });
    const changed = await change('Second', '"1"');
    expect([changed.status, changed.headers.get('etag'), changed.body.version]).toEqual([200, '"2"', 2]);
    for (const stale of ['"1"', 'W/"1"', '"1", "3"', '2', '']) {
      const { status, body } = await change('Third', stale);
      expect([stale, status, body.code]).toEqual([stale, 412, 'precondition_failed']);
    }
    expect((await call('GET', path)).body.name).toBe('Second');
    for (const good of ['"2"', 'W/"3"', '"1", "4"', '*'])
      expect([good, (await change(`By ${good}`, good)).status]).toEqual([good, 200]);
    expect((await call('PATCH', `/workspaces/${workspaceId}`, { name: 'x' }, { 'if-match': '"99"' })).status).toBe(412);
  });
});

test('what was made is found at its Location', async () => {
  const { headers, body } = await call('POST', '/keys', KEY);
  const location = headers.get('location') ?? '';
  expect(location).toBe(`/api/v1/keys/${body.id}`);
  expect((await call('GET', location.replace('/api/v1', ''))).body.id).toBe(body.id);
});

test('a list is followed by Link, with its filters, to the end', async () => {
  const of = await seedWorkspace();
  const { secret: key } = await seedKey(of);
  for (let index = 0; index < 4; index += 1) await seedKey(of);
  const follow = restClient(server.url, key);
  const seen: string[] = [];
  for (let path = '/keys?kind=ak&limit=2'; path !== '';) {
    const { status, headers, body } = await follow('GET', path);
    expect(status).toBe(200);
    seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
    const [, next = ''] = /^<\/api\/v1(\/keys\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    expect(body.has_more).toBe(next !== '');
    if (next !== '')
      expect(Object.fromEntries(new URLSearchParams(next.split('?')[1]))).toEqual({
        kind: 'ak',
        limit: '2',
        cursor: body.next_cursor,
      });
    path = next;
  }
  expect(new Set(seen).size).toBe(5);
});

test('a replay says so, under a request id of its own', async () => {
  const key = { 'idempotency-key': newId('x') };
  const [first, again] = [await call('POST', '/keys', KEY, key), await call('POST', '/keys', KEY, key)];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(again.body).toEqual({ ...first.body, secret: null });
});
