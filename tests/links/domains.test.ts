import { afterAll, describe, expect, test } from 'bun:test';

import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { startNameServer } from '../support/name-server';
import { freshSlug, linkScenes } from './support';

const names = await startNameServer({});
const intranet = freshSlug('go');
let target = '';
/** Stands where the installation thinks that it listens, as a proxy would. */
const front = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) =>
    request.headers.get('host')?.startsWith('echo')
      ? new Response(request.url)
      : fetch(target + new URL(request.url).pathname, {
          headers: { host: request.headers.get('host') ?? '' },
          redirect: 'manual',
        }),
});
const port = front.port ?? 0;
const base = `http://localhost:${port}`;
const server = await startServer(
  { port, baseUrl: base, linksBaseUrl: base, egressDns: [names.address], linkDomainsTrusted: [intranet] },
  { unlimited: true },
);
target = server.url;
afterAll(async () => {
  await server.stop();
  await front.stop(true);
  names.stop();
});
const scene = linkScenes(server);

const freshHost = (): string => `${freshSlug('host')}.example.com`;
const claim = async (hostname = freshHost()) => {
  const own = await scene();
  const domain = await own.domain({ hostname });
  return { ...own, domain, verify: () => own.call('POST', `/link-domains/${domain.id}/verify`) };
};
const publish = ({ hostname, verification }: { hostname: string; verification: { records: { value: string }[] } }) => {
  const texts = ['v=spf1 -all', verification.records[0]?.value ?? ''];
  names.zones[`_switchboard.${hostname.replace(/:\d+$/, '')}`] = { addresses: [], texts };
};

describe('a domain', () => {
  test.each([
    ['https://links.example.net', { type: 'CNAME', value: 'links.example.net' }],
    ['http://198.51.100.7:3000', { type: 'A', value: '198.51.100.7' }],
    ['http://[2001:db8::7]', { type: 'AAAA', value: '2001:db8::7' }],
    ['http://127.0.0.2:3000', undefined],
    ['http://[::1]:3000', undefined],
  ])('at %s has only records that can lead there', async (linksBaseUrl, expected) => {
    const installation = await startServer({ linksBaseUrl });
    const own = await linkScenes(installation)();
    const domain = await own.domain({ hostname: freshHost() });
    await installation.stop();
    const [proof, ...others] = domain.verification.records;
    expect(proof.type).toBe('TXT');
    expect(others).toEqual(expected ? [{ ...expected, name: domain.hostname }] : []);
  });

  test('is pending until its TXT record is found, and reports what is missing', async () => {
    const { domain, verify, events } = await claim();
    expect(domain).toMatchObject({
      shared: false,
      is_default: false,
      status: 'pending',
      disabled: false,
      case_sensitive: false,
      default_redirect_status: 302,
      links_count: 0,
      last_error: null,
      warnings: [],
      version: 1,
      verification: {
        records: [
          { type: 'TXT', name: `_switchboard.${domain.hostname}`, value: expect.stringMatching(/^sb-verify=\w{32}$/) },
        ],
      },
    });
    const missing = await verify();
    expect([missing.status, missing.body.status]).toEqual([200, 'pending']);
    expect(missing.body.last_error).toContain(`There is no TXT record _switchboard.${domain.hostname}`);

    const read = (await verify()).body.verification;
    publish({ hostname: domain.hostname, verification: read });
    expect((await verify()).body).toMatchObject({ status: 'active', last_error: null });
    expect((await events()).map(({ type }) => type)).toEqual(['link.domain.created', 'link.domain.verified']);
  });

  test('is verified by the page that only this installation serves', async () => {
    const hostname = `${freshHost()}:${port}`;
    const { verify } = await claim(hostname);
    names.zones[hostname.replace(/:\d+$/, '')] = { addresses: ['127.0.0.1'] };
    expect((await verify()).body).toMatchObject({ status: 'active', last_error: null });
  });

  test('is not verified by a host that echoes requests', async () => {
    const hostname = `echo-${freshHost()}:${port}`;
    const { verify } = await claim(hostname);
    names.zones[hostname.replace(/:\d+$/, '')] = { addresses: ['127.0.0.1'] };
    const { body } = await verify();
    expect([body.status, body.last_error]).toEqual(['pending', expect.stringContaining('it returned status 200')]);
  });

  test('is not verified by a host with a private address', async () => {
    const { domain, verify } = await claim();
    names.zones[domain.hostname] = { addresses: ['127.0.0.1'] };
    const { body } = await verify();
    expect([body.status, body.last_error]).toEqual(['pending', expect.stringContaining('cannot be reached')]);
  });

  test('that two workspaces claim belongs to the one with the TXT record; the other is notified', async () => {
    const hostname = `${freshHost()}:${port}`;
    const [one, other] = [await claim(hostname), await claim(hostname)];
    names.zones[hostname.replace(/:\d+$/, '')] = { addresses: ['127.0.0.1'] };
    expect((await other.verify()).body).toMatchObject({ status: 'pending' });
    publish(one.domain);
    expect((await one.verify()).body.status).toBe('active');
    const late = await other.verify();
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    const third = await (await scene()).call('POST', '/link-domains', { hostname });
    expect([third.status, issuesOf(third)]).toEqual([409, ['/hostname duplicate']]);
  });

  test('is checked at most ten times a minute', async () => {
    const { verify } = await claim();
    const answers = await Promise.all(Array.from({ length: 12 }, verify));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('of the local network or of this machine needs no verification', async () => {
    const { domain } = await scene();
    expect((await domain({ hostname: intranet.toUpperCase() })).status).toBe('active');
    expect((await domain({ hostname: `${freshSlug()}.localhost` })).status).toBe('active');
  });

  test('is stored in punycode, and an invalid name is refused', async () => {
    const { domain, call } = await scene();
    const word = freshSlug();
    expect((await domain({ hostname: `Bücher-${word}.Example.` })).hostname).toMatch(/^xn--bcher-[a-z0-9-]+\.example$/);
    const tries: [string, string][] = [
      ['https://go.example.com', 'invalid_hostname'],
      ['go.example.com/x', 'invalid_hostname'],
      ['10.0.0.1', 'invalid_hostname'],
      ['short', 'invalid_hostname'],
      ['-a.example.com', 'invalid_hostname'],
      ['a..b', 'invalid_hostname'],
      ['localhost', 'reserved_hostname'],
    ];
    for (const [hostname, code] of tries) {
      const answer = await call('POST', '/link-domains', { hostname });
      expect([hostname, answer.status, issuesOf(answer)]).toEqual([hostname, 422, [`/hostname ${code}`]]);
    }
  });

  test('changes field by field, checks its version, and emits an event', async () => {
    const { domain, call, expectStatus, events } = await scene();
    const { id } = await domain();
    const change = { root_url: 'https://example.com', case_sensitive: true, default_redirect_status: 308 };
    const changed = await expectStatus(200, 'PATCH', `/link-domains/${id}`, change);
    expect(changed).toMatchObject({ ...change, root_url: 'https://example.com/', version: 2 });
    expect(await expectStatus(200, 'PATCH', `/link-domains/${id}`, change)).toEqual(changed);
    expect((await call('PATCH', `/link-domains/${id}`, { disabled: true }, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await expectStatus(200, 'PATCH', `/link-domains/${id}`, { disabled: true })).status).toBe('disabled');
    const bad = await call('PATCH', `/link-domains/${id}`, { not_found_url: 'http://127.0.0.1/' });
    expect([bad.status, issuesOf(bad)]).toEqual([422, ['/not_found_url private_target']]);
    expect(await events('link.domain.updated')).toHaveLength(2);
  });

  test('sets status, base URL and case sensitivity of its links', async () => {
    const { domain, link, call, expectStatus } = await scene();
    const own = await domain({ case_sensitive: true, default_redirect_status: 307 });
    const [upper, lower] = [
      await link({ domain_id: own.id, slug: 'Äpfel' }),
      await link({ domain_id: own.id, slug: 'äpfel' }),
    ];
    expect(upper).toMatchObject({ redirect_status: 307, short_url: `http://${own.hostname}/%C3%84pfel` });
    const found = await expectStatus(200, 'GET', `/links/lookup?short_url=${encodeURIComponent(upper.short_url)}`);
    expect(found.id).toBe(upper.id);

    const refused = await call('PATCH', `/link-domains/${own.id}`, { case_sensitive: false });
    expect([refused.status, refused.body.slugs]).toEqual([409, ['Äpfel']]);
    await expectStatus(204, 'DELETE', `/links/${lower.id}`);
    await expectStatus(200, 'PATCH', `/link-domains/${own.id}`, { case_sensitive: false });
    const again = await call('POST', '/links', { url: 'https://example.com/', domain_id: own.id, slug: 'ÄPFEL' });
    expect(again.body.code).toBe('slug_taken');
  });

  test('with links cannot be deleted; without links it is deleted, and is no longer a default', async () => {
    const { domain, link, call, expectStatus, events } = await scene();
    const { id } = await domain();
    await expectStatus(200, 'PATCH', '/link-settings', { default_domain_id: id });
    const made = await link();
    expect(made.domain_id).toBe(id);
    const kept = await call('DELETE', `/link-domains/${id}`);
    expect([kept.status, kept.body.code, kept.body.links]).toEqual([409, 'conflict', 1]);
    await expectStatus(204, 'DELETE', `/links/${made.id}`);
    await expectStatus(204, 'DELETE', `/link-domains/${id}`);
    expect((await expectStatus(200, 'GET', '/link-settings')).default_domain_id).toBe(SHARED_DOMAIN_ID);
    expect(await events('link.domain.deleted')).toHaveLength(1);
  });

  test('warns of links that would redirect in a loop', async () => {
    const { domain, link, expectStatus } = await scene();
    const hostname = `${freshSlug()}.localhost`;
    const own = await scene();
    const host = freshHost();
    await own.link({ url: `https://${host}/x` });
    const made = await own.domain({ hostname: host });
    expect(made.warnings).toEqual(['Links on other domains lead to this host, which would create a redirect loop.']);
    expect(await own.expectStatus(200, 'GET', `/link-domains/${made.id}`)).toEqual(made);
    await link();
    expect((await domain({ hostname })).warnings).toEqual([]);
    const rival = await domain({ hostname: host });
    expect((await expectStatus(200, 'GET', `/link-domains/${rival.id}`)).warnings).toEqual([]);
    await expectStatus(204, 'DELETE', `/link-domains/${rival.id}`);
    publish(made);
    await own.expectStatus(200, 'POST', `/link-domains/${made.id}/verify`);
    const loop = await own.call('POST', '/links', { url: `https://${host}/y` });
    expect(issuesOf(loop)).toEqual(['/url self_target']);
    expect((await expectStatus(200, 'GET', '/link-domains')).data).toHaveLength(2);
  });

  test('may lead into private networks where the workspace allows it, never on the shared domain', async () => {
    const { domain, call, expectStatus, link } = await scene();
    const { id } = await domain();
    const url = 'http://10.0.0.1/wiki';
    expect((await call('POST', '/links', { url, domain_id: id })).status).toBe(422);
    await expectStatus(200, 'PATCH', '/link-settings', { allow_private_targets: true });
    const made = await link({ url, domain_id: id });
    expect(issuesOf(await call('POST', '/links', { url }))).toEqual(['/url private_target']);
    const moved = await call('PATCH', `/links/${made.id}`, { domain_id: SHARED_DOMAIN_ID });
    expect([moved.status, issuesOf(moved)]).toEqual([422, ['/url private_target']]);
  });
});

describe('the shared domain', () => {
  test('is listed for everyone, and cannot be changed', async () => {
    const { call, expectStatus, domain, link } = await scene();
    const own = await domain();
    await link();
    const { data } = await expectStatus(200, 'GET', '/link-domains');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([SHARED_DOMAIN_ID, own.id]);
    expect(data[0]).toMatchObject({
      shared: true,
      is_default: true,
      status: 'active',
      verification: null,
      links_count: 1,
    });
    for (const answer of [
      await call('PATCH', `/link-domains/${SHARED_DOMAIN_ID}`, { disabled: true }),
      await call('DELETE', `/link-domains/${SHARED_DOMAIN_ID}`),
      await call('POST', `/link-domains/${SHARED_DOMAIN_ID}/verify`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state']);
    }
  });

  test('can be switched off: then every link needs a domain', async () => {
    const alone = await startServer({ sharedLinkDomain: false });
    try {
      const { call, expectStatus, domain } = await linkScenes(alone)();
      expect((await expectStatus(200, 'GET', '/link-domains')).data).toEqual([]);
      expect((await call('GET', `/link-domains/${SHARED_DOMAIN_ID}`)).status).toBe(404);
      expect(issuesOf(await call('POST', '/links', { url: 'https://example.com/' }))).toEqual(['/domain_id required']);
      const { id } = await domain();
      await expectStatus(200, 'PATCH', '/link-settings', { default_domain_id: id });
      expect((await call('POST', '/links', { url: 'https://example.com/' })).body.domain_id).toBe(id);
    } finally {
      await alone.stop();
    }
  });
});

test('domains are listed in pages, filtered by state, text and name', async () => {
  const { domain, expectStatus } = await scene();
  const [b, a, c] = [
    await domain({ hostname: `b-${freshSlug()}.localhost` }),
    await domain({ hostname: `a-${freshSlug()}.localhost` }),
    await domain({ hostname: `c-${freshHost()}` }),
  ];
  const idsOf = async (query: string): Promise<string[]> =>
    (await expectStatus(200, 'GET', `/link-domains?${query}`)).data.map(({ id }: { id: string }) => id);
  expect(await idsOf('status=pending')).toEqual([c.id]);
  expect(await idsOf('q=LOCALHOST&sort=hostname')).toEqual([a.id, b.id, SHARED_DOMAIN_ID]);
  const first = await expectStatus(200, 'GET', '/link-domains?limit=2&sort=-created_at');
  const second = await expectStatus(200, 'GET', `/link-domains?limit=2&sort=-created_at&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual([
    c.id,
    a.id,
    b.id,
    SHARED_DOMAIN_ID,
  ]);
});
