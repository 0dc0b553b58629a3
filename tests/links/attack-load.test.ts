import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { createWorkspaceTurns } from '../../server/links/clicks/analytics/reader';
import { nextTurn } from '../../server/next-turn';
import { browserAt, PASSWORD, seedAccount } from '../support/accounts';
import { startServer } from '../support/app';
import { importScene } from './import-scene';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);
/** Memory and hashes, whatever the database is. */
const onOneEngine = test.skipIf(engine === 'postgres');

test('a row nested too deeply is refused, and the import continues', async () => {
  const { run } = await importScene(server);
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const lines = `{"url":"https://example.com/","metadata":${deep}}\n{"url":"https://example.com/"}\n`;
  const { status, created, failed, errors } = await run(lines, '?format=ndjson');
  expect([status, created, failed]).toEqual(['completed', 1, 1]);
  expect(errors).toMatchObject([{ line: 1, code: 'malformed_json' }]);
  const csv = await run(`url,metadata\nhttps://example.com/,"${deep}"\n`, '?format=csv');
  expect(csv.errors).toMatchObject([{ line: 2, code: 'malformed_json' }]);
});

test('a bulk upsert changes the password of an existing link', async () => {
  const { call, link, expectStatus } = await scene();
  const slug = freshSlug();
  const made = await link({ slug, password: 'the old one' });
  const open = (password: string) =>
    fetch(`${server.url}/${slug}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ password }) });
  const update = async (item: object) => {
    const items = [{ url: 'https://example.com/', slug, ...item }];
    const { body } = await call('POST', '/links/bulk', { on_conflict: 'update', items });
    expect([body.updated, body.results[0].link.id]).toEqual([1, made.id]);
  };

  await update({ password: 'the new one' });
  expect([(await open('the old one')).status, (await open('the new one')).status]).toEqual([403, 303]);
  await update({ title: 'kept' });
  expect((await open('the new one')).status).toBe(303);
  await update({ password: null });
  expect((await expectStatus(200, 'GET', `/links/${made.id}`)).has_password).toBe(false);
});

onOneEngine('invented hosts and user agents do not fill the memory', async () => {
  const { link } = await scene();
  const slug = freshSlug();
  await link({ slug });
  const pad = 'x'.repeat(14_000);
  const send = async (headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/${slug}`, { redirect: 'manual', headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const heap = () => {
    Bun.gc(true);
    return process.memoryUsage().heapUsed / 1e6;
  };
  /** So many requests, twenty at a time, each with something that no other has. */
  const sendAll = async (count: number, status: number, headersOf: (name: string) => Record<string, string>) => {
    for (let at = 0; at < count; at += 20) {
      const some = Array.from({ length: 20 }, () => send(headersOf(freshSlug())));
      expect(new Set(await Promise.all(some))).toEqual(new Set([status]));
    }
  };
  const makeUp = async (count: number) => {
    await sendAll(count, 302, (name) => ({ 'user-agent': `Mozilla ${name} ${pad}` }));
    await sendAll(count, 400, (name) => ({ host: `${name}${pad}.example` }));
  };
  // What the process needs to do this at all.
  await makeUp(1000);
  const before = heap();
  await makeUp(4000);
  // Either kind would take 56 MB.
  expect(heap() - before).toBeLessThan(25);
});

test('many queries of one workspace do not delay another workspace', async () => {
  const inTurn = createWorkspaceTurns(2, 3);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (who: string, name: string) =>
    inTurn(async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    }, who);
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name));
  expect(ask('a', 'a6')).rejects.toMatchObject({ code: 'rate_limited' });
  asked.push(ask('b', 'b1'));
  expect(order).toEqual(['a1', 'a2', 'b1']);

  while (order.length < 6 || ends.length > 0) {
    ends.shift()?.();
    await nextTurn();
  }
  await Promise.all(asked);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
  asked.push(ask('a', 'a7'));
  expect(order.at(-1)).toBe('a7');
  ends.shift()?.();
  await Promise.all(asked);
});

test('a query that waits for too long gets 429, and is not run afterwards', async () => {
  const inTurn = createWorkspaceTurns(1, 3, 20);
  const slow = Promise.withResolvers<void>();
  let runs = 0;
  const asked = await Promise.allSettled([inTurn(() => slow.promise, 'a'), inTurn(async () => void (runs += 1), 'a')]);
  const refused = { status: 'rejected', reason: { code: 'rate_limited' } };
  expect(asked).toMatchObject([refused, refused]);
  slow.resolve();
  await inTurn(async () => void (runs += 10), 'a');
  expect(runs).toBe(10);
});

test('a workspace with too many concurrent queries gets 429, and others are not affected', async () => {
  const [one, other] = [await scene(), await scene()];
  const { id } = await one.link();
  const many = await Promise.all(
    Array.from({ length: 80 }, (_, at) => one.call('GET', `/links/analytics?link_ids=${id}&country=!X${at}`)),
  );
  const answer = await other.call('GET', '/links/count');
  expect(answer.status).toBe(200);
  const refused = many.find(({ status }) => status === 429);
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(refused?.headers.get('retry-after')).toBe('2');
});

test('filtered links are sorted by slug, in pages, over two domains', async () => {
  const { link, domain, expectStatus } = await scene();
  const { id: domain_id } = await domain();
  const slugs = ['b', 'a', 'd', 'c'].map((name) => freshSlug(name));
  for (const slug of slugs) await link({ slug, title: 'wanted' });
  for (const slug of slugs.slice(0, 2)) await link({ slug, domain_id, title: 'wanted' });
  await link({ slug: freshSlug('b'), title: 'other' });
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await expectStatus(200, 'GET', `/links?sort=slug&q=wanted&limit=2${cursor}`);
    seen.push(...page.data.map(({ slug }: { slug: string }) => slug));
    if (!page.has_more) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(seen).toEqual([...slugs, ...slugs.slice(0, 2)].toSorted());
});

onOneEngine('guessing the passwords of many links does not block sign-ins', async () => {
  const { expectStatus } = await scene();
  const slugs = Array.from({ length: 15 }, () => freshSlug());
  const items = slugs.map((slug) => ({ url: 'https://example.com/', slug, password: 'open sesame' }));
  await expectStatus(200, 'POST', '/links/bulk', { items });
  const { email } = await seedAccount();
  const body = new URLSearchParams({ password: 'wrong' });
  const tries = Promise.all(
    [...slugs, ...slugs, ...slugs, ...slugs, ...slugs].map(async (slug) => {
      const answer = await fetch(`${server.url}/${slug}`, { method: 'POST', body });
      return answer.status;
    }),
  );
  const signedIn = await Promise.all(
    Array.from({ length: 3 }, () => browserAt(server).mutate('auth.sign_in', { email, password: PASSWORD })),
  );
  expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await tries).toContain(403);
});
