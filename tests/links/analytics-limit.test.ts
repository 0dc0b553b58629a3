import { afterAll, expect, test } from 'bun:test';

import { createLimiter } from '../../server/limits/gcra';
import { createLimits } from '../../server/limits/limits';
import { startServer } from '../support/app';
import { memberOf } from '../support/people';
import { seedKey } from '../support/seed';
import { parseList } from '../support/structured';
import { linkScenes } from './support';

const clock = { ms: 0 };
const server = await startServer();
afterAll(() => server.stop());
Object.assign(server.services.limits, createLimits(undefined, createLimiter({ now: () => clock.ms })));
const scene = linkScenes(server);

const PATHS = [
  '/links/analytics',
  '/links/analytics/export',
  '/links/clicks',
  '/links/clicks/export',
  '/links/daily-clicks?link_ids=lnk_01jd9x3k2mf8v9q4zt7w5b6n0c',
];

/** Asks so many times, by every operation in turn; files are no JSON. */
async function ask(secret: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const path = PATHS[count % PATHS.length] ?? '';
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } });
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}

test('a key may query clicks 120 times a minute over all operations, and its other calls are not limited by that', async () => {
  const place = await scene();
  const link = await place.link();
  expect(new Set(await ask(place.secret, 118))).toEqual(new Set([200]));
  for (const path of [`/links/${link.id}/analytics`, `/links/${link.id}/clicks`]) {
    await place.expectStatus(200, 'GET', path);
  }

  for (const path of [...PATHS, `/links/${link.id}/analytics`, `/links/${link.id}/clicks`]) {
    const refused = await place.call('GET', path);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body).toMatchObject({ retryable: true, 'violated-policies': ['analytics'] });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  const other = await seedKey(place.workspaceId, { fullAccess: true });
  expect(await ask(other.secret, 1)).toEqual([200]);
  await place.expectStatus(200, 'GET', '/links');

  clock.ms += 60_000;
  expect(new Set(await ask(place.secret, 120))).toEqual(new Set([200]));
});

test('the remaining quota is reported beside those of the key and its workspace', async () => {
  const { call } = await scene();
  const { headers } = await call('GET', '/links/analytics');
  expect(parseList(headers.get('ratelimit')).map(({ value, parameters }) => [value, parameters['r']])).toEqual([
    ['key', 99_999],
    ['workspace', 99_999],
    ['analytics', 119],
  ]);
  expect(headers.get('ratelimit-policy')).toContain('"analytics";q=120;w=60');
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([
    '120',
    '119',
    '1',
  ]);
});

test('a session of the console has only its own quota: one page makes a dozen queries', async () => {
  const { rpc } = await memberOf(server, (await scene()).workspaceId, 'viewer');
  for (let count = 0; count < 121; count += 1) await rpc.links.analytics.query.query({});
});
