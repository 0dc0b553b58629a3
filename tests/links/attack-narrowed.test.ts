import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { importCalls } from '../support/link-imports';
import { linkScenes } from '../support/links';
import { seedKey } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

/** A workspace with a link on each of two domains, and a key for one of them. */
async function place() {
  const { keyOf, domain, link, ...rest } = await scene();
  const [mine, other] = [await domain(), await domain()];
  const key = await seedKey(rest.workspaceId, { resources: { link_domains: [mine.id] } });
  const narrowed = restClient(server.url, key.secret);
  const own = await link({ domain_id: mine.id, tags: ['own', 'both'] });
  const foreign = await link({ domain_id: other.id, tags: ['foreign', 'both'], title: 'not theirs' });
  return { ...rest, keyOf, domain, link, mine, other, key, narrowed, own, foreign };
}

describe('a key for one domain', () => {
  test('reads the events of that domain alone, listed, one by one and as they come', async () => {
    const { narrowed, events, own, foreign, other, key } = await place();
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

  test('sees no webhook that gets more, nor its deliveries', async () => {
    const { narrowed, expectStatus, foreign } = await place();
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

  test('changes nothing that holds for links of other domains', async () => {
    const { narrowed, expectStatus, foreign } = await place();
    expect((await narrowed('PATCH', '/link-settings', { raw_click_days: 2 })).status).toBe(422);
    expect((await expectStatus(200, 'GET', '/link-settings')).raw_click_days).toBe(400);

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

  test('sees its own imports alone', async () => {
    const { narrowed, secret, key, mine } = await place();
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

test('a key that only makes links is not told where a link leads whose address is taken', async () => {
  const { keyOf, foreign, other, link } = await place();
  await link({ domain_id: other.id, slug: 'taken', password: 'open sesame', external_id: 'theirs' });
  for (const taken of [{ slug: 'taken' }, { external_id: 'theirs' }, { slug: foreign.slug }]) {
    const body = { on_conflict: 'skip', items: [{ url: 'https://example.net/', domain_id: other.id, ...taken }] };
    const create = await keyOf({ kind: 'lk', scopes: ['links:create'] });
    expect((await create('POST', '/links/bulk', body)).body.results).toEqual([{ index: 0, status: 'skipped' }]);
    const read = await keyOf({ kind: 'lk', scopes: ['links:create', 'links:read'] });
    expect((await read('POST', '/links/bulk', body)).body.results[0].link.domain_id).toBe(other.id);
  }
});
