import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { purgeOldPublications } from '../../server/automation/publications/retention';
import { publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { memberOf } from '../support/people';
import { later, people, personNo, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

type Delivery = { id: string; to: string; status: string; wait_reason: string | null };

test('a change keeps omitted fields, and null clears a field', async () => {
  const place = await scene();
  const at = later();
  const made = await place.create({
    title: 'Release',
    metadata: { team: 'a' },
    schedule_at: at,
    overrides: { whatsapp: { text: '*Two*' } },
    expires_after_seconds: 3600,
  });
  const change = (body: object) => place.expectStatus(200, 'PATCH', `/publications/${made.id}`, body);

  const changed = await change({ content: { text: 'Version 3.' } });
  expect(changed).toMatchObject({
    status: 'scheduled',
    title: 'Release',
    metadata: { team: 'a' },
    due_at: at,
    overrides: { whatsapp: { text: '*Two*' } },
    content: { text: 'Version 3.' },
    version: 2,
  });
  const cleared = await change({ title: null, metadata: null, overrides: null });
  expect(cleared).toMatchObject({ title: null, metadata: {}, overrides: {}, content: { text: 'Version 3.' } });
  const shorter = await change({ expires_after_seconds: 600 });
  expect(Date.parse(shorter.expires_at) - Date.parse(shorter.due_at)).toBe(600_000);
  expect(await place.events('automation.publication.updated')).toHaveLength(3);
});

test('kept recipients keep their deliveries; others are added and removed', async () => {
  const place = await scene();
  const made = await place.create({ schedule_at: later() });
  const idsOf = async () =>
    new Map<string, string>((await place.deliveries(made.id)).map(({ to, id }: Delivery) => [to, id]));
  const before = await idsOf();
  const to = [personNo(1), personNo(2), personNo(9)];
  const changed = await place.expectStatus(200, 'PATCH', `/publications/${made.id}`, {
    targets: [{ channel: 'whatsapp', to }],
  });
  expect(changed.counters).toMatchObject({ total: 3, waiting: 3 });
  const after = await idsOf();
  expect([...after.keys()].toSorted()).toEqual(to);
  expect(after.get(personNo(1))).toBe(before.get(personNo(1)) ?? '');

  // Deliveries that were handed over stay, also without their target.
  await place.putDelivery(after.get(personNo(1)) ?? '', {
    status: 'sent',
    waitReason: null,
    reference: 'msg_1',
    nextAttemptAt: null,
  });
  await place.put(made.id, { status: 'paused' });
  await place.expectStatus(200, 'PATCH', `/publications/${made.id}`, {
    targets: [{ channel: 'whatsapp', to: [personNo(9)] }],
  });
  const left: Delivery[] = await place.deliveries(made.id);
  expect(left.map((one) => `${one.to} ${one.status} ${one.wait_reason}`).toSorted()).toEqual([
    `${personNo(1)} sent null`,
    `${personNo(9)} waiting paused`,
  ]);
});

test('Another time moves a publication, its deliveries and its expiry', async () => {
  const place = await scene();
  const made = await place.create({ schedule_at: later(2) });
  const at = later(3);
  const moved = await place.expectStatus(200, 'PATCH', `/publications/${made.id}`, { schedule_at: at });
  expect(moved).toMatchObject({ status: 'scheduled', due_at: at, schedule: { mode: 'at', at } });
  expect(Date.parse(moved.expires_at)).toBe(Date.parse(at) + 86_400_000);
  expect((await place.deliveries(made.id))[0].next_attempt_at).toBe(at);
  expect(await place.events('automation.publication.*')).toEqual(
    ['created', 'scheduled', 'updated', 'scheduled'].map((fact) => `${fact} ${made.id}`),
  );
  const past = await place.call('PATCH', `/publications/${made.id}`, { schedule_at: '2020-01-01T00:00:00Z' });
  expect([past.status, ...issuesOf(past)]).toEqual([400, '/schedule_at in_past']);
  const now = await place.expectStatus(200, 'PATCH', `/publications/${made.id}`, { schedule: { mode: 'now' } });
  expect(now.status).toBe('queued');
});

test('a change with a stale ETag is refused', async () => {
  const place = await scene();
  const made = await place.create({ draft: true });
  const path = `/publications/${made.id}`;
  const read = await place.call('GET', path);
  const etag = read.headers.get('etag') ?? '';
  expect((await place.call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
  expect((await place.call('PATCH', path, { title: 'A' }, { 'if-match': etag })).status).toBe(200);
  for (const [method, at, body] of [
    ['PATCH', path, { title: 'B' }],
    ['POST', `${path}/publish`, {}],
    ['DELETE', path, undefined],
  ] as const) {
    const answer = await place.call(method, at, body, { 'if-match': etag });
    expect([method, answer.status, answer.body.code]).toEqual([method, 412, 'precondition_failed']);
  }
  expect((await place.get(made.id)).title).toBe('A');
});

test('a copy is a separate draft, whatever the state of the original', async () => {
  const place = await scene();
  const made = await place.create({ title: 'Release', schedule_at: later(), metadata: { team: 'a' } });
  await place.expectStatus(202, 'POST', `/publications/${made.id}/cancel`);
  const answer = await place.call('POST', `/publications/${made.id}/duplicate`);
  expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/publications/${answer.body.id}`]);
  expect(answer.body).toMatchObject({
    status: 'draft',
    title: 'Release',
    content: made.content,
    targets: made.targets,
    schedule: made.schedule,
    metadata: { team: 'a' },
    due_at: null,
    counters: { total: 3, pending: 3 },
  });
  expect(answer.body.id).not.toBe(made.id);
});

test('the same content to the same recipient is refused within the window', async () => {
  const place = await scene();
  const window = { duplicate_window_seconds: 3600, schedule_at: later() };
  const first = await place.create(window);
  const again = await place.call('POST', '/publications', place.bodyOf(window));
  expect([again.status, again.body.code, again.body.conflicting_id]).toEqual([409, 'conflict', first.id]);
  expect(issuesOf(again)).toEqual(['/targets probable_duplicate']);
  for (const more of [
    { allow_duplicate: true },
    { content: { text: 'Other.' } },
    { targets: [{ channel: 'whatsapp', to: [personNo(8)] }] },
    { duplicate_window_seconds: 0 },
  ]) {
    expect((await place.call('POST', '/publications', place.bodyOf({ ...window, ...more }))).status).toBe(202);
  }
  // Of those that are made at once one is made; what was canceled counts no more.
  const text = { ...window, content: { text: 'At once.' } };
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => place.call('POST', '/publications', place.bodyOf(text))),
  );
  const made = tries.filter(({ status }) => status === 202);
  expect([made.length, tries.filter(({ status }) => status === 409).length]).toEqual([1, 9]);
  await place.expectStatus(202, 'POST', `/publications/${made[0]?.body.id}/cancel`);
  expect((await place.call('POST', '/publications', place.bodyOf(text))).status).toBe(202);
});

test('The console publishes as a person', async () => {
  const place = await scene();
  const person = await memberOf(server, place.workspaceId, 'developer');
  const made = await person.rpc.automation.publications.create.mutate({
    content: { text: 'Hello' },
    targets: [{ channel: 'whatsapp', to: [personNo(1)] }],
    requires_approval: true,
  });
  expect(made.source).toMatchObject({ kind: 'console', user_id: person.id, key_id: null });
  const approved = await person.rpc.automation.publications.approve.mutate({ publication_id: made.id });
  expect(approved.approval?.decided_by).toEqual({ type: 'user', id: person.id });
});

test('scheduled publications of a workspace are limited', async () => {
  const place = await scene();
  const made = await place.create({ draft: true, targets: [{ channel: 'whatsapp', to: people(1) }] });
  const [row] = await queries(database).select().from(publications).where(eq(publications.id, made.id));
  if (!row) throw new Error('There is no such row.');
  for (let left = 10_000; left > 0; left -= 500) {
    await queries(database)
      .insert(publications)
      .values(Array.from({ length: 500 }, () => ({ ...row, id: newId('pub'), status: 'scheduled' as const })));
  }
  const answer = await place.call('POST', `/publications/${made.id}/publish`);
  expect(answer.status).toBe(202);
  const scheduled = await place.call('POST', '/publications', place.bodyOf({ schedule_at: later() }));
  expect([scheduled.status, scheduled.body.code, ...issuesOf(scheduled)]).toEqual([
    429,
    'rate_limited',
    '/schedule quota_exceeded',
  ]);
  expect(scheduled.headers.get('retry-after')).toBe('60');
});

test('old publications are deleted, and unfinished ones are kept', async () => {
  const place = await scene();
  const old = new Date(Date.now() - 500 * 86_400_000);
  const make = async (status: 'published' | 'scheduled') => {
    const { id } = await place.create({ schedule_at: later() });
    await place.put(id, { status, createdAt: old }, { createdAt: old });
    return id as string;
  };
  const [done, open] = [await make('published'), await make('scheduled')];
  const young = await place.create({ schedule_at: later() });
  await place.put(young.id, { status: 'published' }, { createdAt: old });
  await purgeOldPublications(server.services, new AbortController().signal);
  expect((await place.call('GET', `/publications/${done}`)).status).toBe(404);
  expect(await place.rows(open)).toHaveLength(3);
  // Its deliveries are kept for a shorter time than itself.
  expect(await place.rows(young.id)).toHaveLength(0);
  expect((await place.get(young.id)).counters.total).toBe(3);
});

test('publications are counted by their final states', async () => {
  const place = await scene();
  const count = async (status: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^publications_total\\{status="${status}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const before = await count('canceled');
  const { id } = await place.create({ schedule_at: later() });
  await place.expectStatus(202, 'POST', `/publications/${id}/cancel`);
  expect(await count('canceled')).toBe(before + 1);
});
