import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { BROWSER, CRAWLER, freshSlug, PREVIEW_AGENT, seedDomain, seedLink, TARGET, visitor } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  // Limited links wait two seconds for clicks from before the start, then answer 503.
  await server.services.clicks.settled();
  visit = visitor(server.url);
  workspaceId = await seedWorkspace();
});
afterAll(() => server.stop());

const yesterday = new Date(Date.now() - 86_400_000);
const tomorrow = new Date(Date.now() + 86_400_000);
const JSON_CLIENT = { accept: 'application/json' };

describe('a link', () => {
  test('redirects, with its cache lifetime and the id of its click', async () => {
    const { slug } = await seedLink(workspaceId);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, location, text } = await visit(`/${slug}`, { method });
      expect([method, status, location, text]).toEqual([method, 302, TARGET, '']);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-length')).toBe('0');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    }
  });

  test('sets no referrer policy, cookies or transport security', async () => {
    const { headers } = await visit(`/${(await seedLink(workspaceId)).slug}`);
    for (const name of ['referrer-policy', 'cross-origin-resource-policy', 'set-cookie', 'strict-transport-security']) {
      expect([name, headers.get(name)]).toEqual([name, null]);
    }
  });

  test.each([
    [301, {}, 'private, max-age=60'],
    [308, {}, 'private, max-age=60'],
    [302, {}, 'private, no-store'],
    [307, {}, 'private, no-store'],
    [301, { expiresAt: tomorrow }, 'private, no-store'],
    [301, { startsAt: yesterday }, 'private, no-store'],
    [308, { maxClicks: 5 }, 'private, no-store'],
    [301, { preview: { title: 'x', description: null, image_url: null } }, 'private, max-age=60'],
    [
      308,
      {
        targeting: [
          {
            key: 'a',
            conditions: [{ type: 'device' as const, op: 'in' as const, values: ['tv' as const] }],
            url: TARGET,
          },
        ],
      },
      'private, no-store',
    ],
  ] as const)('of status %i with %p is cached as %s', async (redirectStatus, columns, cached) => {
    const { slug } = await seedLink(workspaceId, { redirectStatus, ...columns } as never);
    const { status, headers, location } = await visit(`/${slug}`);
    expect([status, location, headers.get('cache-control')]).toEqual([redirectStatus, TARGET, cached]);
  });

  test('is indexed only where it allows that', async () => {
    const { slug } = await seedLink(workspaceId, { indexable: true });
    expect((await visit(`/${slug}`)).headers.get('x-robots-tag')).toBeNull();
  });

  test('still redirects when it is archived', async () => {
    const { slug } = await seedLink(workspaceId, { archived: true });
    expect((await visit(`/${slug}`)).location).toBe(TARGET);
  });
});

describe('instead of a link', () => {
  const CASES = [
    ['an unknown slug', undefined, 404, 'link_not_found'],
    ['a blocked link', { blockedAt: yesterday, disabled: true }, 403, 'link_blocked'],
    ['a disabled link', { disabled: true, expiresAt: yesterday }, 410, 'link_disabled'],
    ['a link before its start', { startsAt: tomorrow }, 404, 'link_not_active'],
    ['an expired link', { expiresAt: yesterday, passwordHash: 'x' }, 410, 'link_expired'],
    ['a link without uses', { maxClicks: 0 }, 410, 'link_limit_reached'],
  ] as const;

  test.each(CASES)('%s shows a page, and a problem to clients of JSON', async (_, columns, status, code) => {
    const slug = columns === undefined ? freshSlug() : (await seedLink(workspaceId, columns)).slug;
    for (const method of ['GET', 'HEAD']) {
      const shown = await visit(`/${slug}`, { method });
      expect([shown.status, shown.location]).toEqual([status, null]);
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(shown.headers.get('cache-control')).toBe('no-store');
      expect(shown.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
      if (method === 'HEAD') expect(shown.text).toBe('');
      else expectSafePage(shown.text, shown.headers);
    }
    const answer = await visit(`/${slug}`, { headers: JSON_CLIENT });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(JSON.parse(answer.text)).toMatchObject({
      status,
      code,
      retryable: false,
      request_id: answer.headers.get('x-request-id'),
    });
  });

  test('an expired and a used up link redirect to their own fallback, else to the domain’s', async () => {
    const domain = await seedDomain(workspaceId, { expiredUrl: 'https://example.com/domain-expired' });
    const own = { expiredUrl: 'https://example.com/expired', limitReachedUrl: 'https://example.com/limit' };
    const cases = [
      [{ expiresAt: yesterday, ...own }, own.expiredUrl],
      [{ maxClicks: 0, ...own }, own.limitReachedUrl],
      [{ expiresAt: yesterday }, 'https://example.com/domain-expired'],
      [{ maxClicks: 0 }, 'https://example.com/domain-expired'],
    ] as const;
    for (const [columns, wanted] of cases) {
      const { slug } = await seedLink(workspaceId, { domainId: domain.id, ...columns });
      const { status, location, headers } = await visit(`/${slug}`, { host: domain.hostname });
      expect([status, location, headers.get('cache-control')]).toEqual([302, wanted, 'private, no-store']);
    }
  });

  test('an unknown slug redirects to the fallback of the domain', async () => {
    const domain = await seedDomain(workspaceId, { notFoundUrl: 'https://example.com/lost' });
    const { status, location } = await visit(`/${freshSlug()}`, { host: domain.hostname });
    expect([status, location]).toEqual([302, 'https://example.com/lost']);
  });
});

describe('methods', () => {
  test('others than GET and HEAD are refused, and OPTIONS is answered', async () => {
    const { slug } = await seedLink(workspaceId);
    for (const path of [`/${slug}`, `/${slug}/`]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers, location } = await visit(path, { method, headers: JSON_CLIENT });
        expect([method, status, headers.get('allow'), location]).toEqual([method, 405, 'GET, HEAD, OPTIONS', null]);
      }
      const options = await visit(path, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
    }
  });
});

describe('a preview', () => {
  const preview = {
    title: 'Spring <sale>',
    description: 'Half "price"',
    image_url: 'https://example.com/i.png?a=1&b=2',
  };

  test('is shown to link preview agents, and people are redirected', async () => {
    const { slug, id } = await seedLink(workspaceId, { preview });
    const shown = await visit(`/${slug}`, { headers: { 'user-agent': PREVIEW_AGENT } });
    expect([shown.status, shown.location]).toEqual([200, null]);
    expect(shown.text).toContain('<meta property="og:title" content="Spring &lt;sale&gt;">');
    expect(shown.text).toContain('<meta property="og:description" content="Half &quot;price&quot;">');
    expect(shown.text).toContain('<meta property="og:image" content="https://example.com/i.png?a=1&amp;b=2">');
    expect(shown.text).toContain(`href="${TARGET}"`);
    expectSafePage(shown.text, shown.headers);
    expect(id).toStartWith('lnk_');
    for (const agent of [BROWSER, CRAWLER]) {
      expect((await visit(`/${slug}`, { headers: { 'user-agent': agent } })).location).toBe(TARGET);
    }
  });

  test('of a link with a limit or a password does not reveal its target', async () => {
    for (const columns of [
      { maxClicks: 1 },
      { passwordHash: 'x' },
      { maxClicks: 1, preview },
      { passwordHash: 'x', preview },
    ]) {
      const { slug } = await seedLink(workspaceId, columns);
      const lookers = [
        { headers: { 'user-agent': PREVIEW_AGENT } },
        { headers: { 'user-agent': CRAWLER } },
        { headers: { 'sec-purpose': 'prefetch;prerender' } },
        { method: 'HEAD' },
      ];
      for (const looker of lookers) {
        const shown = await visit(`/${slug}`, looker);
        expect([shown.status, shown.location]).toEqual([200, null]);
        expect(shown.text).not.toContain('example.com/landing');
      }
    }
  });
});

test('the QR code of a link is public', async () => {
  const { slug } = await seedLink(workspaceId);
  for (const [format, type] of [
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ] as const) {
    const shown = await visit(`/${slug}+qr.${format}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, type]);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=86400');
    const etag = shown.headers.get('etag') ?? '';
    expect((await visit(`/${slug}+qr.${format}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
  for (const path of [`/${slug}+`, `/${slug}+qr.gif`, `/${slug}+x`, `/${freshSlug()}+qr.svg`]) {
    expect([path, (await visit(path)).status]).toEqual([path, 404]);
  }
});

function expectSafePage(text: string, headers: Headers): void {
  expect(text.length).toBeLessThan(10_000);
  expect(text).not.toMatch(/<script|<img|<link|<iframe|url\(|@import/i);
  expect(text).toContain('color-scheme:light dark');
  expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; style-src 'sha256-");
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  expect(headers.get('content-security-policy')).toContain(
    new Bun.CryptoHasher('sha256').update(style).digest('base64'),
  );
}
