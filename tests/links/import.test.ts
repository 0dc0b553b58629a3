import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { startServer } from '../support/app';
import { seedKey } from '../support/seed';
import { freshSlug, importCalls, importScene } from './import-scene';

const server = await startServer();
afterAll(() => server.stop());

const eventsOf = async ({ call }: Awaited<ReturnType<typeof importScene>>, type = '*') =>
  (await call('GET', `/events?limit=100&type=${type}`)).body.data as { type: string; data: Record<string, unknown> }[];

describe('a file of links', () => {
  test('becomes links in the background, with an event for each and one at the end', async () => {
    const scene = await importScene(server);
    const [one, two] = [freshSlug(), freshSlug()];
    const sent = await scene.send(
      `url,slug,title,tags,external_id,metadata,max_clicks,archived,utm_source,targeting\n` +
        `https://example.com/1,${one},"One, first",a|b,ext-1,"{""k"":""v""}",5,yes,mail,"[{""key"":""m"",""conditions"":[{""type"":""device"",""values"":[""mobile""]}],""url"":""https://m.example.com/""}]"\n` +
        `https://example.com/2,${two},,,,,,,,\n`,
    );
    expect(sent.status).toBe(202);
    expect(sent.body.id).toMatch(/^bat_/);
    expect(sent.body).toMatchObject({
      status: 'queued',
      format: 'csv',
      rows_total: null,
      dry_run: false,
    });
    const done = await scene.ended(sent.body.id);
    expect(done).toMatchObject({ status: 'completed', rows_total: 2, rows_done: 2, created: 2, failed: 0, errors: [] });
    expect(done.completed_at).toMatch(/Z$/);

    const [first, second] = await scene.allLinks();
    expect(first).toMatchObject({
      slug: one,
      url: 'https://example.com/1?utm_source=mail',
      title: 'One, first',
      tags: ['a', 'b'],
      external_id: 'ext-1',
      metadata: { k: 'v' },
      max_clicks: 5,
      archived: true,
      source: 'import',
      created_by: { type: 'key', id: scene.id },
      targeting: [{ key: 'm', url: 'https://m.example.com/' }],
    });
    expect(second).toMatchObject({ slug: two, title: null, tags: [], archived: false });

    const events = await eventsOf(scene);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'link.created',
      'link.created',
      'link.import.completed',
    ]);
    expect(events.find(({ type }) => type === 'link.created')?.data).toMatchObject({
      source: 'import',
      actor: { type: 'key', id: scene.id },
    });
    expect(existsSync(join(server.services.config.importFolder, sent.body.id))).toBe(false);
  });

  test('may be NDJSON, a form, separated by semicolons with both line ends, or have another service’s column names', async () => {
    const scene = await importScene(server);
    const slugs = Array.from({ length: 5 }, freshSlug);
    const ndjson = await scene.run(
      `{"url":"https://example.com","slug":"${slugs[0]}","tags":["x"],"utm":{"source":"n"},"clicks":5}\r\n\n{"url":"https://example.com","slug":"${slugs[1]}","password":null}`,
      '?format=ndjson',
    );
    expect(ndjson).toMatchObject({ created: 2, failed: 0, rows_total: 2 });

    const form = new FormData();
    form.set('note', 'first');
    form.set('file', new File([`\ufeffurl;slug\r\nhttps://example.com/?a,b;${slugs[2]}\r\n`], 'links.csv'));
    expect(await scene.run(form)).toMatchObject({ created: 1, failed: 0 });

    const columns = encodeURIComponent(JSON.stringify({ 'Long URL': 'url', 'Back half': 'slug' }));
    const named = `Long URL\tBack half\tColour\nhttps://example.com\t${slugs[3]}\tred\n`;
    expect(await scene.run(named, `?columns=${columns}`)).toMatchObject({
      created: 1,
      failed: 0,
      errors: [{ line: 1, code: 'unknown_column', field: 'Colour' }],
    });
    expect((await scene.allLinks()).map(({ slug }) => slug)).toEqual(slugs.slice(0, 4));
  });

  test('reports errors with line and column, and imports the rest', async () => {
    const scene = await importScene(server);
    const [good, other] = [freshSlug(), freshSlug()];
    const lines: [string | Buffer, string, string | null][] = [
      [`javascript:alert(1),`, 'invalid_url', 'url'],
      [`http://127.0.0.1/,`, 'private_target', 'url'],
      [`https://user@example.com/,`, 'url_has_credentials', 'url'],
      [`https://example.com,api/x`, 'slug_reserved', 'slug'],
      [`https://example.com,a b`, 'invalid_slug', 'slug'],
      [`,${freshSlug()}`, 'required', 'url'],
      [`https://example.com,,,abc`, 'invalid_type', 'max_clicks'],
      [`https://example.com,,,0`, 'too_small', 'max_clicks'],
      [`https://example.com,${good}`, 'slug_taken', 'slug'],
      [Buffer.from([...Buffer.from('https://example.com,,'), 0xff, 0xfe]), 'invalid_encoding', 'title'],
      [`https://example.com,,"unclosed`, 'unclosed_quote', null],
      [`https://example.com,,${'x'.repeat(1_000_000)}`, 'row_too_large', null],
      [`https://example.com,,a\0b`, 'invalid_string', null],
    ];
    const file = Buffer.concat([
      Buffer.from(`url,slug,title,max_clicks\nhttps://example.com,${good}\n`),
      ...lines.map(([line]) => Buffer.concat([Buffer.from(line), Buffer.from('\n')])),
      Buffer.from(`https://example.com,${other}\n`),
    ]);
    const done = await scene.run(file);
    expect(done.errors.map((error: Record<string, unknown>) => [error['line'], error['code'], error['field']])).toEqual(
      lines.map(([, code, field], at) => [at + 3, code, field]),
    );
    expect(done).toMatchObject({ status: 'completed', created: 2, failed: lines.length, rows_done: lines.length + 2 });
    expect((await scene.allLinks()).map(({ slug }) => slug)).toEqual([good, other]);
  });

  test('without a header, or with too many open quotes, fails before its first row', async () => {
    const scene = await importScene(server);
    expect(await scene.run('https://example.com,a\nhttps://example.org,b\n')).toMatchObject({
      status: 'failed',
      created: 0,
      errors: [{ line: 1, code: 'missing_header', field: 'url' }],
    });
    const open = Array.from({ length: 101 }, () => 'https://example.com,"open').join('\n');
    const failed = await scene.run(`url,title\nhttps://example.com,fine\n${open}\nhttps://example.com,"closed"\n`);
    expect(failed).toMatchObject({ status: 'failed', rows_done: 0, errors: [{ line: 103, code: 'unclosed_quote' }] });
    expect(await scene.allLinks()).toEqual([]);
    const importEvents = await eventsOf(scene);
    expect(importEvents.map(({ type, data }) => [type, data['status']])).toEqual([
      ['link.import.completed', 'failed'],
      ['link.import.completed', 'failed'],
    ]);
  });

  test('shows a thousand errors and counts all', async () => {
    const scene = await importScene(server);
    const done = await scene.run(`url\n${'x\n'.repeat(1_200)}`);
    expect(done).toMatchObject({ status: 'completed', failed: 1_200, rows_done: 1_200 });
    expect(done.errors).toHaveLength(1_000);
    const [listed] = (await scene.call('GET', '/link-imports')).body.data;
    expect(listed.errors).toHaveLength(10);
    const [event] = await eventsOf(scene);
    expect(event?.data['errors']).toHaveLength(10);
  });
});

describe('an existing link', () => {
  const filesOf = () => {
    const slug = freshSlug();
    return {
      slug,
      before: `url,slug,title\nhttps://example.com/old,${slug},Old\n`,
      after: `url,slug,title\nhttps://example.com/new,${slug},New\n`,
    };
  };

  test('is an error, is skipped, or is changed, as requested', async () => {
    const scene = await importScene(server);
    const { before, after, slug } = filesOf();
    expect(await scene.run(before)).toMatchObject({ created: 1 });
    expect(await scene.run(after)).toMatchObject({
      failed: 1,
      errors: [{ line: 2, code: 'slug_taken', field: 'slug' }],
    });
    expect(await scene.run(after, '?on_conflict=skip')).toMatchObject({ skipped: 1, failed: 0 });
    expect((await scene.allLinks())[0]).toMatchObject({ title: 'Old' });
    expect(await scene.run(after, '?on_conflict=update')).toMatchObject({ updated: 1, created: 0 });
    expect((await scene.allLinks())[0]).toMatchObject({
      slug,
      title: 'New',
      url: 'https://example.com/new',
      version: 2,
    });
    const [updated] = await eventsOf(scene, 'link.updated');
    expect(updated?.data).toMatchObject({
      source: 'import',
      previous: { title: 'Old', url: 'https://example.com/old' },
    });
  });

  test('of another workspace counts as taken, and is not changed', async () => {
    const [mine, theirs] = [await importScene(server), await importScene(server)];
    const { before, after } = filesOf();
    await theirs.run(before);
    for (const mode of ['error', 'update']) {
      expect(await mine.run(after, `?on_conflict=${mode}`)).toMatchObject({
        failed: 1,
        errors: [{ code: 'slug_taken' }],
      });
    }
    expect((await theirs.allLinks())[0]).toMatchObject({ title: 'Old' });
  });

  test('may occur twice in one file', async () => {
    const scene = await importScene(server);
    const slug = freshSlug();
    const rows = ['1', '2', '3'].map((title) => `https://example.com/${title},${slug},${title}`).join('\n');
    expect(await scene.run(`url,slug,title\n${rows}\n`, '?on_conflict=update')).toMatchObject({
      created: 1,
      updated: 2,
    });
    expect(await scene.allLinks()).toMatchObject([{ slug, title: '3' }]);
  });
});

test('a dry run validates every row and stores nothing', async () => {
  const scene = await importScene(server);
  const slug = freshSlug();
  const done = await scene.run(
    `url,slug\nhttps://example.com,${slug}\nftp://x,\nhttps://example.com,${slug}\n`,
    '?dry_run=true',
  );
  expect(done).toMatchObject({ status: 'completed', dry_run: true, created: 1, failed: 2, rows_done: 3 });
  expect(await scene.allLinks()).toEqual([]);
  expect((await eventsOf(scene)).map(({ type }) => type)).toEqual(['link.import.completed']);
  expect((await scene.call('GET', '/link-tags')).body.data).toEqual([]);
});

test('when muted, its links emit no events', async () => {
  const scene = await importScene(server);
  const slug = freshSlug();
  await scene.run(`url,slug\nhttps://example.com,${slug}\n`, '?suppress_events=true');
  await scene.run(`url,slug\nhttps://example.com/2,${slug}\n`, '?suppress_events=true&on_conflict=update');
  expect((await eventsOf(scene)).map(({ type }) => type)).toEqual(['link.import.completed', 'link.import.completed']);
  expect(await scene.allLinks()).toMatchObject([{ url: 'https://example.com/2' }]);
});

describe('a domain', () => {
  test('is that of the row, unless the import sets one for all', async () => {
    const [first, second] = [`${freshSlug()}.example`, `${freshSlug()}.example`];
    const trusting = await startServer({ linkDomainsTrusted: [first, second] });
    try {
      const scene = await importScene(trusting);
      const made = async (hostname: string) =>
        (await scene.call('POST', '/link-domains', { hostname })).body.id as string;
      await made(first);
      const two = await made(second);
      const file = `url,domain,slug\nhttps://example.com,${first},a\nhttps://example.com,${second.toUpperCase()},b\nhttps://example.com,no.example,c\n`;
      expect(await scene.run(file)).toMatchObject({
        created: 2,
        failed: 1,
        errors: [{ line: 4, code: 'related_not_found', field: 'domain' }],
      });
      expect((await scene.allLinks()).map(({ domain }) => domain)).toEqual([first, second]);

      expect(await scene.run('url,domain,slug\nhttps://example.com,no.example,d\n', `?domain_id=${two}`)).toMatchObject(
        { created: 1 },
      );
      const narrowed = await seedKey(scene.workspaceId, { resources: { link_domains: [two] } });
      const calls = importCalls(trusting, narrowed.secret);
      const rows = `url,domain,slug\nhttps://example.com,${first},e\nhttps://example.com,${second},f\n`;
      expect(await calls.run(rows)).toMatchObject({
        created: 1,
        failed: 1,
        errors: [{ line: 2, code: 'related_not_found' }],
      });
    } finally {
      await trusting.stop();
    }
  });

  test('of another workspace is refused at once', async () => {
    const scene = await importScene(server);
    const answer = await scene.send('url\nhttps://example.com\n', '?domain_id=dom_01jd9x3k2mf8v9q4zt7w5b6n0c');
    expect([answer.status, answer.body.code]).toEqual([422, 'related_not_found']);
  });
});
