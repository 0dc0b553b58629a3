import { afterAll, describe, expect, test } from 'bun:test';

import { leaseImport } from '../../server/links/system/imports';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { freshSlug, importCalls, importScene, seedImport } from './import-scene';

const server = await startServer();
afterAll(() => server.stop());

describe('an Idempotency-Key', () => {
  test('belongs to one file: the same again is the same import, another is refused', async () => {
    const scene = await importScene(server);
    const slug = freshSlug();
    const file = `url,slug\nhttps://example.com,${slug}\n`;
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'one' };
    const first = await scene.send(file, '', headers);
    const again = await scene.send(file, '', headers);
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      202,
      first.body.id,
      'true',
    ]);
    const other = await scene.send(`${file}https://example.com,x\n`, '', headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const query = await scene.send(file, '?dry_run=true', headers);
    expect(query.body.code).toBe('idempotency_key_reused');

    expect(await scene.ended(first.body.id)).toMatchObject({ created: 1 });
    expect((await scene.call('GET', '/link-imports')).body.data).toHaveLength(1);
  });

  test('has one effect for twenty concurrent requests', async () => {
    const scene = await importScene(server);
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'many' };
    const file = `url,slug\nhttps://example.com,${freshSlug()}\n`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.send(file, '', headers)));
    const codes = new Set(answers.map(({ status }) => status));
    expect([...codes].every((status) => status === 202 || status === 409)).toBe(true);
    const { body } = await scene.call('GET', '/link-imports');
    expect(body.data).toHaveLength(1);
    expect(await scene.ended(body.data[0].id)).toMatchObject({ created: 1, failed: 0 });
  });
});

test('an import can be canceled until it has ended', async () => {
  const scene = await importScene(server);
  const prefix = freshSlug();
  const rows = Array.from({ length: 20_000 }, (_, at) => `https://example.com/${at},${prefix}/${at}`);
  const { body } = await scene.send(`url,slug\n${rows.join('\n')}\n`);
  await until(async () => (await scene.call('GET', `/link-imports/${body.id}`)).body.rows_done > 0, { everyMs: 5 });
  const canceled = await scene.call('POST', `/link-imports/${body.id}/cancel`);
  expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled']);
  const done = (await scene.call('GET', `/link-imports/${body.id}`)).body;
  expect(done.rows_done).toBeLessThan(20_000);
  expect((await scene.call('GET', '/links/count')).body.total).toBe(done.created);
  const again = await scene.call('POST', `/link-imports/${body.id}/cancel`);
  expect([again.status, again.body.code]).toEqual([409, 'invalid_state']);
});

test('imports of a workspace run one at a time, in order', async () => {
  const scene = await importScene(server);
  const prefix = freshSlug();
  const file = (part: string) =>
    `url,slug\n${Array.from({ length: 1_000 }, (_, at) => `https://example.com,${prefix}/${part}/${at}`).join('\n')}\n`;
  const ids: string[] = [];
  for (const part of ['a', 'b', 'c']) ids.push((await scene.send(file(part))).body.id);
  const seen = new Set<string>();
  const isOver = async () => {
    const { data } = (await scene.call('GET', '/link-imports')).body;
    const states = data.toReversed().map(({ status }: { status: string }) => status);
    seen.add(states.join(' '));
    expect(states.filter((status: string) => status === 'running').length).toBeLessThanOrEqual(1);
    return states.every((status: string) => status === 'completed');
  };
  await until(isOver, { everyMs: 10 });
  expect([...seen].some((states) => states.includes('running queued'))).toBe(true);
  const ends = await Promise.all(ids.map(async (id) => (await scene.ended(id)).completed_at as string));
  expect(ends).toEqual(ends.toSorted());
});

test('while one process runs an import, no other process runs another of the workspace', async () => {
  const workspaceId = await seedWorkspace();
  const [first, second] = [await seedImport(workspaceId), await seedImport(workspaceId)];
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const take = async (id: string, owner: string, now: Date, end: Date) =>
    (await leaseImport(database, { id, workspaceId }, { owner, now, until: end }))?.status;
  expect(await take(first, 'a', at(0), at(30))).toBe('running');
  expect(await take(first, 'b', at(1), at(31))).toBeUndefined();
  expect(await take(second, 'b', at(1), at(31))).toBeUndefined();
  expect(await take(first, 'a', at(1), at(31))).toBe('running');
  expect(await take(first, 'b', at(32), at(62))).toBe('running');
  expect(await take(first, 'a', at(33), at(63))).toBeUndefined();
  expect(await take(second, 'a', at(63), at(93))).toBe('running');
});

test('ten imports of a workspace can wait; more are refused', async () => {
  const scene = await importScene(server);
  const file = `url,slug\nhttps://example.com,${freshSlug()}\n`;
  const keyed = { 'content-type': 'text/csv', 'idempotency-key': 'early' };
  const early = await scene.send(file, '', keyed);
  await scene.ended(early.body.id);
  const waiting: string[] = [];
  // Another process has one in work, so that none of those that wait is begun.
  const lease = { owner: 'other', now: new Date(), until: new Date(Date.now() + 3_600_000) };
  await leaseImport(database, { id: await seedImport(scene.workspaceId), workspaceId: scene.workspaceId }, lease);
  while (waiting.length < 10) waiting.push(await seedImport(scene.workspaceId));

  for (const headers of [{ 'content-type': 'text/csv' }, { ...keyed, 'idempotency-key': 'late' }]) {
    const refused = await scene.send(file, '', headers);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.detail).toStartWith('10 imports of this workspace are already waiting');
    expect(refused.headers.get('retry-after')).toBe('30');
  }
  const again = await scene.send(file, '', keyed);
  expect([again.status, again.body.id]).toEqual([202, early.body.id]);
  expect((await (await importScene(server)).send(file)).status).toBe(202);

  expect((await scene.call('POST', `/link-imports/${waiting[0]}/cancel`)).status).toBe(200);
  // Two of three at once find no room, whoever was first.
  const answers = await Promise.all([1, 2, 3].map(() => scene.send(file)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429]);
});

describe('is refused', () => {
  test.each<[string, string, Record<string, string>, string, number, string]>([
    ['JSON', '{}', { 'content-type': 'application/json' }, '', 415, 'unsupported_media_type'],
    ['a form without a file', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, '', 400, 'malformed_json'],
    ['an unknown format', 'url\n', { 'content-type': 'text/csv' }, '?format=xml', 400, 'validation_failed'],
    ['an unknown parameter', 'url\n', { 'content-type': 'text/csv' }, '?colums=x', 400, 'unknown_parameter'],
    ['columns that are no JSON', 'url\n', { 'content-type': 'text/csv' }, '?columns=x', 400, 'validation_failed'],
    ['columns to no field', 'url\n', { 'content-type': 'text/csv' }, '?columns={"a":"b"}', 400, 'validation_failed'],
  ])('%s', async (_, file, headers, query, status, code) => {
    const scene = await importScene(server);
    const answer = await scene.send(file, query, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await scene.call('GET', '/link-imports')).body.data).toEqual([]);
  });

  test('a file above 64 MiB, even without a Content-Length', async () => {
    const scene = await importScene(server);
    const piece = new Uint8Array(1024 * 1024).fill(0x61);
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(piece);
        if ((sent += 1) > 66) controller.close();
      },
    });
    let sent = 0;
    const response = await fetch(`${server.url}/api/v1/link-imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'text/csv' },
      body,
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
  });

  test('without the scope, or for an import of another workspace', async () => {
    const scene = await importScene(server);
    const done = await scene.run(`url,slug\nhttps://example.com,${freshSlug()}\n`);
    const reader = await seedKey(scene.workspaceId, { scopes: ['links:read'] });
    const refused = await importCalls(server, reader.secret).send('url\n');
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect((await restClient(server.url, reader.secret)('GET', `/link-imports/${done.id}`)).status).toBe(200);

    const outsider = await importScene(server);
    expect((await outsider.call('GET', '/link-imports')).body.data).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      expect((await outsider.call(method, `/link-imports/${done.id}${path}`)).status).toBe(404);
    }
  });
});
