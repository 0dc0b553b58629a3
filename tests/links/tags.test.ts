import { afterAll, describe, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { linkTags } from '../../server/links/schema/links';
import { MAX_TAGS } from '../../server/links/tags/rules';
import { ID_PREFIXES, newId } from '../../shared/ids';
import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

describe('a tag', () => {
  test('is created, read, changed and deleted', async () => {
    const { call, expectStatus } = await scene();
    const made = await call('POST', '/link-tags', { name: ' Spring ', color: 'green' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/link-tags/${made.body.id}`]);
    expect(made.body).toMatchObject({ name: 'Spring', color: 'green', links_count: 0, version: 1 });
    expect(await expectStatus(200, 'GET', `/link-tags/${made.body.id}`)).toEqual(made.body);
    const path = `/link-tags/${made.body.id}`;
    expect(await expectStatus(200, 'PATCH', path, { name: 'SPRING' })).toMatchObject({ name: 'SPRING', version: 2 });
    expect((await call('PATCH', path, { color: 'red' }, { 'If-Match': '"1"' })).status).toBe(412);
    await expectStatus(204, 'DELETE', path);
    await expectStatus(404, 'GET', path);
  });

  test('has a unique name, in any case', async () => {
    const { call, expectStatus } = await scene();
    await expectStatus(201, 'POST', '/link-tags', { name: 'Straße' });
    const other = await expectStatus(201, 'POST', '/link-tags', { name: 'other' });
    for (const answer of [
      await call('POST', '/link-tags', { name: 'STRAßE' }),
      await call('PATCH', `/link-tags/${other.id}`, { name: 'straße' }),
    ]) {
      expect([answer.status, issuesOf(answer)]).toEqual([409, ['/name duplicate']]);
    }
    expect((await call('POST', '/link-tags', { name: '  ' })).status).toBe(400);
    expect((await call('POST', '/link-tags', { name: 'a', color: 'black' })).status).toBe(400);
  });

  test('is created by a link that names it; renaming shows there, and deleting does not change the link', async () => {
    const { link, expectStatus, events } = await scene();
    const { id } = await link({ tags: ['New', 'new', 'b'] });
    const { data } = await expectStatus(200, 'GET', '/link-tags?sort=name');
    expect(data.map(({ name, links_count }: { name: string; links_count: number }) => [name, links_count])).toEqual([
      ['b', 1],
      ['new', 1],
    ]);
    await expectStatus(200, 'PATCH', `/link-tags/${data[1].id}`, { name: 'Newer' });
    expect((await expectStatus(200, 'GET', `/links/${id}`)).tags).toEqual(['b', 'Newer']);
    await expectStatus(204, 'DELETE', `/link-tags/${data[0].id}`);
    expect(await expectStatus(200, 'GET', `/links/${id}`)).toMatchObject({ tags: ['Newer'], version: 1 });
    expect((await events()).map(({ type }) => type)).toEqual(['link.created']);
  });

  test('is created once, even by many links at once', async () => {
    const { link, expectStatus } = await scene();
    await Promise.all(Array.from({ length: 20 }, (_, index) => link({ tags: index % 2 ? ['a', 'b'] : ['B', 'A'] })));
    const { data } = await expectStatus(200, 'GET', '/link-tags');
    expect(data.map(({ links_count }: { links_count: number }) => links_count)).toEqual([20, 20]);
  });

  test('is listed in pages, in the requested order', async () => {
    const { expectStatus } = await scene();
    for (const name of ['c', 'A', 'b']) await expectStatus(201, 'POST', '/link-tags', { name });
    const all = async (sort: string): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const after = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await expectStatus(200, 'GET', `/link-tags?limit=2&sort=${sort}${after}`);
        found.push(...page.data.map(({ name }: { name: string }) => name));
        cursor = page.next_cursor;
      }
      return found;
    };
    expect(await all('name')).toEqual(['A', 'b', 'c']);
    expect(await all('-name')).toEqual(['c', 'b', 'A']);
    expect(await all('created_at')).toEqual(['c', 'A', 'b']);
    expect((await expectStatus(200, 'GET', '/link-tags?q=B')).data).toHaveLength(1);
  });
});

describe('settings of links', () => {
  test('have defaults', async () => {
    const { expectStatus, call } = await scene();
    const defaults = {
      default_domain_id: SHARED_DOMAIN_ID,
      slug_length: 7,
      address_storage: 'none',
      referrer_storage: 'path',
      click_retention_days: 400,
      count_http_clients: false,
      allow_private_targets: false,
      updated_at: null,
      version: 0,
    };
    expect(await expectStatus(200, 'GET', '/link-settings')).toEqual(defaults);
    const change = { slug_length: 9, address_storage: 'prefix', count_http_clients: true };
    const changed = await call('PATCH', '/link-settings', change, { 'If-Match': '"0"' });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...defaults, ...change, updated_at: expect.any(String), version: 1 },
    });
    expect((await call('PATCH', '/link-settings', { slug_length: 8 }, { 'If-Match': '"0"' })).status).toBe(412);
    expect(await expectStatus(200, 'GET', '/link-settings')).toEqual(changed.body);
  });

  test('accept only a domain of the workspace', async () => {
    const [one, other] = [await scene(), await scene()];
    const { id } = await other.domain();
    const answer = await one.call('PATCH', '/link-settings', { default_domain_id: id });
    expect([answer.status, issuesOf(answer)]).toEqual([422, ['/default_domain_id related_not_found']]);
  });

  test.each([
    [{ slug_length: 2 }, '/slug_length too_small'],
    [{ slug_length: 65 }, '/slug_length too_big'],
    [{ click_retention_days: 1 }, '/click_retention_days too_small'],
    [{ address_storage: 'all' }, '/address_storage invalid_value'],
  ])('are refused when invalid: %j', async (change, issue) => {
    const { call } = await scene();
    const answer = await call('PATCH', '/link-settings', change);
    expect([answer.status, issuesOf(answer)]).toEqual([400, [issue]]);
  });
});

test('requests at the same time make only as many tags as fit', async () => {
  const { call, workspaceId } = await scene();
  const now = new Date();
  const rows = Array.from({ length: MAX_TAGS - 1 }, (_, index) => {
    const name = `t${index}`;
    return { id: newId(ID_PREFIXES.tag), workspaceId, name, nameKey: name, createdAt: now, updatedAt: now };
  });
  for (let at = 0; at < rows.length; at += 1000)
    await queries(database)
      .insert(linkTags)
      .values(rows.slice(at, at + 1000));

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? call('POST', '/link-tags', { name: `new ${index}` })
        : call('POST', '/links', { url: 'https://example.com/', tags: [`new ${index}`] }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(422)]);
});
