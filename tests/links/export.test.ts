import { afterAll, describe, expect, test } from 'bun:test';

import { streamOf } from '../../server/raw';
import { startServer } from '../support/app';
import { type Answer, restClient } from '../support/client';
import { seedKey } from '../support/seed';
import { freshSlug, importScene } from './import-scene';

const server = await startServer();
afterAll(() => server.stop());

const fetchFile = (secret: string, query = '', init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1/links/export${query}`, { headers: { authorization: `Bearer ${secret}` }, ...init });

/** What of a link is nobody’s choice. */
const OWN = new Set(['id', 'version', 'created_at', 'updated_at', 'created_by', 'source', 'tag_ids', 'has_password']);
const chosen = (link: Answer['body']) => Object.fromEntries(Object.entries(link).filter(([name]) => !OWN.has(name)));

/** Links with something in every field. */
const items = () => [
  {
    url: 'https://example.com/?b=%20x&utm_source=n+1&a=1',
    slug: freshSlug(),
    title: '=cmd()|" /c calc"!A0',
    notes: 'two\r\nlines, "quoted" ; and\ttabs',
    external_id: freshSlug(),
    metadata: { '=k': '+v', 'ü"': 'a,b' },
    tags: ['-minus', 'Ä b'],
    redirect_status: 307,
    starts_at: '2020-01-01T00:00:00.000Z',
    expires_at: '2099-01-01T00:00:00.000Z',
    expired_url: 'https://example.com/expired',
    max_clicks: 7,
    limit_reached_url: 'https://example.com/limit',
    password: 'correct horse',
    targeting: [{ key: 'm', conditions: [{ type: 'device', values: ['mobile'] }], url: 'https://m.example.com/' }],
    forward_query: 'override',
    preview: { title: '@t', description: null, image_url: 'https://example.com/i.png' },
    indexable: true,
    disabled: true,
  },
  { url: 'https://example.com/2', slug: freshSlug(), title: "'=quoted", notes: "''+x", archived: true },
  { url: 'https://example.com/3' },
];

describe.each(['csv', 'ndjson'])('an export as %s', (format) => {
  test('creates equal links when it is imported into an empty workspace', async () => {
    const [from, to] = [await importScene(server), await importScene(server)];
    const made = await from.call('POST', '/links/bulk', { items: items(), atomic: true });
    expect(made.body.created).toBe(3);
    const before = await from.allLinks();

    const response = await fetchFile(from.secret, `?format=${format}&archived=any`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="links-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    );
    const file = await response.text();
    expect(file).not.toContain('correct horse');
    expect(file).not.toContain('$argon2');
    await from.call('POST', '/links/bulk/remove', { ids: before.map(({ id }) => id) });

    const done = await to.run(file, `?format=${format}`);
    expect(done).toMatchObject({ status: 'completed', created: 3, failed: 0, errors: [] });
    expect((await to.allLinks()).map(chosen)).toEqual(before.map(chosen));
  });
});

test('no cell of a CSV export starts like a formula', async () => {
  const scene = await importScene(server);
  await scene.call('POST', '/links/bulk', { items: items(), atomic: true });
  const text = await (await fetchFile(scene.secret, '?archived=any')).text();
  expect(text).toContain(`"'=cmd()|"" /c calc""!A0"`);
  const cells = text.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,\r\n]*)/gm) ?? [];
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter((cell) => /^,?"?[=+\-@\t\r]/.test(cell))).toEqual([]);
});

test('filters apply, pages follow each other, and the key’s call emits an event', async () => {
  const scene = await importScene(server);
  const webhook = await scene.call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.listed'] });
  expect(webhook.status).toBe(201);
  const prefix = freshSlug();
  const rows = Array.from(
    { length: 1_234 },
    (_, at) => `https://example.com/${at},${prefix}/${at},${at % 2 ? 'odd' : 'even'}`,
  );
  await scene.run(`url,slug,tags\n${rows.join('\n')}\n`, '?suppress_events=true');

  const lines = (await (await fetchFile(scene.secret, '?format=ndjson&tag=odd')).text()).trim().split('\n');
  const slugs = lines.map((line) => (JSON.parse(line) as { slug: string }).slug);
  expect(slugs).toEqual(Array.from({ length: 617 }, (_, at) => `${prefix}/${at * 2 + 1}`));
  expect((await (await fetchFile(scene.secret)).text()).split('\r\n')).toHaveLength(1_236);

  const events = (await scene.call('GET', '/events?type=link.listed')).body.data;
  const summaries = events.map(({ data }: Answer['body']) => `${data.operation} ${data.count} ${data.link_ids.length}`);
  expect(new Set(summaries)).toEqual(new Set(['export 1234 100', 'export 617 100']));
});

test('is produced no faster than it is read, and stops when the reader leaves', async () => {
  const state = { made: 0, ended: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) yield `piece ${(state.made += 1)}\n`;
    } finally {
      state.ended = true;
    }
  }
  const reader = streamOf(pieces()).getReader();
  expect(state.made).toBe(0);
  for (let taken = 1; taken <= 3; taken += 1) {
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(`piece ${taken}\n`);
    expect(state.made).toBe(taken);
  }
  await reader.cancel();
  expect(state).toEqual({ made: 3, ended: true });
});

describe('is refused', () => {
  test('for another format, an unknown filter, without the scope and without a key', async () => {
    const scene = await importScene(server);
    const { secret } = await seedKey(scene.workspaceId, { scopes: ['links:create'] });
    const codeOf = async (answer: Promise<Response>) => {
      const response = await answer;
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await codeOf(fetchFile(scene.secret, '?format=xlsx'))).toEqual([400, 'validation_failed']);
    expect(await codeOf(fetchFile(scene.secret, '?sort=slug'))).toEqual([400, 'unknown_parameter']);
    expect(await codeOf(fetchFile(secret))).toEqual([403, 'insufficient_scope']);
    expect(await codeOf(fetchFile('x'))).toEqual([401, 'invalid_api_key']);
    expect(await codeOf(fetchFile(scene.secret, '', { method: 'PUT' }))).toEqual([405, 'method_not_allowed']);
  });

  test('it contains nothing of another workspace, and HEAD has no body', async () => {
    const [one, other] = [await importScene(server), await importScene(server)];
    await one.call('POST', '/links', { url: 'https://example.com' });
    expect((await (await fetchFile(other.secret)).text()).trim().split('\r\n')).toHaveLength(1);
    const head = await fetchFile(one.secret, '', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ]);
    expect((await restClient(server.url, one.secret)('GET', '/links')).body.data).toHaveLength(1);
  });
});
