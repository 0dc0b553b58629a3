import { afterAll, beforeAll, expect, test } from 'bun:test';

import { createRedirects } from '../../../server/links/redirect/redirects';
import { createMetrics } from '../../../server/metrics';
import { database, startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { BROWSER, freshSlug, seedLink, TARGET } from './support';

let server: Awaited<ReturnType<typeof startServer>>;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  workspaceId = await seedWorkspace();
});
afterAll(() => server.stop());

/** The redirect over clicks and a database that may fail. */
function redirects({
  record = async () => true,
  settled = async () => {},
  database: storage = database,
  interestOf = () => 0,
}: Partial<Faults> = {}) {
  const { config, log, now, secretKey, clicks } = server.services;
  const port = { ...clicks, record, settled, interestOf } satisfies Partial<typeof clicks>;
  const made = createRedirects({
    config,
    database: storage,
    log,
    now,
    secretKey,
    metrics: createMetrics(),
    clicks: port,
  });
  const visit = async (path: string, host = 'localhost') =>
    made.handle(
      new Request(`http://${host}${path}`, { headers: { host, 'user-agent': BROWSER } }),
      null,
      () => new Response('the application'),
    );
  return { ...made, visit };
}
interface Faults {
  record: () => Promise<boolean>;
  interestOf: (workspaceId: string, resources: () => readonly string[]) => number;
  settled: () => Promise<void>;
  database: typeof database;
}

test('while clicks cannot be stored, links redirect, and limited ones wait without losing a use', async () => {
  let isKept = false;
  const made = redirects({ record: async () => isKept });
  await made.start();
  const { visit } = made;
  const open = await seedLink(workspaceId);
  const limited = await seedLink(workspaceId, { maxClicks: 1 });
  expect((await visit(`/${open.slug}`))?.headers.get('location')).toBe(TARGET);
  for (let count = 0; count < 3; count += 1) {
    const refused = await visit(`/${limited.slug}`);
    expect([refused?.status, refused?.headers.get('location'), refused?.headers.get('retry-after')]).toEqual([
      503,
      null,
      '1',
    ]);
  }
  isKept = true;
  expect((await visit(`/${limited.slug}`))?.status).toBe(302);
  expect((await visit(`/${limited.slug}`))?.status).toBe(410);
  made.stop();
});

test.each([
  [
    'at once',
    () => {
      throw new Error('The journal is broken.');
    },
  ],
  ['later', () => Promise.reject(new Error('The journal is broken.'))],
])('a journal that breaks %s is 503 to all who came together, and the next are led on', async (_when, breaking) => {
  let record: Faults['record'] = async () => true;
  const { visit } = redirects({ record: () => record() });
  const slugs = await Promise.all(Array.from({ length: 3 }, async () => (await seedLink(workspaceId)).slug));
  const visitAll = async () =>
    (await Promise.all(slugs.map((slug) => visit(`/${slug}`)))).map((answer) => answer?.status);
  expect(await visitAll()).toEqual([302, 302, 302]);
  record = breaking;
  expect(await visitAll()).toEqual([503, 503, 503]);
  record = async () => true;
  expect(await visitAll()).toEqual([302, 302, 302]);
});

test('a request that fails does not fail others of the same turn', async () => {
  const slugs = await Promise.all(Array.from({ length: 3 }, async () => seedLink(workspaceId)));
  const broken = slugs[1]?.id ?? '';
  let isBroken = false;
  const { visit } = redirects({
    interestOf: (_workspaceId, resources) => {
      if (isBroken && resources().includes(broken)) throw new Error('Nobody knows.');
      return 0;
    },
  });
  const visitAll = async () =>
    (await Promise.all(slugs.map(({ slug }) => visit(`/${slug}`)))).map((one) => one?.status);
  expect(await visitAll()).toEqual([302, 302, 302]);
  isBroken = true;
  expect(await visitAll()).toEqual([302, 503, 302]);
});

test('no response is sent before its click is durable', async () => {
  const safe = Promise.withResolvers<boolean>();
  const { visit } = redirects({ record: () => safe.promise });
  let isAnswered = false;
  const answer = visit(`/${(await seedLink(workspaceId)).slug}`).then((response) => {
    isAnswered = true;
    return response;
  });
  // Everything else that an answer could wait for.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  safe.resolve(true);
  expect((await answer)?.headers.get('location')).toBe(TARGET);
});

test('a failing database does not stop cached links or the process', async () => {
  const { slug } = await seedLink(workspaceId);
  let isAway = false;
  const store = new Proxy(database, {
    get(target, name) {
      if (isAway && name === 'select') throw new Error('away');
      return Reflect.get(target, name) as unknown;
    },
  });
  const made = redirects({ database: store });
  const { visit } = made;
  expect((await visit(`/${slug}`))?.headers.get('location')).toBe(TARGET);
  isAway = true;
  expect((await visit(`/${slug}`))?.headers.get('location')).toBe(TARGET);
  expect(await visit('/healthz')).toBeUndefined();
  expect(await (await visit('/healthz', 'switchboard.internal.example'))?.text()).toBe('the application');
  expect((await visit(`/${freshSlug()}`, 'other.example'))?.status).toBe(503);
  isAway = false;
  made.forget('dom_x', []);
  expect((await visit(`/${freshSlug()}`))?.status).toBe(404);
});

test('links hidden by a new route are logged at the start', async () => {
  const { slug } = await seedLink(workspaceId, { slug: `${freshSlug()}/x` });
  const warnings: object[] = [];
  const { config, now, secretKey, clicks, log } = server.services;
  const loud = Object.assign(Object.create(log) as typeof log, {
    warn: (fields: object) => void warnings.push(fields),
  });
  const made = createRedirects({
    config,
    database,
    log: loud,
    now,
    secretKey,
    metrics: createMetrics(),
    clicks,
  });
  made.reserve([`/${slug.split('/')[0]?.toUpperCase()}/:id`, '/', '/*', '/:id']);
  await made.start();
  expect(warnings).toEqual([expect.objectContaining({ slug })]);
  made.stop();
});
