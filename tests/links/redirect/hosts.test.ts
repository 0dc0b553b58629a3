import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { domainProof } from '../../../server/secrets/domain-proof';
import { RESERVED_SEGMENTS } from '../../../shared/links/slugs';
import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { ask, freshSlug, seedDomain, seedLink, TARGET, visitor } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let port: number;
let workspaceId: string;
let slug: string;
beforeAll(async () => {
  server = await startServer({ baseUrl: 'http://sb.example', linksBaseUrl: 'http://sb.example' });
  visit = visitor(server.url);
  port = Number(new URL(server.url).port);
  workspaceId = await seedWorkspace();
  ({ slug } = await seedLink(workspaceId));
});
afterAll(() => server.stop());

describe('the host', () => {
  test.each([
    'Host: sb.example',
    'Host: SB.Example',
    'Host: sb.example.',
    'Host: sb.example:80',
    'Host: sb.example:8443',
    'Host: localhost',
    'Host: 127.0.0.1:3000',
    'Host: [::1]',
    'Host: 192.0.2.7',
    'Host: [2001:db8::1]:8080',
  ])('of the installation is known as `%s`', async (field) => {
    const answer = await ask(port, `GET /${slug} HTTP/1.1`, field);
    expect([answer?.status, answer?.headers.get('location')]).toEqual([302, TARGET]);
  });

  test('must be given once', async () => {
    const path = `/${slug}`;
    const answers = [
      await ask(port, `GET ${path} HTTP/1.0`),
      await ask(port, `GET /aaaaaaaaaa${path} HTTP/1.0`),
      await ask(port, `GET ${path} HTTP/1.1`, 'Host: sb.example', 'Host: other.example'),
      await ask(port, `GET ${path} HTTP/1.1`, 'Host: sb.example/api'),
      await ask(port, `GET ${path} HTTP/1.1`, 'Host: bücher.example'),
      await ask(port, `GET ${path} HTTP/1.1`, 'Host: '),
    ];
    expect(answers.map((answer) => answer?.status)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('must have a valid port', async () => {
    for (const [given, status] of [
      ['65535', 302],
      ['65536', 400],
      ['99999', 400],
    ] as const) {
      const answer = await ask(port, `GET /${slug}?name=\xe9\xff HTTP/1.1`, `Host: sb.example:${given}`);
      expect([given, answer?.status]).toEqual([given, status]);
      const api = await ask(port, `GET /api/v1/links?q=\xe9\xff HTTP/1.1`, `Host: sb.example:${given}`);
      expect([given, api?.status]).toEqual([given, status === 302 ? 401 : 400]);
    }
  });

  test.each(['192.0.2.7.9', '0xfffffffff', '256.1.1.1', 'xn--a', '1.2.3.4.5:80'])(
    'must be valid in a URL, unlike `%s`',
    async (host) => {
      for (const path of [`/${slug}`, '/trpc/auth.status', '/api/v1/links']) {
        const answer = await ask(port, `GET ${path} HTTP/1.1`, `Host: ${host}`, 'Authorization: Bearer none');
        expect([path, answer?.status]).toEqual([path, 400]);
      }
    },
  );

  test('that is not registered has no links, but the service’s routes', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const { status, text } = await visit(`/${slug}`, { host: 'nobody.example', headers: { accept } });
      expect(status).toBe(404);
      if (accept !== 'text/html') expect(JSON.parse(text).code).toBe('domain_not_found');
    }
    expect((await visit('/healthz', { host: 'switchboard:3000' })).status).toBe(200);
    expect((await visit('/api/v1/models', { host: 'switchboard:3000' })).status).toBe(401);
  });
});

describe('a domain of a workspace', () => {
  test('has its own links in any spelling of its name', async () => {
    const domain = await seedDomain(workspaceId);
    const own = await seedLink(workspaceId, { domainId: domain.id, slug: 'sale', url: 'https://example.com/own' });
    for (const host of [
      domain.hostname,
      domain.hostname.toUpperCase(),
      `${domain.hostname}.`,
      `${domain.hostname}:80`,
      `${domain.hostname}:8443`,
    ]) {
      expect((await visit('/sale', { host })).location).toBe(own.url);
    }
    expect((await visit(`/${slug}`, { host: domain.hostname })).status).toBe(404);
    expect((await visit('/sale')).status).toBe(404);
  });

  test('never shows the service', async () => {
    const { hostname: host } = await seedDomain(workspaceId);
    for (const path of [
      '/',
      '/user/api',
      '/user/api/keys',
      '/trpc/auth.status',
      '/api/v1/models',
      '/healthz',
      '/metrics',
      '/api/v1/openapi.json',
      '/.well-known/x',
      '/sitemap.xml',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, text } = await visit(path, { host, method });
        expect([path, status]).toEqual([path, 404]);
        expect(text).not.toContain('Switchboard');
      }
    }
  });

  test('allows robots everything, and has no icon', async () => {
    const { hostname: host } = await seedDomain(workspaceId);
    const robots = await visit('/robots.txt', { host });
    expect([robots.status, robots.text]).toEqual([200, 'User-agent: *\nAllow: /\n']);
    expect((await visit('/favicon.ico', { host })).status).toBe(204);
  });

  test('redirects its root to its own fallback', async () => {
    const { hostname: host } = await seedDomain(workspaceId, { rootUrl: 'https://example.com/home' });
    const { status, location } = await visit('/', { host });
    expect([status, location]).toEqual([302, 'https://example.com/home']);
  });

  test('distinguishes slugs by case when it is case-sensitive', async () => {
    const domain = await seedDomain(workspaceId, { caseSensitive: true });
    const upper = { domainId: domain.id, slug: 'Sale', slugKey: 'Sale', url: 'https://example.com/upper' };
    const lower = { domainId: domain.id, slug: 'sale', slugKey: 'sale', url: 'https://example.com/lower' };
    for (const columns of [upper, lower]) await seedLink(workspaceId, columns);
    for (const { slug: path, url } of [upper, lower, upper]) {
      expect((await visit(`/${path}`, { host: domain.hostname })).location).toBe(url);
    }
    expect((await visit('/SALE', { host: domain.hostname })).status).toBe(404);
  });

  test('answers nothing while it is pending, disabled or blocked', async () => {
    for (const columns of [{ status: 'pending' as const }, { disabled: true }, { blockedAt: new Date() }]) {
      const domain = await seedDomain(workspaceId, columns);
      await seedLink(workspaceId, { domainId: domain.id, slug: 'sale' });
      const { status, text } = await visit('/sale', { host: domain.hostname, headers: { accept: 'application/json' } });
      expect([status, JSON.parse(text).code]).toEqual([404, 'domain_not_found']);
    }
    const failing = await seedDomain(workspaceId, { status: 'failing' });
    await seedLink(workspaceId, { domainId: failing.id, slug: 'sale' });
    expect((await visit('/sale', { host: failing.hostname })).location).toBe(TARGET);
  });

  test('is verified by a path with its token, pending or not', async () => {
    for (const status of ['pending', 'active'] as const) {
      const { hostname: host, token } = await seedDomain(workspaceId, { status });
      const proof = await visit(`/.well-known/switchboard/${token}`, { host });
      expect([proof.status, proof.text]).toEqual([200, domainProof(server.services.secretKey, token)]);
      expect((await visit('/.well-known/switchboard/other', { host })).status).toBe(404);
      expect((await visit(`/.well-known/switchboard/${token}`, { host: 'nobody.example' })).status).toBe(404);
    }
  });
});

test('a host for short links only has the shared links, and no route of the service', async () => {
  const apart = await startServer({ baseUrl: 'http://sb.example', linksBaseUrl: 'https://s.example' });
  const see = visitor(apart.url);
  expect((await see(`/${slug}`, { host: 's.example' })).location).toBe(TARGET);
  expect((await see(`/${slug}`, { host: 'sb.example' })).location).toBe(TARGET);
  expect((await see('/api/v1/models', { host: 's.example' })).status).toBe(404);
  expect((await see('/', { host: 's.example' })).status).toBe(404);
  await apart.stop();
});

test('https on the service’s own host sets strict transport security, only there', async () => {
  const secure = await startServer({ baseUrl: 'https://sb.example', linksBaseUrl: 'https://sb.example' });
  const domain = await seedDomain(workspaceId);
  await seedLink(workspaceId, { domainId: domain.id, slug: 'sale' });
  const see = visitor(secure.url);
  const strictness = async (host: string, path: string) =>
    (await see(path, { host })).headers.get('strict-transport-security');
  expect(await strictness('sb.example', `/${slug}`)).toBe('max-age=31536000; includeSubDomains');
  expect(await strictness(domain.hostname, '/sale')).toBeNull();
  await secure.stop();
});

describe('reserved words', () => {
  test('lead to the service in upper and lower case, even if a link has their name', async () => {
    for (const word of [...RESERVED_SEGMENTS, '_x', '_next/data']) {
      for (const path of [word, word.toUpperCase()]) {
        const { location, text } = await visit(`/${path}`, { headers: { accept: 'application/json' } });
        // What the application refuses, it refuses in its own words.
        expect([path, text.includes('"code":"link_'), location === TARGET]).toEqual([path, false, false]);
      }
    }
  });

  test('known only to the router are reserved too', async () => {
    const routed = server.app.routes
      .map(({ path }) => path.split('/')[1] ?? '')
      .filter((word) => /^[^*:]+$/.test(word));
    for (const word of new Set(routed)) {
      const { slug: hidden } = await seedLink(workspaceId, { slug: `${word}/${freshSlug()}` });
      expect([hidden, (await visit(`/${hidden}`)).location === TARGET]).toEqual([hidden, false]);
    }
  });
});
