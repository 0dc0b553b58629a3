import { afterAll, describe, expect, test } from 'bun:test';

import { inArray } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { links } from '../../server/links/schema/links';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

const URL_OF = 'https://example.com/';
const statuses = ({ body }: { body: { results: { status: string }[] } }): string[] =>
  body.results.map(({ status }) => status);

describe('bulk creation', () => {
  test('creates a thousand links, emits an event for each, and counts as a hundred requests', async () => {
    const { call, keyOf, workspaceId } = await scene();
    expect(workspaceId).toStartWith('ws_');
    const quota = await keyOf({ rateLimit: { requests: 150, window_seconds: 3600 } });
    const items = Array.from({ length: 1000 }, (_, index) => ({ url: `${URL_OF}${index}`, tags: [`t${index % 3}`] }));
    const answer = await quota('POST', '/links/bulk', { items });
    expect(answer.body).toMatchObject({ created: 1000, updated: 0, deleted: 0, failed: 0 });
    expect(answer.body.results[999]).toMatchObject({ index: 999, status: 'created', link: { url: `${URL_OF}999` } });
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('49');
    expect((await call('GET', '/links/count')).body.total).toBe(1000);
    expect((await call('GET', '/events?type=link.created&limit=1')).body.data[0].sequence).toBe(1000);

    const second = await quota('POST', '/links/bulk', { items });
    expect([second.status, second.body.code]).toEqual([429, 'rate_limited']);
  });

  test('leaves out invalid links, and says why', async () => {
    const { call, link, events } = await scene();
    const slug = freshSlug();
    await link({ slug, external_id: 'a' });
    const answer = await call('POST', '/links/bulk', {
      items: [
        { url: URL_OF },
        { url: URL_OF, slug },
        { url: 'http://localhost/' },
        { url: URL_OF, external_id: 'a' },
        { url: URL_OF, slug: 'api' },
        { url: URL_OF, slug: `${slug}-x` },
        { url: URL_OF, slug: `${slug}-X` },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ created: 2, failed: 5 });
    expect(
      answer.body.results.flatMap(({ error }: { error?: { code: string; pointer: string } }) =>
        error ? [`${error.pointer} ${error.code}`] : [],
      ),
    ).toEqual([
      '/items/1/slug slug_taken',
      '/items/2/url private_target',
      '/items/3/external_id duplicate',
      '/items/4/slug slug_reserved',
      '/items/6/slug slug_taken',
    ]);
    expect(await events('link.created')).toHaveLength(3);
  });

  test('that is atomic creates all or none', async () => {
    const { call, events } = await scene();
    const items = [{ url: URL_OF, tags: ['new'] }, { url: 'http://10.0.0.1/' }];
    const answer = await call('POST', '/links/bulk', { items, atomic: true });
    expect([answer.status, answer.body.code, issuesOf(answer)]).toEqual([
      422,
      'unprocessable',
      ['/items/1/url private_target'],
    ]);
    expect((await call('GET', '/links/count')).body.total).toBe(0);
    expect((await call('GET', '/link-tags')).body.data).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('sets at most twenty different passwords, since hashing is slow', async () => {
    const { call, expectStatus } = await scene();
    const items = Array.from({ length: 22 }, (_, index) => ({ url: URL_OF, password: `secret ${index}` }));
    const refused = await call('POST', '/links/bulk', { items });
    expect([refused.status, refused.body.code, issuesOf(refused)]).toEqual([
      422,
      'unprocessable',
      ['/items/20/password too_many_passwords', '/items/21/password too_many_passwords'],
    ]);
    expect((await expectStatus(200, 'GET', '/links/count')).total).toBe(0);

    const some = items.slice(0, 20);
    const made = await expectStatus(200, 'POST', '/links/bulk', { items: [...some, ...some, { url: URL_OF }] });
    expect(made.created).toBe(41);
    const ids = made.results.map(({ link }: { link: { id: string } }) => link.id) as string[];
    const singly = items.map(({ password }, index) => ({ id: ids[index], password }));
    const changed = await call('POST', '/links/bulk/update', { items: singly });
    expect(issuesOf(changed)).toEqual([
      '/items/20/password too_many_passwords',
      '/items/21/password too_many_passwords',
    ]);
    const all = { ids, set: { password: 'one for all' } };
    expect((await expectStatus(200, 'POST', '/links/bulk/update', all)).updated).toBe(41);
    const hashes = await queries(database)
      .select({ hash: links.passwordHash })
      .from(links)
      .where(inArray(links.id, ids));
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(1);
    const off = ids.map((id) => ({ id, password: null }));
    expect((await expectStatus(200, 'POST', '/links/bulk/update', { items: off })).updated).toBe(41);
  });

  test('is refused entirely where the schema refuses an item', async () => {
    const { call } = await scene();
    const answer = await call('POST', '/links/bulk', { items: [{ url: URL_OF }, { url: 'x' }, { slug: '' }] });
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      ['/items/1/url invalid_url', '/items/2/url required', '/items/2/slug too_short'],
    ]);
  });

  test('skips or changes existing links, as requested', async () => {
    const [one, other] = [await scene(), await scene()];
    const [slug, foreign] = [freshSlug(), freshSlug()];
    const { id } = await one.link({ slug, title: 'Old' });
    await other.link({ slug: foreign });
    const items = [
      { url: `${URL_OF}new`, slug, title: 'New' },
      { url: URL_OF, slug: foreign },
    ];
    const skipped = await one.call('POST', '/links/bulk', { items, on_conflict: 'skip' });
    expect(statuses(skipped)).toEqual(['skipped', 'skipped']);
    expect(skipped.body.results[0].link).toMatchObject({ id, title: 'Old' });
    expect(skipped.body.results[1].link).toBeUndefined();

    const updated = await one.call('POST', '/links/bulk', { items, on_conflict: 'update' });
    expect(statuses(updated)).toEqual(['updated', 'failed']);
    expect(updated.body).toMatchObject({ updated: 1, failed: 1 });
    expect(updated.body.results[0].link).toMatchObject({ id, title: 'New', url: `${URL_OF}new` });
    expect(await one.events('link.updated')).toMatchObject([{ data: { previous: { title: 'Old' } } }]);

    const creator = await one.keyOf({ scopes: ['links:create'] });
    const refused = await creator('POST', '/links/bulk', { items, on_conflict: 'update' });
    expect([refused.status, refused.body.required_scopes]).toEqual([403, ['links:write']]);
  });

  test('runs once per Idempotency-Key', async () => {
    const { call, events } = await scene();
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { items: Array.from({ length: 300 }, () => ({ url: URL_OF })) };
    const first = await call('POST', '/links/bulk', body, header);
    const again = await call('POST', '/links/bulk', body, header);
    expect([first.body.created, again.headers.get('idempotent-replayed')]).toEqual([300, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await call('GET', '/links/count')).body.total).toBe(300);
    expect((await events('link.created')).length).toBe(100);
  });
});

describe('bulk change', () => {
  test('changes all links alike, with tags added and removed', async () => {
    const { call, link, events } = await scene();
    const made = [await link({ tags: ['a', 'b'] }), await link({ tags: ['c'] }), await link()];
    const ids = made.map(({ id }: { id: string }) => id);
    const set = { archived: true, tags_add: ['x'], tags_remove: ['a', 'unknown'] };
    const answer = await call('POST', '/links/bulk/update', { ids: [...ids, 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c'], set });
    expect(statuses(answer)).toEqual(['updated', 'updated', 'updated', 'failed']);
    expect(answer.body.results[3].error).toMatchObject({ code: 'not_found', pointer: '/ids/3' });
    expect(answer.body.results.slice(0, 3).map((one: { link: { tags: string[] } }) => one.link.tags)).toEqual([
      ['b', 'x'],
      ['c', 'x'],
      ['x'],
    ]);
    expect(await events('link.updated')).toHaveLength(3);
    expect((await call('GET', '/links')).body.data).toEqual([]);
  });

  test('changes each link by its own item; one failure does not affect the others', async () => {
    const { call, link } = await scene();
    const slug = freshSlug();
    const [a, b] = [await link({ slug }), await link()];
    const items = [
      { id: a.id, title: 'A' },
      { id: b.id, slug },
    ];
    const answer = await call('POST', '/links/bulk/update', { items });
    expect(statuses(answer)).toEqual(['updated', 'failed']);
    expect(answer.body.results[1].error).toMatchObject({ code: 'slug_taken', pointer: '/items/1/slug' });

    const atomic = await call('POST', '/links/bulk/update', {
      items: [{ ...items[0], title: 'B' }, items[1]],
      atomic: true,
    });
    expect([atomic.status, issuesOf(atomic)]).toEqual([422, ['/items/1/slug slug_taken']]);
    expect((await call('GET', `/links/${a.id}`)).body.title).toBe('A');
  });

  test('takes one of two forms, and each link once', async () => {
    const { call, link } = await scene();
    const { id } = await link();
    for (const body of [{}, { ids: [id] }, { ids: [id], set: {}, items: [{ id }] }, { ids: [id, id], set: {} }]) {
      expect((await call('POST', '/links/bulk/update', body)).status).toBe(400);
    }
  });
});

test('a bulk deletion deletes links, and does not find those of another workspace', async () => {
  const [one, other] = [await scene(), await scene()];
  const [a, b, foreign] = [await one.link(), await one.link(), await other.link()];
  const answer = await one.call('POST', '/links/bulk/remove', { ids: [a.id, foreign.id, b.id] });
  expect(statuses(answer)).toEqual(['deleted', 'failed', 'deleted']);
  expect(answer.body).toMatchObject({ deleted: 2, failed: 1 });
  expect(await one.events('link.deleted')).toHaveLength(2);
  expect((await other.call('GET', `/links/${foreign.id}`)).status).toBe(200);
});
