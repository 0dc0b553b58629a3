import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import { eq } from 'drizzle-orm';
import { Elysia } from 'elysia';

import { auditEntries } from '../../server/access/schema/audit';
import { queries } from '../../server/db/database';
import { consoleRoutes } from '../../server/http/console';
import { accentShades } from '../../shared/access/accent';
import { MAX_LOGO_BYTES, type LogoType } from '../../shared/access/branding';
import { behindProxy, browserAt, seedSignedIn } from '../support/accounts';
import { database, startServer } from '../support/app';

const server = await startServer(behindProxy);
const folder = mkdtempSync(join(tmpdir(), 'switchboard-branding-'));
const INDEX =
  '<!doctype html><html><head><title>Switchboard</title><link rel="icon" href="favicon.svg"></head><body></body></html>';
writeFileSync(join(folder, 'index.html'), INDEX);
writeFileSync(join(folder, 'preload.json'), '{"entry":{"js":[],"css":[]},"fonts":[],"routes":{}}');
/** The routes of the console over a small build. */
const app = new Elysia().use(consoleRoutes(server.services, folder));
const get = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(server.url + path, { headers: { host: new URL(server.url).host, ...headers } }));
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const admin = await seedSignedIn(server, { admin: true });

const update = (input: Record<string, unknown>) => admin.browser.mutate('instance.branding.update', input);
afterEach(() => update({ name: null, accent: null, logo: null }));

const logoOf = (type: LogoType, bytes: string | Buffer) => ({
  logo: { type, data: Buffer.from(bytes).toString('base64') },
});
const svg = (inside: string) => logoOf('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
/** Each part draws the one before ten times. */
const manifold = (refer: (id: string) => string): string =>
  Array.from({ length: 7 }, (_, at) => `<g id="part${at}">${refer(`part${at - 1}`).repeat(10)}</g>`).join('');
const page = async () => (await get('/user/api/sign-in')).text();

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length);
  frame.writeUInt32BE(Bun.hash.crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A lossless image of one pixel. */
const webp = (): Buffer => Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex');

describe('the look of an instance', () => {
  test('is changed only by administrators', async () => {
    const { browser: mine } = await seedSignedIn(server);
    expect((await mine.query('instance.branding.get')).problem).toMatchObject({ code: 'insufficient_role' });
    expect((await mine.mutate('instance.branding.update', { name: 'Mine' })).problem.code).toBe('insufficient_role');
    expect((await browserAt(server).mutate('instance.branding.update', { name: 'Mine' })).problem.code).toBe(
      'session_required',
    );
    expect(await page()).toContain('<title>Switchboard</title>');
  });

  test('has a name, which every page shows escaped', async () => {
    expect((await update({ name: '  <b>$& "Acme"</b>  ' })).data).toMatchObject({ name: '<b>$& "Acme"</b>' });
    const html = await page();
    const escaped = '&lt;b&gt;$&amp; &quot;Acme&quot;&lt;/b&gt;';
    expect(html).toContain(`<title>${escaped}</title>`);
    expect(html).toContain(`<meta name="brand" content="${escaped}" />`);
    expect((await update({ name: 'n'.repeat(41) })).problem.code).toBe('validation_failed');
  });

  test('changes only what is given', async () => {
    await update({ name: 'Acme', accent: '#B4232A' });
    expect((await update({ name: 'Acme 2' })).data).toMatchObject({ name: 'Acme 2', accent: '#b4232a' });
    expect((await update({ accent: null })).data).toMatchObject({ name: 'Acme 2', accent: null, accent_light: null });
    expect(await page()).not.toContain('--primary');
  });

  test('has an accent colour that is readable in both themes', async () => {
    const { data } = await update({ accent: '#ffee00' });
    expect(data).toMatchObject({ accent: '#ffee00', accent_dark: '#ffee00' });
    expect(data.accent_light).not.toBe('#ffee00');
    expect(await page()).toContain(`--primary: light-dark(${data.accent_light}, #ffee00);`);
    for (const accent of ['red', '#fff', '#12345g', 'url(x)']) {
      expect((await update({ accent })).problem.code).toBe('validation_failed');
    }
  });

  test('is audited without the image', async () => {
    await update({ ...logoOf('image/png', png(2, 2)), name: 'Audited' });
    const entries = await queries(database)
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'instance.branding_updated'));
    expect(JSON.stringify(entries)).toContain('Audited');
    expect(JSON.stringify(entries)).not.toContain(png(2, 2).toString('base64'));
  });
});

describe('a logo', () => {
  test.each([
    ['image/png', png(64, 64)],
    ['image/webp', webp()],
    [
      'image/svg+xml',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
    ],
  ] as const)('of %s is served as it is, cannot run anything, and is the icon of the page', async (type, bytes) => {
    const { data } = await update(logoOf(type, bytes));
    expect(data.logo_type).toBe(type);
    expect(data.logo_url).toMatch(/^\/user\/api\/brand\/[\da-f]{64}$/);
    const html = await page();
    expect(html).toContain(`data-logo="${data.logo_url}"`);
    expect(html).toContain(`<link rel="icon" href="${data.logo_url}" type="${type}" />`);

    const response = await get(data.logo_url);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await get(data.logo_url, { 'if-none-match': etag })).status).toBe(304);

    await update({ logo: null });
    const gone = await get(data.logo_url);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await page()).not.toContain('name="brand"');
  });

  test.each([
    ['a PNG that is text', logoOf('image/png', 'hello'), 'invalid_image'],
    ['a PNG without its end', logoOf('image/png', png(8, 8).subarray(0, -4)), 'invalid_image'],
    [
      'a PNG with something behind it',
      logoOf('image/png', Buffer.concat([png(8, 8), Buffer.from('<script>')])),
      'invalid_image',
    ],
    ['a PNG without pixels', logoOf('image/png', png(0, 8)), 'invalid_image'],
    ['a PNG that is too wide', logoOf('image/png', png(2049, 1)), 'too_large'],
    ['a WebP that is a PNG', logoOf('image/webp', png(8, 8)), 'invalid_image'],
    ['a WebP that is cut off', logoOf('image/webp', webp().subarray(0, -1)), 'invalid_image'],
    ['an SVG that is HTML', logoOf('image/svg+xml', '<html></html>'), 'invalid_image'],
    ['an SVG that is no text', logoOf('image/svg+xml', Buffer.from([0xff, 0xfe, 0x00])), 'invalid_image'],
    ['a script', svg('<script>alert(1)</script>'), 'unsafe_image'],
    ['a script in another namespace', svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'), 'unsafe_image'],
    ['a handler', svg('<path onload="alert(1)"/>'), 'unsafe_image'],
    ['HTML within', svg('<foreignObject><p/></foreignObject>'), 'unsafe_image'],
    ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'unsafe_image'],
    ['a link', svg('<a href="https://example.com"><path/></a>'), 'unsafe_image'],
    ['another file', svg('<image href="https://example.com/x.png"/>'), 'unsafe_image'],
    ['another file, encoded', svg('<use href="&#x68;ttps://example.com/x.svg#a"/>'), 'unsafe_image'],
    ['a style of another host', svg('<style>@import url(https://example.com/x.css);</style>'), 'unsafe_image'],
    ['a style that is split', svg('<style>@im<!-- -->port "https://example.com/x.css";</style>'), 'unsafe_image'],
    ['a style that is escaped', svg(String.raw`<style>@\69mport "https://example.com/x.css";</style>`), 'unsafe_image'],
    ['a fill that is escaped', svg(String.raw`<path fill="\75rl(https://example.com/x.svg#a)"/>`), 'unsafe_image'],
    ['a set of images', svg('<path style="mask:image-set(\'https://example.com/x.png\' 1x)"/>'), 'unsafe_image'],
    ['parts that draw parts a million times', svg(manifold((id) => `<use href="#${id}"/>`)), 'unsafe_image'],
    ['masks behind masks', svg(manifold((id) => `<path mask="url(#${id})"/>`)), 'unsafe_image'],
    ['HTML in the place of a drawing', svg('<meta xmlns="http://www.w3.org/1999/xhtml"/>'), 'unsafe_image'],
    ['a fill of another host', svg('<path fill="url(https://example.com/x.svg#a)"/>'), 'unsafe_image'],
    [
      'an entity',
      logoOf('image/svg+xml', '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'),
      'unsafe_image',
    ],
    [
      'a style sheet of a processing instruction',
      logoOf('image/svg+xml', '<?xml-stylesheet href="x"?><svg/>'),
      'unsafe_image',
    ],
    [
      'what is not complete',
      logoOf('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'),
      'unsafe_image',
    ],
  ])('with %s is refused', async (_, input, code) => {
    const { problem } = await update(input);
    expect(problem).toMatchObject({ status: 422, code: 'unprocessable', errors: [{ pointer: '/logo', code }] });
    expect((await admin.browser.query('instance.branding.get')).data.logo_url).toBeNull();
  });

  test('may draw a part many times, and one within itself', async () => {
    const often = svg(`<g id="a"><path/><use href="#a"/></g>${'<use href="#a"/>'.repeat(1000)}`);
    expect((await update(often)).status).toBe(200);
  });

  test('may refer to its own elements, contain images, and name the file that it was made of', async () => {
    const own = svg(
      String.raw`<metadata xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:docname="C:\logo.svg"/><defs><linearGradient id="a"/></defs><style>.b{fill:url(#a)}</style><path class="b"/><image href="data:image/png;base64,AAAA"/>`,
    );
    expect((await update(own)).status).toBe(200);
  });

  test('that is too large is refused, as is another type', async () => {
    const large = { type: 'image/png', data: Buffer.alloc(MAX_LOGO_BYTES + 3).toString('base64') };
    expect((await update({ logo: large })).problem.code).toBe('validation_failed');
    expect((await update({ logo: { type: 'image/gif', data: 'AAAA' } })).problem.code).toBe('validation_failed');
    expect((await update({ logo: { type: 'image/png', data: 'not base64!' } })).problem.code).toBe('validation_failed');
  });
});

test('an accent colour is adjusted only as far as text needs', () => {
  expect(accentShades('#0b6b66').light).toBe('#0b6b66');
  expect(accentShades('#000000')).toEqual({ light: '#000000', dark: expect.not.stringMatching('#000000') });
  expect(accentShades('#FFFFFF').dark).toBe('#ffffff');
});
