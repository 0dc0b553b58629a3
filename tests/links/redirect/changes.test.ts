import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';

import { engine } from '../../../server/db/engine';
import { createLog } from '../../../server/log';
import { createChangePoll } from '../../../server/work/change-poll';
import { startServer } from '../../support/app';
import { restClient } from '../../support/client';
import { watchLateness } from '../../support/lateness';
import { until } from '../../support/process';
import { seedKey, seedWorkspace } from '../../support/seed';
import { freshSlug, seedLink, TARGET, visitor } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let visit: ReturnType<typeof visitor>;
let call: ReturnType<typeof restClient>;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer({ linkDomainsTrusted: ['go.corp.example', 'gone.corp.example'] });
  visit = visitor(server.url);
  workspaceId = await seedWorkspace();
  call = restClient(server.url, (await seedKey(workspaceId)).secret);
});
afterAll(() => server.stop());

const created = async (body: object): Promise<{ id: string; slug: string; short_url: string }> => {
  const answer = await call('POST', '/links', body);
  expect(answer.status).toBe(201);
  return answer.body;
};

test('a link works right after its creation, even if its slug was requested before', async () => {
  const slug = freshSlug();
  expect((await visit(`/${slug}`)).status).toBe(404);
  await created({ url: TARGET, slug });
  expect((await visit(`/${slug}`)).location).toBe(TARGET);
});

test('each change is seen by the next request', async () => {
  const { id, slug } = await created({ url: TARGET });
  const changes: [change: object, status: number, location: string | null][] = [
    [{ url: 'https://example.com/2' }, 302, 'https://example.com/2'],
    [{ redirect_status: 307 }, 307, 'https://example.com/2'],
    [{ disabled: true }, 410, null],
    [{ disabled: false, starts_at: new Date(Date.now() + 60_000).toISOString() }, 404, null],
    [{ starts_at: null, password: 'tulips & daisies' }, 200, null],
    [{ password: null, max_clicks: 1 }, 307, 'https://example.com/2'],
    [{}, 410, null],
    [{ max_clicks: null }, 307, 'https://example.com/2'],
  ];
  for (const [change, status, location] of changes) {
    expect((await call('PATCH', `/links/${id}`, change)).status).toBe(200);
    const seen = await visit(`/${slug}`);
    expect([change, seen.status, seen.location]).toEqual([change, status, location]);
  }
});

test('a new slug frees the old address at once, and a deleted link is gone', async () => {
  const { id, slug } = await created({ url: TARGET });
  expect((await visit(`/${slug}`)).status).toBe(302);
  const moved = freshSlug();
  await call('PATCH', `/links/${id}`, { slug: moved });
  expect([(await visit(`/${slug}`)).status, (await visit(`/${moved}`)).status]).toEqual([404, 302]);
  await call('DELETE', `/links/${id}`);
  expect((await visit(`/${moved}`)).status).toBe(404);
});

test('a domain is current right after it was created, changed and deleted', async () => {
  const host = 'go.corp.example';
  expect((await visit('/sale', { host })).status).toBe(404);
  const domain = await call('POST', '/link-domains', { hostname: host });
  expect([domain.status, domain.body.status]).toEqual([201, 'active']);
  const { id } = await created({ url: TARGET, slug: 'sale', domain_id: domain.body.id });
  expect((await visit('/sale', { host })).location).toBe(TARGET);

  const path = `/link-domains/${domain.body.id}`;
  await call('PATCH', path, { root_url: 'https://example.com/home' });
  expect((await visit('/', { host })).location).toBe('https://example.com/home');
  await call('PATCH', path, { disabled: true });
  expect((await visit('/sale', { host })).status).toBe(404);
  await call('PATCH', path, { disabled: false });
  expect((await visit('/sale', { host })).location).toBe(TARGET);
  await call('DELETE', `/links/${id}`);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await visit('/sale', { host, headers: { accept: 'application/json' } })).text).toContain('domain_not_found');
});

test.if(engine === 'postgres')('another process sees a change within a second', async () => {
  const other = await startServer();
  const see = visitor(other.url);
  const { id, slug } = await created({ url: TARGET });
  expect((await see(`/${slug}`)).location).toBe(TARGET);
  await call('PATCH', `/links/${id}`, { url: 'https://example.com/2' });
  using lateness = watchLateness();
  const began = performance.now();
  await until(async () => (await see(`/${slug}`)).location === 'https://example.com/2');
  expect(performance.now() - began).toBeLessThan(1000 + lateness.late());
  await other.stop();
});

test('the cache of links is bounded, and all links still work', async () => {
  const small = await startServer({ linkCacheEntries: 4 });
  const see = visitor(small.url);
  const slugs = await Promise.all(Array.from({ length: 12 }, async () => (await seedLink(workspaceId)).slug));
  for (const slug of [...slugs, ...slugs.toReversed(), ...slugs]) expect((await see(`/${slug}`)).location).toBe(TARGET);
  expect(await figure(small.url, 'link_cache_entries')).toBeLessThanOrEqual(4);
  await small.stop();
});

test('a change committed after those with higher numbers is seen too, once', async () => {
  const committed = [{ seq: 1 }, { seq: 3 }];
  const seen: number[] = [];
  const changes = createChangePoll({
    name: 'changes of a test',
    log: createLog('silent'),
    latest: async () => 0,
    read: async (after, missing) => committed.filter(({ seq }) => seq > after || missing.includes(seq)),
    apply: (found) => void seen.push(...found.map(({ seq }) => seq)),
    missed: () => {},
    isOrdered: false,
  });
  await changes.start();
  await until(() => seen.includes(3));
  committed.push({ seq: 2 }, { seq: 4 });
  await until(() => seen.includes(4));
  committed.push({ seq: 5 });
  await until(() => seen.includes(5));
  changes.stop();
  expect(seen).toEqual([1, 3, 2, 4, 5]);
});

test('an unused poll is slow, its first use polls at once, and one that is used or watched is fast', async () => {
  const isNeeded = { watched: false };
  let reads = 0;
  const changes = createChangePoll({
    name: 'changes of a test',
    log: createLog('silent'),
    latest: async () => 0,
    read: async () => {
      reads += 1;
      return [];
    },
    apply: () => {},
    missed: () => {},
    isOrdered: true,
    isWatched: () => isNeeded.watched,
    clock: () => 10_000 * reads,
  });
  const timers = spyOn(globalThis, 'setTimeout');
  const firstDelay = async (work: () => unknown): Promise<number> => {
    timers.mockClear();
    await work();
    return timers.mock.calls[0]?.[1] ?? Number.NaN;
  };
  expect(await firstDelay(() => changes.start())).toBeGreaterThanOrEqual(500);
  expect(await firstDelay(() => changes.isCurrent())).toBe(0);
  expect(await firstDelay(() => changes.start())).toBeLessThan(500);
  await until(() => reads > 0);
  expect(await firstDelay(() => changes.start())).toBeGreaterThanOrEqual(500);
  isNeeded.watched = true;
  expect(await firstDelay(() => changes.start())).toBeLessThan(500);
  changes.stop();
  timers.mockRestore();
});

test('metrics count how often and from where links were served', async () => {
  const counted = await startServer();
  const see = visitor(counted.url);
  const { slug } = await seedLink(workspaceId);
  let visits = 0;
  // A change that is read now, or a late poll, makes a server forget links.
  await until(async () => {
    visits += 1;
    await see(`/${slug}`);
    return (await figure(counted.url, 'link_cache_hits_total')) === 2;
  });
  await see(`/${freshSlug()}`);
  expect(visits).toBeGreaterThan(2);
  expect(await figure(counted.url, 'redirects_total{result="redirected"}')).toBe(visits);
  expect(await figure(counted.url, 'redirects_total{result="link_not_found"}')).toBe(1);
  await counted.stop();
});

async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );
}
