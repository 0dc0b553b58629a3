import { afterAll, describe, expect, spyOn, test } from 'bun:test';

import { Unavailable } from '../../server/db/faults';
import { reportExpiredLinks } from '../../server/links/links/jobs';
import { startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { seedMember, seedUser } from '../support/seed';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
const { now } = server.services;
afterAll(() => server.stop());
const scene = linkScenes(server);

type Scene = Awaited<ReturnType<typeof scene>>;
const URL_OF = 'https://example.com/';

const titles = async ({ expectStatus }: Scene, query: string): Promise<string[]> =>
  (await expectStatus(200, 'GET', `/links?${query}`)).data.map(({ title }: { title: string }) => title);

describe('a list of links', () => {
  test('is narrowed by each filter, and counted by the same', async () => {
    const own = await scene();
    const { link, domain, expectStatus } = own;
    const place = await domain();
    const before = new Date(Date.now() - 60_000).toISOString();
    await link({ title: 'plain', url: `${URL_OF}Spring` });
    await link({ title: 'own', domain_id: place.id, tags: ['red', 'blue'] });
    await link({ title: 'red', tags: ['RED'], external_id: 'ext-1' });
    await link({ title: 'archived', archived: true });
    await link({ title: 'disabled', disabled: true, expires_at: '2020-01-01T00:00:00Z' });
    await link({ title: 'scheduled', starts_at: '2090-01-01T00:00:00Z' });
    await link({ title: 'expired', expires_at: '2020-01-01T00:00:00Z' });
    const everything = ['expired', 'scheduled', 'disabled', 'red', 'own', 'plain'];

    const table: [string, string[]][] = [
      ['', everything],
      ['archived=true', ['archived']],
      ['archived=any&status=active', ['archived', 'red', 'own', 'plain']],
      ['status=expired,scheduled', ['expired', 'scheduled']],
      ['status=disabled', ['disabled']],
      ['status=blocked,limit_reached', []],
      [`domain_id=${place.id}`, ['own']],
      ['tag=Red', ['red', 'own']],
      ['tag=blue,red', ['red', 'own']],
      ['tag=none', []],
      ['external_id=ext-1', ['red']],
      [`url=${encodeURIComponent('HTTPS://EXAMPLE.com:443/Spring')}`, ['plain']],
      ['q=SPRING', ['plain']],
      ['q=disab', ['disabled']],
      [`q=${encodeURIComponent('100%')}`, []],
      [`created_after=${before}`, everything],
      [`created_before=${before}`, []],
      ['sort=created_at', everything.toReversed()],
    ];
    for (const [query, expected] of table) {
      expect([query, await titles(own, query)]).toEqual([query, expected]);
      if (query.startsWith('sort')) continue;
      expect([query, await expectStatus(200, 'GET', `/links/count?${query}`)]).toEqual([
        query,
        { total: expected.length },
      ]);
    }
  });

  test.each(['-created_at', 'created_at', 'slug', '-clicks', '-last_clicked_at'])(
    'in the order %s is paged, with each link once',
    async (sort) => {
      const own = await scene();
      const place = await own.domain();
      const word = freshSlug();
      for (const name of ['b', 'a', 'c']) await own.link({ slug: `${word}-${name}` });
      for (const name of ['b', 'd']) await own.link({ slug: `${word}-${name}`, domain_id: place.id });

      const found: { id: string; slug: string }[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const after = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await own.expectStatus(200, 'GET', `/links?limit=2&sort=${sort}${after}`);
        found.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(5);
      const slugs = found.map(({ slug }) => slug.slice(word.length + 1));
      if (sort === 'slug') expect(slugs).toEqual(['a', 'b', 'b', 'c', 'd']);
      else expect(slugs).toEqual(sort === 'created_at' ? ['b', 'a', 'c', 'b', 'd'] : ['d', 'b', 'c', 'a', 'b']);
    },
  );

  test('accepts only a cursor of the same list', async () => {
    const { link, expectStatus, call } = await scene();
    await link();
    await link();
    const { next_cursor } = await expectStatus(200, 'GET', '/links?limit=1');
    for (const query of ['sort=slug', 'archived=any', 'q=a']) {
      expect((await call('GET', `/links?limit=1&cursor=${next_cursor}&${query}`)).body.code).toBe('invalid_cursor');
    }
  });
});

describe('a link is looked up', () => {
  test('by its external id, its domain and slug, and its address', async () => {
    const { link, domain, expectStatus } = await scene();
    const place = await domain();
    const { id, slug, short_url } = await link({ external_id: 'a:1', domain_id: place.id, slug: `x/${freshSlug()}` });
    for (const query of [
      'external_id=a:1',
      `domain=${place.hostname.toUpperCase()}&slug=${slug.toUpperCase()}`,
      `short_url=${encodeURIComponent(`${short_url}/?x=1`)}`,
    ]) {
      expect((await expectStatus(200, 'GET', `/links/lookup?${query}`)).id).toBe(id);
    }
    await expectStatus(404, 'GET', '/links/lookup?external_id=b');
    await expectStatus(404, 'GET', `/links/lookup?domain=nowhere.example&slug=${slug}`);
    const other = await link({ external_id: 'other' });
    const both = `external_id=a:1&short_url=${encodeURIComponent(short_url)}`;
    expect((await expectStatus(200, 'GET', `/links/lookup?${both}`)).id).toBe(id);
    await expectStatus(404, 'GET', `/links/lookup?external_id=a:1&short_url=${encodeURIComponent(other.short_url)}`);
    for (const query of ['', 'slug=a', 'domain=a', 'external_id=a&domain=b']) {
      await expectStatus(422, 'GET', `/links/lookup?${query}`);
    }
  });
});

describe('a list by a key', () => {
  const subscribed = async () => {
    const own = await scene();
    await own.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.*', 'link.listed'] });
    return own;
  };

  test('emits an event with its result to webhooks that name the type', async () => {
    const { link, call, events, keyId, domain } = await subscribed();
    const place = await domain();
    const made = await link({ domain_id: place.id, external_id: 'x' });
    const listed = await call('GET', `/links?limit=5&tag=a,b&archived=any`);
    const found = await call('GET', '/links/lookup?external_id=x');
    expect(await events('link.listed')).toMatchObject([
      {
        data: {
          operation: 'list',
          filters: { tag: ['a', 'b'], archived: 'any' },
          sort: '-created_at',
          page: { limit: 5, has_more: false },
          count: 0,
          link_ids: [],
          api_key_id: keyId,
          request_id: listed.headers.get('x-request-id'),
          repeat: 0,
        },
      },
      {
        data: {
          operation: 'lookup',
          filters: { external_id: 'x' },
          page: null,
          count: 1,
          link_ids: [made.id],
          domain_ids: [place.id],
          request_id: found.headers.get('x-request-id'),
        },
      },
    ]);
  });

  test('emits no event to a glob, nor when the console lists', async () => {
    const own = await scene();
    await own.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['*'] });
    await own.call('GET', '/links');
    expect(await own.events('link.listed')).toEqual([]);

    const other = await subscribed();
    const user = await seedUser();
    await seedMember(other.workspaceId, user.id, 'owner');
    const cookie = user.cookieFor(server.services.config.baseUrl);
    await rpcClient(server.url, { cookie, workspaceId: other.workspaceId }).links.list.query({});
    expect(await other.events('link.listed')).toEqual([]);
  });

  test('that is repeated emits one event at once and one at the end', async () => {
    const place = await startServer();
    const own = await linkScenes(place)();
    await own.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.listed'] });
    for (let index = 0; index < 5; index += 1) await own.call('GET', '/links');
    await own.call('GET', '/links?archived=any');
    expect((await own.events('link.listed')).map(({ data }) => data['repeat'])).toEqual([0, 0]);
    await place.services.listings.stop();
    expect((await own.events('link.listed')).map(({ data }) => data['repeat'])).toEqual([0, 0, 4]);
    await place.stop();
  });

  test('is answered while nothing can be written, and its event is emitted later', async () => {
    const place = await startServer();
    const own = await linkScenes(place)();
    await own.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.listed'] });
    const full = spyOn(place.services.store, 'transaction').mockImplementation(async () => {
      throw new Unavailable(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    });
    const { data } = await own.expectStatus(200, 'GET', '/links');
    const attempts = full.mock.calls.length;
    full.mockRestore();
    expect(data).toEqual([]);
    // Work in the background may have tried too.
    expect(attempts).toBeGreaterThan(0);
    expect(await own.events('link.listed')).toEqual([]);
    await place.services.listings.stop();
    expect(await own.events('link.listed')).toMatchObject([{ data: { repeat: 0 } }]);
    await place.stop();
  });
});

test('a link emits its expiry once, and again after a new expiry', async () => {
  const { link, events, expectStatus } = await scene();
  const { id } = await link({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  await link({ expires_at: null });
  const at = async (minutes: number) => {
    server.services.now = () => new Date(Date.now() + minutes * 60_000);
    await Promise.all([reportExpiredLinks(server.services), reportExpiredLinks(server.services)]);
    server.services.now = now;
  };
  await at(0);
  expect(await events('link.expired')).toEqual([]);
  await at(2);
  await at(3);
  expect(await events('link.expired')).toMatchObject([{ data: { id, status: 'expired' } }]);
  await expectStatus(200, 'PATCH', `/links/${id}`, { expires_at: new Date(Date.now() + 300_000).toISOString() });
  await at(4);
  expect(await events('link.expired')).toHaveLength(1);
  await at(6);
  expect(await events('link.expired')).toHaveLength(2);
});
