import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Elysia } from 'elysia';

import { consoleRoutes } from '../../server/http/console';
import { startServer } from '../support/app';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-console-'));
const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

let server: Awaited<ReturnType<typeof startServer>>;
/** The routes of the console alone, over a small build. */
let app: { handle: (request: Request) => Promise<Response> };

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.handle(new Request(`http://localhost:3000${path}`, { method, headers: { host: 'localhost:3000', ...headers } }));

beforeAll(async () => {
  write('index.html', '<!doctype html><html><head><title>Switchboard</title></head><body></body></html>');
  write('theme-boot.js', 'boot()');
  write('assets/index-abc.js', 'plain');
  write('assets/index-abc.js.br', 'brotli');
  write('assets/index-abc.js.gz', 'gzip');
  write('assets/keys-def.css', 'css');
  write(
    'preload.json',
    JSON.stringify({
      entry: { js: [], css: [] },
      fonts: ['assets/plex.woff2'],
      routes: { '/w/$ws/keys': { js: ['assets/keys-abc.js'], css: ['assets/keys-def.css'] } },
    }),
  );
  server = await startServer();
  app = new Elysia().use(consoleRoutes(server.services, folder));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('the page', () => {
  test.each(['/user/api', '/user/api/', '/user/api/w/ws_1/keys', '/user/api/no/such/page'])(
    'is served at %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('<title>Switchboard</title>');
    },
  );

  test('is served at the root', async () => {
    const response = await get('/');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/user/api']);
  });

  test('preloads the files of its route, and of no other', async () => {
    const html = await (await get('/user/api/w/ws_1/keys')).text();
    expect(html).toContain('<link rel="modulepreload" href="/user/api/assets/keys-abc.js"');
    expect(html).toContain('<link rel="stylesheet" href="/user/api/assets/keys-def.css"');
    expect(html).toContain('href="/user/api/assets/plex.woff2" as="font"');
    expect(await (await get('/user/api/w/ws_1/keys/key_1')).text()).not.toContain('keys-abc.js');
  });

  test('forbids scripts that are not its own, frames, and other hosts', async () => {
    const { headers } = await get('/user/api');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('is hidden from search engines, except reference and guides', async () => {
    expect((await get('/user/api/w/ws_1')).headers.get('x-robots-tag')).toBe('noindex');
    expect((await get('/user/api/reference/whatsapp')).headers.has('x-robots-tag')).toBe(false);
    expect((await get('/user/api/docs/errors')).headers.has('x-robots-tag')).toBe(false);
  });

  test('is answered by 304 while it is unchanged', async () => {
    const etag = (await get('/user/api')).headers.get('etag') ?? '';
    expect((await get('/user/api', { 'if-none-match': etag })).status).toBe(304);
  });

  test('accepts only GET and HEAD', async () => {
    const response = await get('/user/api', {}, 'POST');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const response = await fetch(`${server.url}/user/api`, { method: 'HEAD' });
    expect(await response.text()).toBe('');
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });
});

describe('files', () => {
  test.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['identity', null, 'plain'],
  ])('accepting %s are sent as %p', async (accepted, encoding, text) => {
    const response = await get('/user/api/assets/index-abc.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(text);
  });

  test.each(['assets/gone-123.js', 'assets/../preload.json', 'assets/index-abc.js.br', 'assets/..%2fpreload.json'])(
    'that are missing do not return the page: %s',
    async (path) => {
      const response = await get(`/user/api/${path}`);
      expect(await response.text()).not.toContain('"routes"');
      if (path.includes('..')) return;
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  test('with a fixed name are revalidated each time', async () => {
    const response = await get('/user/api/theme-boot.js');
    expect(await response.text()).toBe('boot()');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const etag = response.headers.get('etag') ?? '';
    expect((await get('/user/api/theme-boot.js', { 'if-none-match': etag })).status).toBe(304);
  });

  test('of the build itself are not served', async () => {
    expect(await (await get('/user/api/preload.json')).text()).toContain('<!doctype html>');
  });
});

describe('a wrong address', () => {
  test('is refused with the right one', async () => {
    const response = await get('/user/api', { host: 'evil.example' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('http://localhost:3000/user/api');
  });

  test('is accepted where it is another name of this machine', async () => {
    expect((await get('/user/api', { host: '127.0.0.1:4000' })).status).toBe(200);
  });
});

test('a missing build is reported', async () => {
  const empty = new Elysia().use(consoleRoutes(server.services, join(folder, 'nothing')));
  const response = await empty.handle(
    new Request('http://localhost:3000/user/api', { headers: { host: 'localhost:3000' } }),
  );
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('<code>bun run build</code>');
});

test('a newer build is served without a restart', async () => {
  await get('/user/api');
  write('index.html', '<!doctype html><html><head><title>Newer</title></head></html>');
  write('preload.json', JSON.stringify({ entry: { js: [], css: [] }, fonts: [], routes: {} }));
  expect(await (await get('/user/api')).text()).toContain('<title>Newer</title>');
});
