import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf, rpcClient } from '../support/client';
import { seedMember, seedUser } from '../support/seed';
import { freshSlug, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

const typesOf = (events: { type: string }[]): string[] => events.map(({ type }) => type);

describe('a link', () => {
  test('is created on the shared domain with a generated slug, and emits an event', async () => {
    const { link, call, events, keyId } = await scene();
    const made = await link({ url: 'https://Example.com:443/a b?x=1'.replace(' ', '%20'), title: 'Spring' });
    expect(made).toMatchObject({
      url: 'https://example.com/a%20b?x=1',
      title: 'Spring',
      redirect_status: 302,
      forward_query: 'append',
      status: 'active',
      clicks: 0,
      unique_clicks: 0,
      bot_clicks: 0,
      last_clicked_at: null,
      source: 'api',
      created_by: { type: 'key', id: keyId },
      has_password: false,
      tags: [],
      version: 1,
    });
    expect(made.slug).toMatch(/^[23456789bcdfghjkmnpqrstvwxz]{7}$/);
    expect(made.short_url).toBe(`${server.services.config.linksBaseUrl}/${made.slug}`);
    expect(made.qr_url).toBe(`${made.short_url}+qr.svg`);

    const read = await call('GET', `/links/${made.id}`);
    expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', made]);
    expect(await events()).toMatchObject([
      { type: 'link.created', data: { ...made, source: 'api', actor: { type: 'key', id: keyId } } },
    ]);
  });

  test('answers 201 with a Location', async () => {
    const { call } = await scene();
    const made = await call('POST', '/links', { url: 'https://example.com/' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/links/${made.body.id}`]);
  });

  test('accepts every field, and returns each unchanged', async () => {
    const { link } = await scene();
    const given = {
      slug: freshSlug(),
      title: 'Sale',
      notes: 'Two weeks',
      external_id: 'campaign:1',
      metadata: { team: 'growth' },
      tags: ['Zeta', 'alpha'],
      redirect_status: 307,
      starts_at: '2026-11-01T00:00:00.000Z',
      expires_at: '2030-01-01T00:00:00.000Z',
      expired_url: 'https://example.com/over',
      max_clicks: 10,
      limit_reached_url: 'https://example.com/full',
      targeting: [
        {
          key: 'm',
          conditions: [
            { type: 'device', op: 'in', values: ['mobile'] },
            { type: 'time', op: 'not_in', days: [1, 7], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' },
          ],
          url: 'https://m.example.com/',
        },
      ],
      forward_query: 'none',
      preview: { title: 'T', description: null, image_url: 'https://example.com/i.png' },
      indexable: true,
      disabled: true,
      archived: true,
    };
    const made = await link({ ...given, password: 'open sesame' });
    expect(made).toMatchObject({ ...given, tags: ['alpha', 'Zeta'], has_password: true, status: 'disabled' });
    expect(made.remaining_clicks).toBe(10);
    expect(JSON.stringify(made)).not.toMatch(/open sesame|argon2/);
  });

  test('has its campaign in its URL: parameters there win, and the rest keeps its spelling', async () => {
    const { link, expectStatus } = await scene();
    const made = await link({
      url: 'https://example.com/?q=a%20b&utm_source=old&empty=#part',
      utm: { source: 'news letter', medium: 'email' },
    });
    expect(made.url).toBe('https://example.com/?q=a%20b&empty=&utm_source=news%20letter&utm_medium=email#part');
    expect(made.utm).toEqual({ source: 'news letter', medium: 'email' });

    const changed = await expectStatus(200, 'PATCH', `/links/${made.id}`, { utm: { medium: null, ref: 'x' } });
    expect(changed.url).toBe('https://example.com/?q=a%20b&empty=&utm_source=news%20letter&ref=x#part');
    expect(changed.utm).toEqual({ source: 'news letter', ref: 'x' });
  });

  test('changes field by field; null clears, and an update without a change emits nothing', async () => {
    const { link, expectStatus, events, keyId } = await scene();
    const made = await link({ title: 'Old', notes: 'Note', tags: ['one', 'two'], metadata: { a: 'b' } });
    const changed = await expectStatus(200, 'PATCH', `/links/${made.id}`, {
      title: 'New',
      notes: null,
      tags: ['two', 'three'],
      metadata: null,
    });
    expect(changed).toMatchObject({ title: 'New', notes: null, tags: ['three', 'two'], metadata: {}, version: 2 });
    expect(await expectStatus(200, 'PATCH', `/links/${made.id}`, { title: 'New', tags: ['three', 'two'] })).toEqual(
      changed,
    );
    expect(await events()).toMatchObject([
      { type: 'link.created' },
      {
        type: 'link.updated',
        data: {
          title: 'New',
          source: 'api',
          actor: { type: 'key', id: keyId },
          previous: { title: 'Old', notes: 'Note', tags: ['one', 'two'], metadata: { a: 'b' } },
        },
      },
    ]);
  });

  test('checks its version by If-Match', async () => {
    const { link, call } = await scene();
    const { id } = await link();
    expect((await call('PATCH', `/links/${id}`, { title: 'One' }, { 'If-Match': '"1"' })).status).toBe(200);
    expect((await call('PATCH', `/links/${id}`, { title: 'Two' }, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await call('DELETE', `/links/${id}`, undefined, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await call('DELETE', `/links/${id}`, undefined, { 'If-Match': '"2"' })).status).toBe(204);
  });

  test('is deleted, and its slug is free at once', async () => {
    const { link, call, events } = await scene();
    const slug = freshSlug();
    const { id } = await link({ slug });
    expect((await call('DELETE', `/links/${id}`)).status).toBe(204);
    expect((await call('GET', `/links/${id}`)).status).toBe(404);
    expect((await link({ slug })).id).not.toBe(id);
    expect(typesOf(await events())).toEqual(['link.created', 'link.deleted', 'link.created']);
  });

  test('moves to another slug; the old one is free', async () => {
    const { link, expectStatus, domain } = await scene();
    const [slug, next] = [freshSlug(), freshSlug()];
    const { id } = await link({ slug });
    const own = await domain();
    const moved = await expectStatus(200, 'PATCH', `/links/${id}`, { slug: next, domain_id: own.id });
    expect(moved).toMatchObject({ slug: next, domain: own.hostname, short_url: `http://${own.hostname}/${next}` });
    await link({ slug });
  });

  test('created in the console is marked as such', async () => {
    const { workspaceId } = await scene();
    const user = await seedUser();
    await seedMember(workspaceId, user.id, 'developer');
    const rpc = rpcClient(server.url, { cookie: user.cookieFor(server.services.config.baseUrl), workspaceId });
    const made = await rpc.links.create.mutate({ url: 'https://example.com/' });
    expect(made).toMatchObject({ source: 'console', created_by: { type: 'user', id: user.id } });
  });

  test('that is equal is reused on request', async () => {
    const { link, call, events } = await scene();
    const made = await link({ url: 'https://example.com/same', tags: ['a'] });
    const again = await call('POST', '/links', { url: 'https://example.com/same', reuse: true });
    expect([again.status, again.body.id]).toEqual([200, made.id]);
    const titled = await call('POST', '/links', { url: 'https://example.com/same', title: 'Other', reuse: true });
    expect(titled.status).toBe(201);
    const tagged = await call('POST', '/links', { url: 'https://example.com/same', tags: ['b'], reuse: true });
    expect(tagged.status).toBe(201);
    expect(typesOf(await events())).toEqual(['link.created', 'link.created', 'link.created']);
  });

  test('is created once per Idempotency-Key', async () => {
    const { call } = await scene();
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { url: 'https://example.com/', tags: ['once'], password: 'open sesame' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/links', body, header)));
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await call('GET', '/links/count')).body).toEqual({ total: 1 });
    const replay = await call('POST', '/links', body, header);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });
});

describe('a slug', () => {
  test('requested by fifty at once is given to one', async () => {
    const { call, events } = await scene();
    const slug = freshSlug();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/links', { url: 'https://example.com/', slug })),
    );
    const codes = answers.map(({ status, body }) => `${status} ${status === 201 ? '' : body.code}`).toSorted();
    expect(codes).toEqual(['201 ', ...Array.from({ length: 49 }, () => '409 slug_taken')]);
    expect(await events('link.created')).toHaveLength(1);
  });

  test('is taken in any case, for every workspace', async () => {
    const [one, other] = [await scene(), await scene()];
    const slug = freshSlug('Case');
    await one.link({ slug });
    const answer = await other.call('POST', '/links', { url: 'https://example.com/', slug: slug.toUpperCase() });
    expect([answer.status, answer.body.code, issuesOf(answer)]).toEqual([409, 'slug_taken', ['/slug slug_taken']]);
    const moved = await other.call('PATCH', `/links/${(await other.link()).id}`, { slug });
    expect([moved.status, moved.body.code]).toEqual([409, 'slug_taken']);
  });

  test('is generated as requested: length, prefix and the defaults of the settings', async () => {
    const { link, expectStatus } = await scene();
    expect((await link({ slug_length: 20 })).slug).toHaveLength(20);
    expect((await link({ prefix: 'sale/' })).slug).toMatch(/^sale\/[a-z2-9]{7}$/);
    await expectStatus(200, 'PATCH', '/link-settings', { slug_length: 12 });
    expect((await link()).slug).toHaveLength(12);
  });

  test('is validated before it is stored', async () => {
    const { call } = await scene();
    const tries: [object, string][] = [
      [{ slug: 'API/x' }, '/slug slug_reserved'],
      [{ slug: '../up' }, '/slug invalid_slug'],
      [{ slug: 'wp-login.php' }, '/slug invalid_slug'],
      [{ slug: 'späße' }, '/slug invalid_slug'],
      [{ prefix: 'api/' }, '/prefix slug_reserved'],
    ];
    for (const [change, issue] of tries) {
      const answer = await call('POST', '/links', { url: 'https://example.com/', ...change });
      expect([answer.status, issuesOf(answer)]).toEqual([422, [issue]]);
    }
    expect((await call('GET', '/links/count')).body.total).toBe(0);
  });

  test('can be checked beforehand', async () => {
    const { link, expectStatus } = await scene();
    const slug = freshSlug();
    const check = (text: string) =>
      expectStatus(200, 'GET', `/links/slug-availability?slug=${encodeURIComponent(text)}`);
    expect(await check(slug)).toEqual({ available: true, reason: null, suggestion: null });
    await link({ slug });
    await link({ slug: `${slug}-2` });
    expect(await check(slug.toUpperCase())).toEqual({
      available: false,
      reason: 'taken',
      suggestion: `${slug.toUpperCase()}-3`,
    });
    expect(await check('healthz')).toMatchObject({ available: false, reason: 'reserved', suggestion: 'healthz-2' });
    expect(await check('a b')).toEqual({ available: false, reason: 'invalid', suggestion: null });
  });
});

describe('upsert', () => {
  test('creates a link, then changes it, by its external id', async () => {
    const { call, events } = await scene();
    const first = await call('POST', '/links/upsert', { url: 'https://example.com/1', external_id: 'a', title: 'T' });
    expect([first.status, first.headers.get('location')]).toEqual([201, `/api/v1/links/${first.body.id}`]);
    const second = await call('POST', '/links/upsert', { url: 'https://example.com/2', external_id: 'a' });
    expect([second.status, second.body.id, second.body.url, second.body.title]).toEqual([
      200,
      first.body.id,
      'https://example.com/2',
      'T',
    ]);
    expect(typesOf(await events())).toEqual(['link.created', 'link.updated']);
  });

  test('finds a link by domain and slug too, and refuses a taken slug', async () => {
    const [one, other] = [await scene(), await scene()];
    const slug = freshSlug();
    const { id } = await one.link({ slug });
    const again = await one.call('POST', '/links/upsert', { url: 'https://example.com/new', slug: slug.toUpperCase() });
    expect([again.status, again.body.id, again.body.url]).toEqual([200, id, 'https://example.com/new']);
    const foreign = await other.call('POST', '/links/upsert', { url: 'https://example.com/', slug });
    expect([foreign.status, foreign.body.code]).toEqual([409, 'slug_taken']);
    const nameless = await one.call('POST', '/links/upsert', { url: 'https://example.com/' });
    expect([nameless.status, issuesOf(nameless)]).toEqual([422, ['/external_id required']]);
  });

  test('called by fifty at once for one external id creates one link', async () => {
    const { call, events } = await scene();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call('POST', '/links/upsert', { url: 'https://example.com/', external_id: 'only', tags: ['t'] }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(typesOf(await events())).toEqual(['link.created']);
  });
});
