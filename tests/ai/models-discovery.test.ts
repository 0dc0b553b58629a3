import { describe, expect, test } from 'bun:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { discover, modelAddresses } from '../../server/ai/providers/openai-compatible';
import type { DiscoverOptions, DiscoveryFailure, DiscoverySuccess } from '../../server/ai/providers/provider';
import { lasting } from '../support/waiting';
import { drip, rawUpstream, Upstream } from './upstream';

const KEY = 'sk-very-secret';
const LIST = { object: 'list', data: [{ id: 'a' }, { id: 'b' }] };

const ask = (baseUrl: string, more: { timeoutMs?: number; totalMs?: number } = {}, options?: DiscoverOptions) =>
  discover({ slug: 'p', baseUrl, headers: { authorization: `Bearer ${KEY}` }, timeoutMs: 30_000, ...more }, options);

async function listed(...args: Parameters<typeof ask>): Promise<DiscoverySuccess> {
  const result = await ask(...args);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}

async function failed(...args: Parameters<typeof ask>): Promise<DiscoveryFailure> {
  const result = await ask(...args);
  if (result.ok) throw new Error('The discovery succeeded.');
  // Everyone reads `detail`: no address, no key, nothing that the provider said.
  expect(result.detail).not.toMatch(/127\.0\.0\.1|http|sk-|secret|oops/);
  return result;
}

const ids = (result: DiscoverySuccess) => result.models.map((model) => model.id);

const megabytes = (count: number) => `{"data":[{"id":"a"}],"x":"${'y'.repeat(count * 1024 * 1024)}"}`;

describe('the address', () => {
  test('is joined as text, so that no segment of the base is lost', async () => {
    await using upstream = new Upstream().json('/v1/models', LIST).json('/api/own/path/models', LIST);
    for (const base of ['/v1', '/v1/', '/v1//', '/api/own/path', '/api/own/path/']) {
      expect(ids(await listed(upstream.url + base))).toEqual(['a', 'b']);
    }
    expect(new Set(upstream.requests)).toEqual(new Set(['GET /v1/models', 'GET /api/own/path/models']));
  });

  test('is tried once more with /v1 after 404 or 405, and the working address is returned', async () => {
    await using upstream = new Upstream().json('/v1/models', LIST);
    expect(await listed(upstream.url)).toMatchObject({ urlUsed: `${upstream.url}/v1/models`, httpStatus: 200 });

    upstream.answer('/models', () => new Response('', { status: 405 }));
    expect(await listed(`${upstream.url}/`)).toMatchObject({ urlUsed: `${upstream.url}/v1/models` });
    expect(upstream.requests).toEqual(['GET /models', 'GET /v1/models', 'GET /models', 'GET /v1/models']);
  });

  test('that worked last time is tried first', async () => {
    await using upstream = new Upstream().json('/v1/models', LIST);
    await ask(upstream.url, {}, { urlUsed: `${upstream.url}/v1/models` });
    expect(upstream.requests).toEqual(['GET /v1/models']);
    expect(modelAddresses('http://h', 'http://elsewhere/v1/models')).toEqual(['http://h/models', 'http://h/v1/models']);
  });

  test('with /v1 at its end is tried once', async () => {
    await using upstream = new Upstream();
    await failed(`${upstream.url}/v1`);
    expect(upstream.requests).toEqual(['GET /v1/models']);
  });

  test('is tried with /v1 where a web page or JSON without a list answers', async () => {
    await using upstream = new Upstream()
      .answer('/models', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
      .json('/v1/models', LIST);
    expect(ids(await listed(upstream.url))).toEqual(['a', 'b']);
    upstream.json('/models', { error: 'Unexpected endpoint or method. (GET /models)' });
    expect(ids(await listed(upstream.url))).toEqual(['a', 'b']);
  });

  test('gets the key and asks for JSON', async () => {
    await using upstream = new Upstream().json('/v1/models', LIST);
    await listed(`${upstream.url}/v1`);
    expect(upstream.headers[0]?.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(upstream.headers[0]?.get('accept')).toBe('application/json');
  });
});

describe('a provider', () => {
  test('without a list is distinguished from one that fails', async () => {
    for (const status of [400, 404, 405, 501]) {
      await using upstream = new Upstream().answer('/v1/models', () => new Response('oops', { status }));
      const result = await failed(`${upstream.url}/v1`);
      expect(result).toMatchObject({ code: 'discovery_unsupported', httpStatus: status });
    }
  });

  test('that answers with HTML is not_json, whatever its type header says', async () => {
    await using upstream = new Upstream();
    for (const type of ['text/html', 'application/json']) {
      upstream.answer('/v1/models', () => new Response('<html>oops</html>', { headers: { 'content-type': type } }));
      expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'not_json', httpStatus: 200 });
    }
    upstream.answer(
      '/v1/models',
      () => new Response(JSON.stringify(LIST), { headers: { 'content-type': 'text/html' } }),
    );
    expect(ids(await listed(`${upstream.url}/v1`))).toEqual(['a', 'b']);
  });

  test('that answers with HTML and has no /v1 either is not_json', async () => {
    await using upstream = new Upstream().answer('/models', () => new Response('<html>'));
    expect(await failed(upstream.url)).toMatchObject({ code: 'not_json' });
  });

  test('that answers half of its JSON, or nothing, is not_json', async () => {
    await using upstream = new Upstream();
    for (const body of ['{"data":[{"id":"a"},', '', 'null x']) {
      upstream.answer('/v1/models', () => new Response(body));
      expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'not_json' });
    }
  });

  test('that answers JSON without a list fails', async () => {
    await using upstream = new Upstream();
    for (const body of [{ error: 'oops' }, 'oops', 7, null, { data: 'oops' }]) {
      upstream.json('/v1/models', body);
      expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'provider_error', httpStatus: 200 });
    }
  });

  test('that breaks off within its JSON fails', async () => {
    await using upstream = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":[');
      void lasting(20).then(() => socket.destroy());
    });
    expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'provider_error', httpStatus: 200 });
  });

  test('that answers 500 fails', async () => {
    await using upstream = new Upstream().json('/v1/models', { error: 'oops' }, { status: 500 });
    expect(await failed(`${upstream.url}/v1`)).toMatchObject({
      code: 'provider_error',
      detail: 'The provider returned status 500.',
      httpStatus: 500,
    });
  });

  test('that refuses the key is reported as such, at the second address too', async () => {
    await using upstream = new Upstream();
    for (const status of [401, 403]) {
      upstream.json('/v1/models', { error: { message: `oops ${KEY}` } }, { status });
      for (const base of ['/v1', '']) {
        expect(await failed(upstream.url + base)).toMatchObject({ code: 'provider_auth_failed', httpStatus: status });
      }
    }
  });

  test('that sends Retry-After is respected up to an hour', async () => {
    await using upstream = new Upstream();
    const wait = async (header: string | undefined) => {
      const headers = header === undefined ? {} : { 'retry-after': header };
      upstream.json('/v1/models', {}, { status: 429, headers });
      const result = await failed(`${upstream.url}/v1`);
      expect(result.code).toBe('provider_rate_limited');
      return result.retryAfterMs;
    };

    expect(await wait('60')).toBe(60_000);
    expect(await wait('999999')).toBe(3_600_000);
    expect(await wait(new Date(Date.now() + 90_000).toUTCString())).toBeWithin(80_000, 90_001);
    for (const header of [undefined, 'soon', '-5']) expect(await wait(header)).toBeUndefined();
  });

  test('that redirects is not followed, and only the operator sees the target', async () => {
    await using elsewhere = new Upstream().json('/models', LIST);
    await using upstream = new Upstream();
    for (const status of [301, 302, 303, 307, 308]) {
      const headers = { location: `${elsewhere.url}/models?token=hidden` };
      upstream.answer('/v1/models', () => new Response(null, { status, headers }));
      const result = await failed(`${upstream.url}/v1`);
      expect(result).toMatchObject({ code: 'redirect_refused', httpStatus: status });
      expect(result.operatorDetail).toBe(`It redirects to ${elsewhere.url}.`);
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test('on a dead port is unreachable', async () => {
    const upstream = new Upstream();
    const { url } = upstream;
    await upstream[Symbol.asyncDispose]();
    expect(await failed(url)).toMatchObject({
      code: 'provider_unreachable',
      detail: 'The provider could not be reached.',
      operatorDetail: 'ECONNREFUSED.',
    });
  });

  test('that hangs is left after the time for headers', async () => {
    await using upstream = await rawUpstream(() => undefined);
    expect(await failed(upstream.url, { timeoutMs: 60 })).toMatchObject({
      code: 'provider_timeout',
      detail: 'The provider did not send a complete response within 60 ms.',
    });
  });

  test('that drips headers is left after the time for headers', async () => {
    await using upstream = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x-more: 1\r\n');
    });
    expect(await failed(upstream.url, { timeoutMs: 60 })).toMatchObject({ code: 'provider_timeout' });
  });

  test('that drips its body is left after the time for the whole', async () => {
    await using upstream = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{"data":[');
      drip(socket, ' ');
    });
    expect(await failed(upstream.url, { timeoutMs: 1000, totalMs: 120 })).toMatchObject({
      code: 'provider_timeout',
      detail: 'The provider did not send a complete response within 120 ms.',
    });
  });

  test('with a slow body has more time than for its headers', async () => {
    await using upstream = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n{"data":[');
      void lasting(1200).then(() => socket.end('{"id":"late"}]}'));
    });
    expect(await ask(upstream.url, { timeoutMs: 1000 })).toMatchObject({ ok: true, models: [{ id: 'late' }] });
  });

  test('is aborted when the caller stops', async () => {
    await using upstream = await rawUpstream(() => undefined);
    const stopping = new AbortController();
    const result = failed(upstream.url, {}, { signal: stopping.signal });
    stopping.abort();
    expect(await result).toMatchObject({ code: 'provider_unreachable' });
  });
});

describe('the size', () => {
  test('of 20 MB is refused, announced or not', async () => {
    await using upstream = new Upstream().answer('/v1/models', () => new Response(megabytes(20)));
    expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'response_too_large' });

    let sent = 0;
    const piece = new Uint8Array(1024 * 1024).fill(32);
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent > 200) controller.close();
          else controller.enqueue(piece);
        },
      });
    upstream.answer('/v1/models', () => new Response(endless()));
    expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'response_too_large' });
    expect(sent).toBeLessThan(200);
  });

  test('of a compression bomb is counted while it is decompressed', async () => {
    const bomb = Buffer.alloc(128 * 1024 * 1024, 32);
    await using upstream = new Upstream();
    for (const [encoding, body] of [
      ['gzip', gzipSync(bomb, { level: 1 })],
      ['br', brotliCompressSync(bomb, { params: { 0: 0, 1: 1 } })],
    ] as const) {
      upstream.answer('/v1/models', () => new Response(body, { headers: { 'content-encoding': encoding } }));
      const before = process.memoryUsage.rss();
      expect(await failed(`${upstream.url}/v1`)).toMatchObject({ code: 'response_too_large' });
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
    }
  });

  test('up to 8 MiB is accepted, compressed too', async () => {
    // How long such a body takes is the machine's business: the limits of time have tests of their own.
    const unhurried = { timeoutMs: 20_000, totalMs: 20_000 };
    const plain = megabytes(7);
    const body = gzipSync(plain);
    await using upstream = new Upstream().answer('/v1/models', () => new Response(plain));
    expect(ids(await listed(`${upstream.url}/v1`, unhurried))).toEqual(['a']);
    upstream.answer('/v1/models', () => new Response(body, { headers: { 'content-encoding': 'gzip' } }));
    expect(ids(await listed(`${upstream.url}/v1`, unhurried))).toEqual(['a']);
  });

  test('of the nesting is harmless', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    await using upstream = new Upstream().answer(
      '/v1/models',
      () => new Response(`{"data":[{"id":"a","description":${deep},"architecture":${deep}}]}`),
    );
    expect(ids(await listed(`${upstream.url}/v1`))).toEqual(['a']);
  });

  test('of a body that does not match its Content-Encoding fails', async () => {
    await using upstream = await rawUpstream((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\noops');
    });
    expect((await failed(upstream.url)).code).toBeOneOf(['provider_error', 'provider_unreachable']);
  });
});
