import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { freshSlug, importScene } from './import-scene';

const server = await startServer();
afterAll(() => server.stop());

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
const csv = (count: number, name = 'password') =>
  `url,${name}\n${rows(count, (at) => `https://example.com/${at},secret ${at}`)}`;
const ndjson = (count: number, name = 'password') =>
  rows(count, (at) => `{"url":"https://example.com/${at}","${name}":"secret ${at}"}`);

test.each([
  ['CSV', csv(1001), '?format=csv', 1002],
  ['CSV with a name of its own', csv(1001, 'Geheim'), '?format=csv&columns={"Geheim":"password"}', 1002],
  ['NDJSON', ndjson(1001), '?format=ndjson', 1001],
  ['NDJSON that hides the name', ndjson(1001, String.raw`p\u0061ssword`), '?format=ndjson', 1001],
  ['a dry run', csv(1001), '?dry_run=true', 1002],
])('more than a thousand passwords fail before the first row: %s', async (_, file, query, line) => {
  const scene = await importScene(server);
  expect(await scene.run(file, query)).toMatchObject({
    status: 'failed',
    rows_done: 0,
    created: 0,
    errors: [{ line, code: 'too_many_passwords' }],
  });
  expect((await scene.call('GET', '/links/count')).body.total).toBe(0);
});

test('rows without one, or with null, do not count, and those with one open by it', async () => {
  const scene = await importScene(server);
  const [open, locked] = [freshSlug(), freshSlug()];
  const file =
    rows(1100, () => '{"url":"https://example.com/","password":null}') +
    `{"url":"https://example.com/","slug":"${open}"}\n` +
    `{"url":"https://example.com/","slug":"${locked}","password":"open sesame"}\n`;
  expect(await scene.run(file, '?format=ndjson')).toMatchObject({ status: 'completed', created: 1102, failed: 0 });
  const visit = async (slug: string, password?: string) => {
    const form = password === undefined ? {} : { method: 'POST', body: new URLSearchParams({ password }) };
    return (await fetch(`${server.url}/${slug}`, { redirect: 'manual', ...form })).status;
  };
  expect(await visit(open)).toBe(302);
  expect([await visit(locked, 'wrong'), await visit(locked, 'open sesame')]).toEqual([403, 303]);
});
