import { afterAll, expect, test } from 'bun:test';
import { eq, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';

import { queries } from '../../server/db/database';
import * as schema from '../../server/db/schema';
import { startAutomation } from '../support/automation';
import { until } from '../support/process';
import { inboundScenes, SAY } from './inbound-scenes';

const server = await startAutomation({}, { unlimited: true });
afterAll(() => server.stop());
const scene = inboundScenes(server);
const db = queries(server.services.store);

test('fifty calls at once under one dedupe key make one publication', async () => {
  const { endpoint, pathOf, send, publications, requests } = await scene();
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}' } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => send(pathOf(hook), { body: { id: 'one', message: 'Once' } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 49 }, () => 200), 202]);
  const first = answers.find(({ status }) => status === 202)?.body;
  for (const { status, body } of answers) {
    if (status !== 200) continue;
    expect(body).toMatchObject({ id: first.id, duplicate: true, publications: [{ id: first.publications[0].id }] });
  }
  expect(await publications()).toHaveLength(1);
  const seen = await requests(`&endpoint_id=${hook.id}`);
  expect(seen.filter((one) => one.status === 'duplicate' && one.duplicate_of === first.id)).toHaveLength(49);
});

test('a repeat is known by the Idempotency-Key too, or by its content; a refused one leaves no key behind', async () => {
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

test('a call with an API key keeps its Idempotency-Key as everywhere', async () => {
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

test('a request is replayed with the mapping of now or of then, past its dedupe key', async () => {
  const { endpoint, pathOf, send, expectStatus, settled, publication, request } = await scene();
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}' }, mapping: { content: { text: 'Old {{ body.message }}' } } });
  const { body: first } = await send(pathOf(hook), { body: { id: 'a', message: 'text' } });
  await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, { mapping: { content: { text: 'New {{ body.message }}' } } });

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

test('what failed is replayed in bulk, in its order, each once', async () => {
  const { endpoint, pathOf, send, expectStatus, settled, requests, publications, call } = await scene();
  const hook = await endpoint({ mapping: { content: { text: '{{ body.nothing }}' } } });
  for (const message of ['a', 'b', 'c']) expect((await send(pathOf(hook), { body: { message } })).status).toBe(422);
  await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, { mapping: SAY });

  const filters = { endpoint_id: hook.id, status: ['rejected'] };
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', { ...filters, dry_run: true })).toEqual({
    matched: 3,
    queued: 0,
    has_more: true,
  });
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', filters)).toEqual({ matched: 3, queued: 3, has_more: false });
  expect(await expectStatus(202, 'POST', '/inbound-requests/replay', filters)).toEqual({ matched: 0, queued: 0, has_more: false });
  await until(async () => (await requests('&status=accepted')).length === 3, 8000, 5);
  for (const one of await requests('&status=accepted')) await settled(one.id);
  const texts = (await publications()).toReversed().map(({ content }) => content.text);
  expect(texts).toEqual(['a', 'b', 'c']);

  const other = await scene();
  const [accepted] = await requests('&status=accepted');
  expect((await other.call('POST', `/inbound-requests/${accepted.id}/replay`, {})).status).toBe(404);
  expect((await call('POST', '/inbound-requests/inr_01jd9x3k2mf8v9q4zt7w5b6n0c/replay', {})).status).toBe(404);
});

test('replays that wait when the process ends are done by the next one', async () => {
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

/** Rows of every table but those in which the test’s own calls are noted. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = Object.values(schema).filter((one) => is(one, PgTable) || is(one, SQLiteTable)) as PgTable[];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const name = getTableName(table);
    if (/^(?:request_logs|usage_|idempotency|inbound_hours)/.test(name)) continue;
    counts[name] = Number(await db.$count(table));
  }
  return counts;
}

test('a dry run writes nothing, and says what the real call then does', async () => {
  const { endpoint, pathOf, send, settle, expectStatus } = await scene();
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
    await settle();
    const before = await rowCounts();
    const tried = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, { sample: { body } });
    expect(await rowCounts()).toEqual(before);
    expect([tried.would, tried.reason]).toEqual([would, reason]);
    expect(tried.stages.map(({ stage }: { stage: string }) => stage)).toEqual(['parse', 'dedupe', 'filter', 'map', 'resolve']);

    const real = await send(pathOf(hook), { body });
    expect(real.status).toBe(tried.http.status);
    expect(real.body.reason ?? real.body.errors?.[0].code ?? null).toBe(reason);
    expect((real.body.publications ?? []).length).toBe(tried.publications.length);
  }
  const again = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, { sample: { body: bodies[0]?.[0] } });
  expect([again.would, again.http.status]).toEqual(['duplicate', 200]);
});

test('a dry run tries another mapping on a request that came, and shows what failed where', async () => {
  const { endpoint, pathOf, send, call, expectStatus } = await scene();
  const hook = await endpoint();
  const { body: came } = await send(pathOf(hook), { body: { message: 'Came' } });
  const at = `/inbound-endpoints/${hook.id}/test`;
  const tried = await expectStatus(200, 'POST', at, {
    request_id: came.id,
    mapping: { content: { text: '{{ body.message | upcase }}' } },
  });
  expect(tried).toMatchObject({ would: 'accept', http: { status: 202 } });
  expect(tried.publications[0]).toMatchObject({ valid: true, total: 1 });

  const failed = await expectStatus(200, 'POST', at, {
    sample: { body: {} },
    mapping: { content: { text: '{{ now | date: "%H", "Nowhere/Else" }}' } },
  });
  expect(failed).toMatchObject({ would: 'reject', reason: 'mapping_failed', http: { status: 422 } });
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

test('files of a form become media, and the rest of the form is the body', async () => {
  const { endpoint, pathOf, send, instance, request, publication } = await scene();
  await instance();
  const hook = await endpoint({
    mapping: { content: { text: '{{ body.title }}', media: [{ media_id: '{{ files[0].media_id }}' }] } },
  });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = new FormData();
  form.set('title', 'A dot');
  form.set('picture', new File([png], 'dot.png', { type: 'image/png' }));
  const answer = await send(pathOf(hook), { body: form });
  expect(answer.body.status).toBe('accepted');
  const seen = await request(answer.body.id);
  expect(seen.body).toEqual({ title: 'A dot' });
  expect(seen.files).toEqual([
    { field: 'picture', filename: 'dot.png', content_type: 'image/png', size: png.length, media_id: expect.stringMatching(/^med_/) },
  ]);
  const { content } = await publication(answer.body.publications[0].id);
  expect(content.media[0]).toMatchObject({ media_id: seen.files[0].media_id });

  const many = new FormData();
  for (let count = 0; count < 11; count += 1) many.append('f', new File(['x'], `${count}.txt`));
  expect((await send(pathOf(hook), { body: many })).body.errors[0].code).toBe('payload_too_large');
});

test('every change of the configuration is a version, and an older one can be restored', async () => {
  const { call, endpoint, expectStatus } = await scene();
  const hook = await endpoint();
  const at = `/inbound-endpoints/${hook.id}`;
  await expectStatus(200, 'PATCH', at, { overflow: 'split', filter: 'body.a == 1' });
  await expectStatus(200, 'PATCH', at, { name: 'Other' });
  const { data } = await expectStatus(200, 'GET', `${at}/versions`);
  expect(data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(data[0].changed.toSorted()).toEqual(['filter', 'overflow']);
  const restored = await expectStatus(200, 'POST', `${at}/versions/1/restore`, {});
  expect(restored).toMatchObject({ version: 4, overflow: 'reject', filter: null, name: 'Other' });
  expect((await call('POST', `${at}/versions/99/restore`, {})).status).toBe(404);
  expect((await call('PATCH', at, { name: 'X' }, { 'if-match': '"1"' })).status).toBe(412);
});

test('what cannot be is refused when it is saved', async () => {
  const { call, endpoint, targets, keyOf } = await scene();
  const pointerOf = async (body: object) => {
    const answer = await call('POST', '/inbound-endpoints', { name: 'X', ...body });
    return [answer.status, answer.body.errors?.[0]?.pointer];
  };
  expect(await pointerOf({ mapping: { content: { text: '{% if %}' } } })).toEqual([400, '/mapping/content/text']);
  expect(await pointerOf({ filter: ['body.a == 1', 'a b'] })).toEqual([400, '/filter/1']);
  expect(await pointerOf({ dedupe: { key: '{{ a | nothing }}' } })).toEqual([400, '/dedupe/key']);
  expect(await pointerOf({ status: 'active' })).toEqual([422, '/mapping']);
  expect(await pointerOf({ targets: [{ channel: 'webhook', to: ['whk_01jd9x3k2mf8v9q4zt7w5b6n0c'] }] })).toEqual([
    422,
    '/targets/0/to/0',
  ]);
  expect(await pointerOf({ mapping: 'text' })).toEqual([400, '/mapping']);
  expect(await pointerOf({ mapping: { text: 'x'.repeat(66_000) } })).toEqual([400, '/mapping']);
  expect(await pointerOf({ max_bytes: 5 })).toEqual([400, '/max_bytes']);
  expect(await pointerOf({ auth: { mode: 'header', header: 'Authorization' } })).toEqual([400, '/auth/header']);
  const other = await scene();
  expect((await other.call('POST', '/inbound-endpoints', { name: 'X', mapping: SAY, targets })).status).toBe(422);
  const hook = await endpoint();
  const reader = await keyOf({ kind: 'au', scopes: ['automation.endpoints:read'] });
  expect((await reader('PATCH', `/inbound-endpoints/${hook.id}`, { name: 'X' })).body.code).toBe('insufficient_scope');
  expect((await other.call('GET', `/inbound-endpoints/${hook.id}`)).status).toBe(404);
});

test('a key that is narrowed sees its endpoints alone, and makes none', async () => {
  const { endpoint, pathOf, send, keyOf } = await scene();
  const mine = await endpoint();
  const other = await endpoint();
  const seen = await send(pathOf(other), { body: { message: 'Hi' } });
  const call = await keyOf({ resources: { inbound_endpoints: [mine.id] } });
  expect((await call('GET', '/inbound-endpoints')).body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  expect((await call('GET', `/inbound-endpoints/${other.id}`)).status).toBe(404);
  expect((await call('GET', '/inbound-requests')).body.data).toEqual([]);
  expect((await call('GET', `/inbound-requests/${seen.body.id}`)).status).toBe(404);
  expect((await call('POST', '/inbound-endpoints', { name: 'X' })).body.code).toBe('insufficient_scope');
});

test('an endpoint that a narrowed key saved reaches no further than that key', async () => {
  const { keyOf, instance, send } = await scene();
  const mine = await instance();
  const other = await instance();
  const call = await keyOf({ resources: { whatsapp_instances: [mine.id] } });
  const mapping = {
    ...SAY,
    targets: [{ channel: 'whatsapp', instance_id: '{{ body.instance }}', to: ['+15550100077'] }],
  };
  const hook = (await call('POST', '/inbound-endpoints', { name: 'X', mapping, dynamic_targets: 'any' })).body;
  const post = (id: string) => send(`${hook.id}/${hook.token}`, { body: { message: 'Hi', instance: id } });
  expect((await post(mine.id)).status).toBe(202);
  expect((await post(other.id)).body.errors[0].code).toBe('target_unresolved');
});

test('stats, lists and filters tell how an endpoint is used', async () => {
  const { endpoint, pathOf, send, expectStatus, requests } = await scene();
  const hook = await endpoint({ name: 'Shop hooks', preset: 'n8n' });
  await endpoint({ name: 'Other' });
  await send(pathOf(hook), { body: { message: 'Hi' } });
  await send(pathOf(hook), { body: {} });
  await server.services.automation.inbound.flush();
  const found = await expectStatus(200, 'GET', '/inbound-endpoints?q=shop&preset=n8n&status=active');
  expect(found.data).toHaveLength(1);
  expect(found.data[0].stats).toMatchObject({ accepted_24h: 1, rejected_24h: 1, last_status: 'rejected' });
  expect(await requests(`&endpoint_id=${hook.id}&reason=empty_content`)).toHaveLength(1);
  const { data } = await expectStatus(200, 'GET', '/inbound-presets');
  expect(data.map(({ preset }: { preset: string }) => preset)).toContain('github');
});

test('the starter mapping of every preset makes something of its own example', async () => {
  const { endpoint, expectStatus, targets } = await scene();
  const { data } = await expectStatus(200, 'GET', '/inbound-presets');
  for (const preset of data) {
    const hook = await endpoint({ preset: preset.preset, mapping: preset.mapping, targets });
    const tried = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, {});
    expect([preset.preset, tried.would]).toEqual([preset.preset, 'accept']);
  }
});
