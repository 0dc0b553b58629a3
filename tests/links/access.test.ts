import { afterAll, describe, expect, test } from 'bun:test';

import type { Scope } from '../../shared/access/scopes';
import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

const URL_OF = 'https://example.com/';
const NONE = '01jd9x3k2mf8v9q4zt7w5b6n0c';

/** What an answer says apart from what differs from request to request. */
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const { request_id: _, instance: __, ...rest } = body;
  return { status, ...rest };
};

test('links, domains and tags of another workspace are not found', async () => {
  const [one, other] = [await scene(), await scene()];
  const link = await other.link({ external_id: 'theirs', slug: freshSlug() });
  const domain = await other.domain();
  const tag = await other.expectStatus(201, 'POST', '/link-tags', { name: 'theirs' });
  const calls: [string, string, string, object?][] = [
    ['GET', '/links/', link.id],
    ['PATCH', '/links/', link.id, { title: 'x' }],
    ['DELETE', '/links/', link.id],
    ['GET', '/link-domains/', domain.id],
    ['PATCH', '/link-domains/', domain.id, { disabled: true }],
    ['DELETE', '/link-domains/', domain.id],
    ['GET', '/link-tags/', tag.id],
    ['PATCH', '/link-tags/', tag.id, { name: 'x' }],
    ['DELETE', '/link-tags/', tag.id],
  ];
  for (const [method, path, id, body] of calls) {
    const theirs = await one.call(method, path + id, body);
    const nobodys = await one.call(method, `${path}${id.slice(0, 4)}${NONE}`, body);
    expect(said(theirs)).toEqual(said(nobodys));
    expect(theirs.status).toBe(404);
  }
  const verify = await one.call('POST', `/link-domains/${domain.id}/verify`);
  expect(verify.status).toBe(404);
  for (const query of ['external_id=theirs', `domain=localhost:3000&slug=${link.slug}`]) {
    expect((await one.call('GET', `/links/lookup?${query}`)).status).toBe(404);
  }
  expect((await one.call('GET', '/links')).body.data).toEqual([]);
  expect((await other.call('GET', `/links/${link.id}`)).body.title).toBeNull();
});

describe('a key without the scope is refused', () => {
  const needs: [Scope, string, string, object?][] = [
    ['links:read', 'GET', '/links'],
    ['links:read', 'GET', '/links/count'],
    ['links:read', 'GET', '/links/lookup?external_id=a'],
    ['links:read', 'GET', `/links/lnk_${NONE}`],
    ['links:create', 'GET', '/links/slug-availability?slug=a'],
    ['links:create', 'POST', '/links', { url: URL_OF }],
    ['links:create', 'POST', '/links/bulk', { items: [{ url: URL_OF }] }],
    ['links:write', 'POST', '/links/upsert', { url: URL_OF, external_id: 'a' }],
    ['links:write', 'POST', '/links/bulk/update', { ids: [`lnk_${NONE}`], set: {} }],
    ['links:write', 'POST', '/links/bulk/remove', { ids: [`lnk_${NONE}`] }],
    ['links:write', 'PATCH', `/links/lnk_${NONE}`, {}],
    ['links:write', 'DELETE', `/links/lnk_${NONE}`],
    ['links:read', 'GET', '/link-settings'],
    ['links:write', 'PATCH', '/link-settings', {}],
    ['links:read', 'GET', '/link-tags'],
    ['links:write', 'POST', '/link-tags', { name: 'a' }],
    ['links.domains:read', 'GET', '/link-domains'],
    ['links.domains:write', 'POST', '/link-domains', { hostname: 'go.example.com' }],
    ['links.domains:write', 'POST', `/link-domains/dom_${NONE}/verify`],
  ];
  test.each(needs)('%s: %s %s', async (scope, method, path, ...[body]: [object?]) => {
    const { keyOf } = await scene();
    const others: Scope[] = (
      ['links:read', 'links:create', 'links.analytics:read', 'links.domains:read', 'webhooks:write'] as const
    ).filter((one) => one !== scope);
    const { status, body: problem } = await (await keyOf({ kind: 'lk', scopes: others }))(method, path, body);
    expect([status, problem.code, problem.required_scopes]).toEqual([403, 'insufficient_scope', [scope]]);
  });
});

test('a key for short links is refused elsewhere', async () => {
  const { keyOf } = await scene();
  const call = await keyOf({ kind: 'lk', scopes: ['links:write', 'links.domains:write'] });
  expect((await call('POST', '/links', { url: URL_OF })).status).toBe(201);
  for (const path of ['/keys', '/members', '/audit-entries', '/usage']) {
    expect((await call('GET', path)).status).toBe(403);
  }
});

test('click counters need the scope to read links', async () => {
  const { keyOf, link } = await scene();
  const { id } = await link();
  const create = await keyOf({ scopes: ['links:create'] });
  const made = await create('POST', '/links', { url: URL_OF, reuse: true, max_clicks: 3 });
  expect(made.body).toMatchObject({ clicks: null, unique_clicks: null, bot_clicks: null, remaining_clicks: null });
  const read = await keyOf({ scopes: ['links:read'] });
  expect((await read('GET', `/links/${id}`)).body).toMatchObject({ clicks: 0, unique_clicks: 0, bot_clicks: 0 });
});

describe('a publishable key', () => {
  const ORIGIN = 'https://shop.example.com';
  const publishable = async () => {
    const { keyOf, ...rest } = await scene();
    const key = await keyOf({
      kind: 'pk',
      scopes: ['links:create'],
      allowedOrigins: [ORIGIN, 'https://*.example.org'],
    });
    const create = (body: object, origin = ORIGIN) => key('POST', '/links', body, { Origin: origin });
    return { ...rest, create, key };
  };

  test('creates links to its own sites only, and sees no counters', async () => {
    const { create } = await publishable();
    const made = await create({ url: `${ORIGIN}/a`, title: 'A', utm: { source: 's' }, metadata: { a: 'b' } });
    expect([made.status, made.body.clicks, made.body.bot_clicks]).toEqual([201, null, null]);
    expect((await create({ url: 'https://www.example.org/' })).status).toBe(201);
    for (const url of ['https://example.org/', 'https://evil.example.net/', 'https://shop.example.com.evil.net/']) {
      const answer = await create({ url });
      expect([answer.status, issuesOf(answer)]).toEqual([422, ['/url target_not_allowed_for_key']]);
    }
    expect((await create({ url: `${ORIGIN}/a` }, 'https://evil.example.net')).status).toBe(403);
  });

  test('cannot set a field that hides the target of a link', async () => {
    const { create, key } = await publishable();
    const answer = await create({ url: `${ORIGIN}/`, slug: 'login', password: 'open sesame', expired_url: URL_OF });
    expect([answer.status, issuesOf(answer).toSorted()]).toEqual([
      422,
      ['slug', 'password', 'expired_url'].map((name) => `/${name} field_not_allowed_for_key`).toSorted(),
    ]);
    const bulk = await key(
      'POST',
      '/links/bulk',
      { items: [{ url: `${ORIGIN}/`, slug: 'login' }] },
      { Origin: ORIGIN },
    );
    expect(bulk.body.results[0].error).toMatchObject({ code: 'field_not_allowed_for_key', pointer: '/items/0/slug' });
  });

  test('reuses its own equal links unless asked not to, never those of others', async () => {
    const { create, link } = await publishable();
    const url = `${ORIGIN}/same`;
    const foreign = await link({ url });
    const first = await create({ url });
    expect([first.status, first.body.id === foreign.id]).toEqual([201, false]);
    expect(await create({ url })).toMatchObject({ status: 200, body: { id: first.body.id, clicks: null } });
    expect((await create({ url, reuse: false })).status).toBe(201);
  });
});

describe('a key for one domain', () => {
  const narrowed = async () => {
    const { keyOf, domain, ...rest } = await scene();
    const [mine, other] = [await domain(), await domain()];
    return { ...rest, mine, other, call: await keyOf({ resources: { link_domains: [mine.id] } }), full: rest.call };
  };

  test('sees and changes only links of the domain', async () => {
    const { call, full, link, mine, other } = await narrowed();
    const [own, foreign, shared] = [
      await link({ domain_id: mine.id, external_id: 'own' }),
      await link({ domain_id: other.id, external_id: 'foreign' }),
      await link(),
    ];
    const ids = async (path: string) => (await call('GET', path)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('/links')).toEqual([own.id]);
    expect(await ids(`/links?domain_id=${other.id}`)).toEqual([]);
    expect((await call('GET', '/links/count')).body.total).toBe(1);
    expect(await ids('/link-domains')).toEqual([mine.id]);
    for (const { id } of [foreign, shared]) {
      expect((await call('GET', `/links/${id}`)).status).toBe(404);
      expect((await call('PATCH', `/links/${id}`, { title: 'x' })).status).toBe(404);
      expect((await call('DELETE', `/links/${id}`)).status).toBe(404);
    }
    expect((await call('GET', '/links/lookup?external_id=foreign')).status).toBe(404);
    expect((await call('POST', '/links/bulk/remove', { ids: [foreign.id, own.id] })).body).toMatchObject({
      deleted: 1,
      failed: 1,
    });
    expect((await full('GET', `/links/${foreign.id}`)).status).toBe(200);
  });

  test('creates links only there', async () => {
    const { call, mine, other, link } = await narrowed();
    expect((await call('POST', '/links', { url: URL_OF, domain_id: mine.id })).status).toBe(201);
    for (const change of [{ domain_id: other.id }, { domain_id: SHARED_DOMAIN_ID }, {}]) {
      const answer = await call('POST', '/links', { url: URL_OF, ...change });
      expect([answer.status, answer.body.code]).toEqual([422, 'related_not_found']);
    }
    const { id } = await link({ domain_id: mine.id });
    const moved = await call('PATCH', `/links/${id}`, { domain_id: other.id });
    expect([moved.status, moved.body.code]).toEqual([422, 'related_not_found']);
    const upsert = await call('POST', '/links/upsert', { url: URL_OF, external_id: 'x', domain_id: other.id });
    expect(upsert.status).toBe(422);
    const theirs = await link({ domain_id: other.id, external_id: 'theirs' });
    const taken = await call('POST', '/links/upsert', { url: URL_OF, external_id: 'theirs', domain_id: mine.id });
    expect([taken.status, JSON.stringify(taken.body).includes(theirs.id)]).toEqual([409, false]);
    expect((await call('GET', `/link-domains/${other.id}`)).status).toBe(404);
  });

  test('cannot add a domain', async () => {
    const { call, full } = await narrowed();
    const refused = await call('POST', '/link-domains', { hostname: 'new.example.com' });
    expect([refused.status, refused.body.code]).toEqual([403, 'grant_exceeds_caller']);
    expect(refused.body.detail).toContain('`resources.link_domains`');
    expect((await full('GET', '/link-domains?q=new.example.com')).body.data).toEqual([]);
  });

  test('can be created by keys with access to the domain, and for the shared domain', async () => {
    const [one, other] = [await scene(), await scene()];
    const { id } = await other.domain();
    const body = { kind: 'lk', name: 'Narrow', scopes: ['links:read'] };
    const make = (link_domains: string[]) => one.call('POST', '/keys', { ...body, resources: { link_domains } });
    expect((await make([(await one.domain()).id])).status).toBe(201);
    expect((await make([SHARED_DOMAIN_ID])).status).toBe(201);
    expect((await make([id])).body.code).toBe('related_not_found');
  });
});

test('a webhook narrowed to a domain, a link or a tag gets events of those links only', async () => {
  const { call, domain, link, expectStatus } = await scene();
  const place = await domain();
  const tag = await expectStatus(201, 'POST', '/link-tags', { name: 'told' });
  const made = await link({ title: 'first' });
  const deliveryCounter = async (selectors: object): Promise<() => Promise<number>> => {
    const hook = { url: 'https://hooks.example.com/', events: ['link.updated', 'link.created'], selectors };
    const { id } = await expectStatus(201, 'POST', '/webhooks', hook);
    return async () => (await expectStatus(200, 'GET', `/webhook-deliveries?webhook_id=${id}`)).data.length;
  };
  const counts = [
    await deliveryCounter({ domain_ids: [place.id] }),
    await deliveryCounter({ tag_ids: [tag.id] }),
    await deliveryCounter({ link_ids: [made.id] }),
    await deliveryCounter({ domain_ids: [SHARED_DOMAIN_ID] }),
  ];
  await link({ domain_id: place.id });
  await link({ tags: ['Told'] });
  await expectStatus(200, 'PATCH', `/links/${made.id}`, { tags: ['told', 'other'] });
  expect(await Promise.all(counts.map((count) => count()))).toEqual([1, 2, 1, 2]);
  const foreign = await (await scene()).domain();
  const refused = await call('POST', '/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['link.*'],
    selectors: { domain_ids: [foreign.id] },
  });
  expect([refused.status, issuesOf(refused)]).toEqual([422, ['/selectors/domain_ids/0 related_not_found']]);
});
