import { afterAll, expect, test } from 'bun:test';

import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';

import { queries } from '../../server/db/database';
import * as schema from '../../server/schema';
import { waMedia } from '../../server/whatsapp/schema/media';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation({}, { unlimited: true });
afterAll(() => server.stop());
const scene = inboundScenes(server);
const db = queries(server.services.store);

test('fifty calls at once with one dedupe key create one publication', async () => {
  const { endpoint, pathOf, send, publications, requests } = await scene();
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}' } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => send(pathOf(hook), { body: { id: 'one', message: 'Once' } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 49 }, () => 200),
    202,
  ]);
  const first = answers.find(({ status }) => status === 202)?.body;
  for (const { status, body } of answers) {
    if (status !== 200) continue;
    expect(body).toMatchObject({ id: first.id, duplicate: true, publications: [{ id: first.publications[0].id }] });
  }
  expect(await publications()).toHaveLength(1);
  const seen = await requests(`&endpoint_id=${hook.id}`);
  expect(seen.filter((one) => one.status === 'duplicate' && one.duplicate_of === first.id)).toHaveLength(49);
});

test('a duplicate is detected by the Idempotency-Key too, or by its content; a refused one stores no key', async () => {
  const { endpoint, pathOf, send } = await scene();
  const hook = await endpoint();
  const keyed = { 'idempotency-key': 'k1' };
  expect((await send(pathOf(hook), { body: { message: 'A' }, headers: keyed })).body.duplicate).toBe(false);
  expect((await send(pathOf(hook), { body: { message: 'B' }, headers: keyed })).body.duplicate).toBe(true);

  const byContent = await endpoint({ dedupe: { content_window_seconds: 60 } });
  expect((await send(pathOf(byContent), { body: { message: 'A' } })).body.duplicate).toBe(false);
  expect((await send(pathOf(byContent), { body: { message: 'A' } })).body.duplicate).toBe(true);
  expect((await send(pathOf(byContent), { body: { message: 'B' } })).body.duplicate).toBe(false);

  const byId = await endpoint({ dedupe: { key: '{{ body.id }}' } });
  expect((await send(pathOf(byId), { body: { id: 1 } })).status).toBe(422);
  expect((await send(pathOf(byId), { body: { id: 1, message: 'Right now' } })).body).toMatchObject({
    status: 'accepted',
    duplicate: false,
  });
});

test('a call with an API key has the usual Idempotency-Key', async () => {
  const { endpoint, keyOf, publications } = await scene();
  const hook = await endpoint();
  const call = await keyOf({ kind: 'au', scopes: ['automation.inbound:publish'] });
  const send = (message: string) => call('POST', `/inbound/${hook.id}`, { message }, { 'idempotency-key': 'k1' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('Hi')));
  const made = answers.filter(({ status }) => status === 202);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length).toBe(made.length - 1);
  expect(answers.filter(({ status }) => status !== 202).every(({ status }) => status === 409)).toBe(true);
  expect((await send('Other')).body).toMatchObject({ code: 'idempotency_key_reused' });
  const again = await send('Hi');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  expect(await publications()).toHaveLength(1);
});

test('a request is replayed with the current or the earlier mapping, ignoring its dedupe key', async () => {
  const { endpoint, pathOf, send, expectStatus, settled, publication, request } = await scene();
  const hook = await endpoint({
    dedupe: { key: '{{ body.id }}' },
    mapping: { content: { text: 'Old {{ body.message }}' } },
  });
  const { body: first } = await send(pathOf(hook), { body: { id: 'a', message: 'text' } });
  await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, {
    mapping: { content: { text: 'New {{ body.message }}' } },
  });

  const textOf = async (version: string) => {
    const made = await expectStatus(202, 'POST', `/inbound-requests/${first.id}/replay`, { version });
    expect(made).toMatchObject({ status: 'pending', replay_of: first.id });
    const done = await settled(made.id);
    expect(done).toMatchObject({ status: 'accepted', body: { id: 'a', message: 'text' } });
    return [done.endpoint_version, (await publication(done.publications[0].id)).content.text];
  };
  expect(await textOf('current')).toEqual([2, 'New text']);
  expect(await textOf('original')).toEqual([1, 'Old text']);
  expect(await request(first.id)).toMatchObject({ status: 'accepted', endpoint_version: 1, replay_of: null });
});

test('failed requests are replayed in bulk, in order, each once', async () => {
  const { endpoint, pathOf, send, expectStatus, settled, requests, publications, call } = await scene();
  const hook = await endpoint({ mapping: { content: { text: '{{ body.nothing }}' } } });
  for (const message of ['a', 'b', 'c']) expect((await send(pathOf(hook), { body: { message } })).status).toBe(422);
  await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, { mapping: SAY });

  const filters = { endpoint_id: hook.id, status: ['rejected'] };
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', { ...filters, dry_run: true })).toEqual({
    matched_count: 3,
    queued_count: 0,
    has_more: true,
  });
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', filters)).toEqual({
    matched_count: 3,
    queued_count: 3,
    has_more: false,
  });
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', filters)).toEqual({
    matched_count: 0,
    queued_count: 0,
    has_more: false,
  });
  await until(async () => (await requests('&status=accepted')).length === 3, { everyMs: 5 });
  for (const one of await requests('&status=accepted')) await settled(one.id);
  const texts = (await publications()).toReversed().map(({ content }) => content.text);
  expect(texts).toEqual(['a', 'b', 'c']);

  const other = await scene();
  const [accepted] = await requests('&status=accepted');
  expect((await other.call('POST', `/inbound-requests/${accepted.id}/replay`, {})).status).toBe(404);
  expect((await call('POST', '/inbound-requests/inr_01jd9x3k2mf8v9q4zt7w5b6n0c/replay', {})).status).toBe(404);
});

test('replays that are pending when the process ends are done by the next one', async () => {
  const { endpoint, pathOf, send, settled } = await scene();
  const hook = await endpoint();
  const { body: first } = await send(pathOf(hook), { body: { message: 'Later' } });
  const [row] = await db.select().from(schema.inboundRequests).where(eq(schema.inboundRequests.id, first.id));
  if (!row) throw new Error('There is no row.');
  const id = `${first.id.slice(0, -1)}${first.id.endsWith('0') ? '1' : '0'}`;
  await db.insert(schema.inboundRequests).values({
    ...row,
    id,
    status: 'pending',
    publicationIds: [],
    replayOf: row.id,
    bodyOf: row.id,
    replayVersion: 'current',
  });
  const next = await startAutomation();
  try {
    expect(await settled(id)).toMatchObject({ status: 'accepted', replay_of: row.id });
  } finally {
    await next.stop();
  }
});

/** Rows of a workspace, or of tables without workspaces, but those in which the test’s own calls are noted. */
async function rowCounts(workspaceId: string): Promise<Record<string, number>> {
  const tables = Object.values(schema).filter((one) => is(one, PgTable) || is(one, SQLiteTable)) as PgTable[];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const name = getTableName(table);
    if (/^(?:request_logs|usage_|idempotency|inbound_hours)/.test(name)) continue;
    const own = getTableColumns(table)['workspaceId'];
    counts[name] = await db.$count(table, own && eq(own, workspaceId));
  }
  return counts;
}

test('a dry run writes nothing, and its result is that of the real call', async () => {
  const { endpoint, pathOf, send, expectStatus, ...rest } = await scene();
  const hook = await endpoint({
    filter: 'body.level > 1',
    dedupe: { key: '{{ body.id }}' },
    split: 'items',
    mapping: { content: { text: '{{ item.text }} {{ "https://example.com/long" | shorten }}' } },
    short_links: 'explicit',
  });
  const bodies: [object, string, string | null][] = [
    [{ id: 1, level: 2, items: [{ text: 'a' }, { text: 'b' }] }, 'accept', null],
    [{ id: 2, level: 1, items: [{ text: 'a' }] }, 'filter', 'filtered'],
    [{ id: 3, level: 2, items: 'none' }, 'reject', 'mapping_failed'],
  ];
  for (const [body, would, reason] of bodies) {
    await rest.settle();
    const before = await rowCounts(rest.workspaceId);
    const tried = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, { sample: { body } });
    expect(await rowCounts(rest.workspaceId)).toEqual(before);
    expect([tried.expected_result, tried.reason]).toEqual([would, reason]);
    expect(tried.stages.map(({ stage }: { stage: string }) => stage)).toEqual([
      'parse',
      'dedupe',
      'filter',
      'map',
      'resolve',
    ]);

    const real = await send(pathOf(hook), { body });
    expect(real.status).toBe(tried.http.status);
    expect(real.body.reason ?? real.body.errors?.[0].code ?? null).toBe(reason);
    expect((real.body.publications ?? []).length).toBe(tried.publications.length);
  }
  const again = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, {
    sample: { body: bodies[0]?.[0] },
  });
  expect([again.expected_result, again.http.status]).toEqual(['duplicate', 200]);
});

test('a dry run tries another mapping on a received request, and shows what failed where', async () => {
  const { endpoint, pathOf, send, call, expectStatus } = await scene();
  const hook = await endpoint();
  const { body: came } = await send(pathOf(hook), { body: { message: 'Came' } });
  const at = `/inbound-endpoints/${hook.id}/test`;
  const tried = await expectStatus(200, 'POST', at, {
    request_id: came.id,
    mapping: { content: { text: '{{ body.message | upcase }}' } },
  });
  expect(tried).toMatchObject({ expected_result: 'accept', http: { status: 202 } });
  expect(tried.publications[0]).toMatchObject({ valid: true, total: 1 });

  const failed = await expectStatus(200, 'POST', at, {
    sample: { body: {} },
    mapping: { content: { text: '{{ now | date: "%H", "Nowhere/Else" }}' } },
  });
  expect(failed).toMatchObject({ expected_result: 'reject', reason: 'mapping_failed', http: { status: 422 } });
  expect(failed.stages.find(({ stage }: { stage: string }) => stage === 'map')).toMatchObject({
    status: 'failed',
    error: { path: '/content/text', line: 1 },
  });
  const malformed = await call('POST', at, { mapping: { content: { text: '{{ body.' } }, filter: 'a ==' });
  expect([malformed.status, malformed.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
    400,
    ['/filter', '/mapping/content/text'],
  ]);
});

test('a dry run shows the result of each condition, even of a request that is not published', async () => {
  const { endpoint, pathOf, send, expectStatus } = await scene();
  const filter = ['body.level > 1', "body.shop == 'acme'"];
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}' } });
  const body = { id: 7, level: 2, shop: 'other', message: 'Hi' };
  const at = `/inbound-endpoints/${hook.id}/test`;
  const conditions = [
    { condition: filter[0], is_true: true, error: null },
    { condition: filter[1], is_true: false, error: null },
  ];
  const input = { sample: { body }, filter };
  expect(await expectStatus(200, 'POST', at, input)).toMatchObject({ expected_result: 'filter', conditions });
  await send(pathOf(hook), { body });
  expect(await expectStatus(200, 'POST', at, input)).toMatchObject({ expected_result: 'duplicate', conditions });
  // One condition may be a text of its own, and there may be none.
  const one = await expectStatus(200, 'POST', at, { sample: { body }, filter: filter[0] });
  expect(one.conditions).toEqual(conditions.slice(0, 1));
  expect((await expectStatus(200, 'POST', at, { sample: { body } })).conditions).toEqual([]);
});

test('an Idempotency-Key of a call without an API key may have any form; that of a call with one must be valid', async () => {
  const { endpoint, pathOf, send, keyOf, requests } = await scene();
  const hook = await endpoint();
  for (const key of ['k'.repeat(4000), 'cl\u00e9 \u00fc', '"quoted"', 'tab\there']) {
    const headers = { 'idempotency-key': key };
    const say = async (message: string) => (await send(pathOf(hook), { body: { message }, headers })).body.duplicate;
    expect([key, await say(`First of ${key.length}`), await say('Second')]).toEqual([key, false, true]);
  }
  for (const key of ['', '""']) {
    const headers = { 'idempotency-key': key };
    for (const message of ['One', 'Two'])
      expect((await send(pathOf(hook), { body: { message }, headers })).body.duplicate).toBe(false);
  }
  expect((await requests('&status=duplicate')).map(({ dedupe_key: key }) => key.slice(0, 7))).toContain('sha256:');

  const call = await keyOf({ kind: 'au', scopes: ['automation.inbound:publish'] });
  const own = await call('POST', `/inbound/${hook.id}`, { message: 'Hi' }, { 'idempotency-key': 'k'.repeat(4000) });
  expect([own.status, own.body.code]).toEqual([400, 'invalid_idempotency_key']);
});

test('files of a duplicate are not stored, however it is detected', async () => {
  const { endpoint, pathOf, send, instance, workspaceId, request } = await scene();
  await instance();
  const hook = await endpoint({ mapping: { content: { text: 'With a file' } } });
  const kept = () => db.$count(waMedia, eq(waMedia.workspaceId, workspaceId));
  const form = () => {
    const parts = new FormData();
    parts.set('file', new File(['Some text'], 'note.txt', { type: 'text/plain' }));
    return parts;
  };
  const headers = { 'idempotency-key': 'k1' };
  const first = await send(pathOf(hook), { body: form(), headers });
  expect([first.body.duplicate, await kept()]).toEqual([false, 1]);
  expect((await send(pathOf(hook), { body: form(), headers })).body.duplicate).toBe(true);
  expect(await kept()).toBe(1);
  expect((await request(first.body.id)).files[0].media_id).not.toBeNull();

  const { secret } = await seedKey(
    workspaceId,
    { kind: 'au', scopes: ['automation.inbound:publish'] },
    server.services.store,
  );
  const keyed = {
    'idempotency-key': 'k2',
    authorization: `Bearer ${secret}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
  const body = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nText\r\n--b--\r\n';
  const say = () => send(hook.id, { body, headers: keyed });
  const answers = await Promise.all(Array.from({ length: 6 }, say));
  answers.push(await say());
  expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
  expect(new Set(answers.filter(({ status }) => status === 202).map((answer) => answer.body.id)).size).toBe(1);
  expect(await kept()).toBe(2);
});
