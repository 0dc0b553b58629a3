import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey } from '../support/seed';
import { importCalls } from './import-scene';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

/** A workspace with a link on each of two domains, and a key for one of them. */
async function createScene() {
  const { keyOf, domain, link, ...rest } = await scene();
  const [mine, other] = [await domain(), await domain()];
  const key = await seedKey(rest.workspaceId, { resources: { link_domains: [mine.id] } });
  const narrowed = restClient(server.url, key.secret);
  const own = await link({ domain_id: mine.id, tags: ['own', 'both'] });
  const foreign = await link({ domain_id: other.id, tags: ['foreign', 'both'], title: 'not theirs' });
  return { ...rest, keyOf, domain, link, mine, other, key, narrowed, own, foreign };
}

describe('a key for one domain', () => {
  test('reads only events of that domain, listed, by id and streamed', async () => {
    const { narrowed, events, own, foreign, other, key } = await createScene();
    const all = (await events()) as { id?: string; data: { id?: string } }[];
    const idsOf = (list: { data: { id?: string } }[]) => list.map(({ data }) => data.id);
    expect(idsOf(all)).toContain(foreign.id);

    const { body } = await narrowed('GET', '/events?limit=100');
    expect(idsOf(body.data)).toContain(own.id);
    expect(JSON.stringify(body)).not.toContain(foreign.id);
    expect(JSON.stringify(body)).not.toContain(other.id);
    const hidden = all.find(({ data }) => data.id === foreign.id);
    expect((await narrowed('GET', `/events/${hidden?.id}`)).status).toBe(404);

    const over = new AbortController();
    const stream = await fetch(`${server.url}/api/v1/events/stream?after_sequence=0`, {
      headers: { authorization: `Bearer ${key.secret}` },
      signal: over.signal,
    });
    const reader = stream.body?.getReader();
    let text = '';
    while (!text.includes(own.id)) text += new TextDecoder().decode((await reader?.read())?.value);
    over.abort();
    expect(text).not.toContain(other.id);
  });

  test('does not see webhooks with wider filters, nor their deliveries', async () => {
    const { narrowed, expectStatus, foreign } = await createScene();
    const hook = { url: 'https://hooks.example.com/', events: ['link.*'] };
    const wide = await expectStatus(201, 'POST', '/webhooks', hook);
    const small = await narrowed('POST', '/webhooks', hook);
    await expectStatus(200, 'PATCH', `/links/${foreign.id}`, { title: 'again' });

    const ids = (await narrowed('GET', '/webhooks')).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([small.body.id]);
    expect((await narrowed('GET', `/webhooks/${wide.id}`)).status).toBe(404);
    expect((await narrowed('GET', '/webhook-deliveries')).body.data).toEqual([]);
    expect((await expectStatus(200, 'GET', '/webhook-deliveries')).data).toHaveLength(1);
  });

  test('changes nothing that affects links of other domains', async () => {
    const { narrowed, expectStatus, foreign } = await createScene();
    expect((await narrowed('PATCH', '/link-settings', { click_retention_days: 2 })).status).toBe(422);
    expect((await expectStatus(200, 'GET', '/link-settings')).click_retention_days).toBe(400);

    const tags = (await expectStatus(200, 'GET', '/link-tags')).data as { id: string; name: string }[];
    const statuses = async (method: string, body?: object) =>
      Object.fromEntries(
        await Promise.all(
          tags.map(async ({ id, name }) => [name, (await narrowed(method, `/link-tags/${id}`, body)).status]),
        ),
      );
    expect(await statuses('PATCH', { color: 'red' })).toEqual({ own: 200, both: 422, foreign: 422 });
    expect(await statuses('DELETE')).toEqual({ own: 204, both: 422, foreign: 422 });
    expect((await expectStatus(200, 'GET', `/links/${foreign.id}`)).tags.toSorted()).toEqual(['both', 'foreign']);
  });

  test('sees only imports limited to its domain, in events, webhooks and lists', async () => {
    const { narrowed, expectStatus, secret, key, mine, other } = await createScene();
    const hook = { url: 'https://hooks.example.com/', events: ['link.import.completed'] };
    const { body: small } = await narrowed('POST', '/webhooks', hook);
    const chosen = await expectStatus(201, 'POST', '/webhooks', { ...hook, selectors: { domain_ids: [mine.id] } });
    const file = 'url\nhttps://example.com/\n';
    const run = async (by: string, query = '') => (await importCalls(server, by).run(file, query)).id as string;
    const anywhere = await run(secret);
    const elsewhere = await run(secret, `?domain_id=${other.id}`);
    const here = await run(secret, `?domain_id=${mine.id}`);
    const own = await run(key.secret);

    const ended = '/events?type=link.import.completed&sort=created_at';
    const idsOf = async (call: typeof narrowed) =>
      (await call('GET', ended)).body.data.map(({ data }: { data: { id: string } }) => data.id);
    expect(await idsOf(narrowed)).toEqual([here, own]);
    const delivered = async (id: string) =>
      (await expectStatus(200, 'GET', `/webhook-deliveries?webhook_id=${id}`)).data.length as number;
    expect([await delivered(small.id), await delivered(chosen.id)]).toEqual([2, 2]);
    const { data } = (await narrowed('GET', '/link-imports')).body;
    expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual([here, own].toSorted());
    for (const hidden of [anywhere, elsewhere]) {
      expect((await narrowed('GET', `/link-imports/${hidden}`)).status).toBe(404);
    }
  });

  test('counts only its own links by tag', async () => {
    const { narrowed, expectStatus } = await createScene();
    const { data } = (await narrowed('GET', '/link-tags?sort=name')).body;
    type Tag = { id: string; name: string; links_count: number };
    expect(data.map(({ name, links_count }: Tag) => [name, links_count])).toEqual([
      ['both', 1],
      ['foreign', 0],
      ['own', 1],
    ]);
    const both = data.find(({ name }: Tag) => name === 'both');
    expect((await narrowed('GET', `/link-tags/${both.id}`)).body.links_count).toBe(1);
    expect((await expectStatus(200, 'GET', `/link-tags/${both.id}`)).links_count).toBe(2);
  });

  test('gets warnings only about its own links', async () => {
    const { workspaceId, expectStatus, link, mine, other } = await createScene();
    const hostname = `${freshSlug('loop')}.example.com`;
    await link({ domain_id: other.id, url: `https://${hostname}/` });
    const { id } = await expectStatus(201, 'POST', '/link-domains', { hostname });
    const key = await seedKey(workspaceId, { resources: { link_domains: [mine.id, id] } });
    const warnings = async (method: 'GET' | 'PATCH', body?: object) =>
      (await restClient(server.url, key.secret)(method, `/link-domains/${id}`, body)).body.warnings;
    expect(await warnings('GET')).toEqual([]);
    expect(await warnings('PATCH', { disabled: true })).toEqual([]);
    await link({ domain_id: mine.id, url: `https://${hostname}/` });
    expect(await warnings('GET')).toHaveLength(1);
    expect(await warnings('PATCH', { disabled: false })).toHaveLength(1);
  });

  test('receives the event of another key’s list only when all listed links are on its domain', async () => {
    const { narrowed, expectStatus, link, mine, other, secret } = await createScene();
    const hook = await narrowed('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['link.listed'] });
    // Of so many the event names the first hundred alone, all of them on the domain.
    const items = Array.from({ length: 101 }, () => ({ url: 'https://many.example.com/', domain_id: mine.id }));
    await expectStatus(200, 'POST', '/links/bulk', { items });
    await link({ url: 'https://many.example.com/', domain_id: other.id });
    const authorization = `Bearer ${secret}`;
    const file = await fetch(`${server.url}/api/v1/links/export?q=many`, { headers: { authorization } });
    expect((await file.text()).split('\r\n').length).toBeGreaterThan(102);
    await expectStatus(200, 'GET', '/links?sort=created_at');
    await expectStatus(200, 'GET', '/links?q=nothing-has-this');
    await expectStatus(200, 'GET', `/links?domain_id=${mine.id}&limit=1`);

    const { data } = (await narrowed('GET', '/events?type=link.listed')).body;
    expect(data).toHaveLength(1);
    expect(data[0].data).toMatchObject({ count: 1, domain_ids: [mine.id] });
    const deliveries = await expectStatus(200, 'GET', `/webhook-deliveries?webhook_id=${hook.body.id}`);
    expect(deliveries.data.map(({ event_id }: { event_id: string }) => event_id)).toEqual([data[0].id]);
  });

  test('sees only its own imports', async () => {
    const { narrowed, secret, key, mine } = await createScene();
    const theirs = await importCalls(server, secret).run('url,slug\nhttps://example.com/,\n', '?format=csv');
    const own = await importCalls(server, key.secret).run(
      'url\nhttps://example.com/\n',
      `?format=csv&domain_id=${mine.id}`,
    );
    expect([own.created, own.failed]).toEqual([1, 0]);
    expect((await narrowed('GET', '/link-imports')).body.data.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await narrowed('GET', `/link-imports/${theirs.id}`)).status).toBe(404);
    expect((await narrowed('POST', `/link-imports/${theirs.id}/cancel`)).status).toBe(404);
  });
});

test('a key that may only create links does not learn the target of a link whose slug is taken', async () => {
  const { keyOf, foreign, other, link } = await createScene();
  await link({ domain_id: other.id, slug: 'taken', password: 'open sesame', external_id: 'theirs' });
  for (const taken of [{ slug: 'taken' }, { external_id: 'theirs' }, { slug: foreign.slug }]) {
    const body = { on_conflict: 'skip', items: [{ url: 'https://example.net/', domain_id: other.id, ...taken }] };
    const create = await keyOf({ kind: 'lk', scopes: ['links:create'] });
    expect((await create('POST', '/links/bulk', body)).body.results).toEqual([{ index: 0, status: 'skipped' }]);
    const read = await keyOf({ kind: 'lk', scopes: ['links:create', 'links:read'] });
    expect((await read('POST', '/links/bulk', body)).body.results[0].link.domain_id).toBe(other.id);
  }
});
