import { afterAll, expect, test } from 'bun:test';

import { ID_PREFIXES, newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { later, people, personNo, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

test('A publication is accepted with its deliveries, and is found again', async () => {
  const place = await scene();
  const answer = await place.call('POST', '/publications', place.bodyOf({ title: 'Release', metadata: { team: 'a' } }));
  expect(answer.status).toBe(202);
  expect(answer.headers.get('location')).toBe(`/api/v1/publications/${answer.body.id}`);
  expect(answer.body).toMatchObject({
    object: 'publication',
    status: 'queued',
    title: 'Release',
    metadata: { team: 'a' },
    source: { kind: 'api', key_id: place.keyId, endpoint_id: null },
    counters: { total: 3, pending: 3, sent: 0 },
    targets: [{ channel: 'whatsapp', instance_id: place.instanceId, to: people(3) }],
    approval: null,
    links: [],
  });
  const read = await place.get(answer.body.id);
  expect(read.content).toMatchObject({ text: 'Version 2 is out.', format: 'plain' });
  expect((await place.deliveries(read.id)).map((one: { to: string }) => one.to).toSorted()).toEqual(people(3));
  expect(await place.events('automation.publication.*')).toEqual([`created ${read.id}`]);
});

test('Recipients on several channels and destinations as text are merged to one delivery each', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const made = await place.create({
    schedule_at: later(),
    targets: [
      { channel: 'whatsapp', to: [personNo(1), personNo(1), '+1 555 200 0001'] },
      `whatsapp:${place.instanceId}:${personNo(2)}`,
      `webhook:${webhook}`,
      { channel: 'webhook', to: [webhook] },
    ],
  });
  expect(made).toMatchObject({ status: 'scheduled', counters: { total: 3, waiting: 3 } });
  const deliveries = await place.deliveries(made.id);
  expect(
    deliveries
      .map((one: { channel: string; instance_id: string | null; to: string }) => [one.channel, one.instance_id])
      .toSorted(),
  ).toEqual([
    ['webhook', null],
    ['whatsapp', place.instanceId],
    ['whatsapp', place.instanceId],
  ]);
  expect(deliveries[0]).toMatchObject({ status: 'waiting', wait_reason: 'schedule', next_attempt_at: made.due_at });
});

test('All issues of a publication are reported together, each with its pointer', async () => {
  const place = await scene();
  const refused = async (more: object) => {
    const answer = await place.call('POST', '/publications', place.bodyOf(more));
    return [answer.status, answer.body.code, ...issuesOf(answer)];
  };
  expect(await refused({ targets: [] })).toEqual([400, 'validation_failed', '/targets too_few']);
  expect(await refused({ nope: 1 })).toEqual([400, 'unknown_parameter', '/nope unknown_parameter']);
  expect((await refused({ targets: [{ channel: 'pigeon', to: ['x'] }] })).slice(0, 2)).toEqual([
    400,
    'validation_failed',
  ]);
  // Of an object that is wrong in two ways neither is that it should be a text.
  expect(await refused({ targets: [{ channel: 'whatsapp', instance_id: 'x', to: [] }] })).toEqual([
    400,
    'validation_failed',
    '/targets/0/instance_id invalid_format',
    '/targets/0/to too_few',
  ]);
  expect((await refused({ targets: ['pigeon:x'] })).slice(0, 2)).toEqual([400, 'validation_failed']);
  expect(await refused({ schedule: { mode: 'at' } })).toEqual([400, 'validation_failed', '/schedule/at required']);
  expect(await refused({ schedule: { mode: 'now', delay_seconds: 5 } })).toEqual([
    400,
    'validation_failed',
    '/schedule/delay_seconds not_allowed',
  ]);
  expect(await refused({ schedule: { mode: 'now' }, schedule_at: later() })).toEqual([
    400,
    'validation_failed',
    '/schedule_at not_allowed',
  ]);
  expect(await refused({ schedule_at: '2020-01-01T00:00:00Z' })).toEqual([
    400,
    'validation_failed',
    '/schedule_at in_past',
  ]);
  expect(await refused({ schedule: { mode: 'next_slot', slots: ['0 0 30 2 *'] } })).toEqual([
    400,
    'validation_failed',
    '/schedule/slots/0 never',
  ]);
  expect((await refused({ schedule: { mode: 'delay', delay_seconds: 5, timezone: 'Mars/Base' } })).slice(0, 3)).toEqual(
    [400, 'validation_failed', '/schedule/timezone unknown_timezone'],
  );
  expect(await refused({ draft: true, requires_approval: true })).toEqual([
    400,
    'validation_failed',
    '/requires_approval not_allowed',
  ]);
  expect(
    await refused({
      targets: [
        { channel: 'whatsapp', to: people(501) },
        { channel: 'whatsapp', to: people(1000).map((to) => `${to}1`) },
      ],
    }),
  ).toEqual([400, 'validation_failed', '/targets too_many']);
  expect((await refused({ content: {} }))[0]).toBe(422);
  expect(
    await refused({
      targets: [{ channel: 'whatsapp', to: [personNo(1), 'nobody', 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0c'] }],
    }),
  ).toMatchObject([
    422,
    'unprocessable',
    expect.stringMatching(/^\/targets\/0\/to\/1 /),
    expect.stringMatching(/^\/targets\/0\/to\/2 /),
  ]);
  expect((await place.expectStatus(200, 'GET', '/publications')).data).toEqual([]);
});

test('An invalid recipient can be skipped, and a publication without recipients fails', async () => {
  const place = await scene();
  const some = await place.create({
    on_invalid_target: 'skip',
    schedule_at: later(),
    targets: [{ channel: 'whatsapp', to: [personNo(1), 'nobody'] }],
  });
  expect(some).toMatchObject({ status: 'scheduled', counters: { total: 2, waiting: 1, skipped: 1 } });
  const skipped = (await place.deliveries(some.id)).find((one: { status: string }) => one.status === 'skipped');
  expect(skipped).toMatchObject({ to: 'nobody', skip_reason: 'invalid', next_attempt_at: null });
  expect(await place.events('automation.publication_delivery.skipped')).toEqual([`skipped ${skipped.id}`]);

  const none = await place.create({
    on_invalid_target: 'skip',
    targets: [{ channel: 'whatsapp', to: ['nobody'] }],
  });
  expect(none).toMatchObject({ status: 'failed', status_reason: 'all_skipped', completed_at: expect.any(String) });
  expect(await place.events('automation.publication.failed')).toEqual([`failed ${none.id}`]);
});

test('publications of another workspace cannot be seen, changed or referenced', async () => {
  const place = await scene();
  const other = await scene();
  const { id } = await place.create({ draft: true });
  const [delivery] = await place.deliveries(id);
  const unknown = newId(ID_PREFIXES.publication);
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ...['publish', 'cancel', 'pause', 'resume', 'retry', 'approve', 'reject', 'duplicate'].map((verb) => [
      'POST',
      `/${verb}`,
    ]),
  ] as [string, string, object?][]) {
    const foreign = await other.call(method, `/publications/${id}${path}`, body);
    const absent = await other.call(method, `/publications/${unknown}${path}`, body);
    expect([method, path, foreign.status, foreign.body.code]).toEqual([method, path, 404, 'not_found']);
    expect({ ...foreign.body, request_id: '', instance: '' }).toEqual({ ...absent.body, request_id: '', instance: '' });
  }
  for (const verb of ['', '/retry', '/resolve']) {
    const body = verb === '/resolve' ? { outcome: 'sent' } : verb === '' ? undefined : {};
    const answer = await other.call(
      verb === '' ? 'GET' : 'POST',
      `/publication-deliveries/${delivery.id}${verb}`,
      body,
    );
    expect([verb, answer.status]).toEqual([verb, 404]);
  }
  expect((await other.expectStatus(200, 'GET', '/publications')).data).toEqual([]);
  expect((await other.expectStatus(200, 'GET', '/publication-deliveries')).data).toEqual([]);

  const webhook = await place.webhook();
  for (const targets of [
    [{ channel: 'whatsapp', instance_id: place.instanceId, to: [personNo(1)] }],
    [`whatsapp:${place.instanceId}:${personNo(1)}`],
    [{ channel: 'webhook', to: [webhook] }],
    [`webhook:${webhook}`],
  ]) {
    const answer = await other.call('POST', '/publications', other.bodyOf({ targets }));
    expect([answer.status, answer.body.code]).toEqual([422, 'related_not_found']);
  }
});

test('a key needs the scope, and reading does not allow writing', async () => {
  const place = await scene();
  const { id } = await place.create({ draft: true });
  const reader = await place.keyOf({ scopes: ['automation.publications:read'] });
  const unscoped = await place.keyOf({ scopes: ['whatsapp.messages:send'] });
  expect((await reader('GET', `/publications/${id}`)).status).toBe(200);
  expect((await reader('POST', '/publications/preview', place.bodyOf())).status).toBe(200);
  const refused = async (call: typeof reader, ...request: Parameters<typeof reader>) => {
    const { status, body } = await call(...request);
    return [status, body.code, ...(body.required_scopes ?? [])];
  };
  const writing = [403, 'insufficient_scope', 'automation.publications:write'];
  const reading = [403, 'insufficient_scope', 'automation.publications:read'];
  expect(await refused(reader, 'POST', '/publications', place.bodyOf())).toEqual(writing);
  expect(await refused(reader, 'POST', `/publications/${newId('pub')}/cancel`)).toEqual(writing);
  expect(await refused(reader, 'POST', '/publication-deliveries/retry', {})).toEqual(writing);
  expect(await refused(unscoped, 'GET', '/publications')).toEqual(reading);
  expect(await refused(unscoped, 'GET', '/publication-deliveries')).toEqual(reading);

  // It sends on every channel with no scope of theirs.
  const writer = await place.keyOf({ scopes: ['automation.publications:write'], kind: 'au' });
  expect((await writer('POST', '/publications', place.bodyOf())).status).toBe(202);
});

test('a key that is narrowed to an instance neither sees nor uses another', async () => {
  const place = await scene();
  const second = await place.instance();
  const on = (instance: string) => ({
    schedule_at: later(),
    targets: [{ channel: 'whatsapp', instance_id: instance, to: [personNo(1)] }],
  });
  const [mine, foreign] = [await place.create(on(place.instanceId)), await place.create(on(second))];
  const both = await place.create({
    schedule_at: later(),
    targets: [...on(place.instanceId).targets, ...on(second).targets],
  });
  const narrow = await place.keyOf({ resources: { whatsapp_instances: [place.instanceId] } });

  const seen = (await narrow('GET', '/publications')).body.data.map((one: { id: string }) => one.id);
  expect(seen).toEqual([mine.id]);
  for (const { id } of [foreign, both]) {
    expect((await narrow('GET', `/publications/${id}`)).status).toBe(404);
    expect((await narrow('POST', `/publications/${id}/cancel`)).status).toBe(404);
    expect((await narrow('POST', `/publications/${id}/duplicate`)).status).toBe(404);
  }
  const deliveries = (await narrow('GET', '/publication-deliveries')).body.data;
  expect(new Set(deliveries.map((one: { instance_id: string }) => one.instance_id))).toEqual(
    new Set([place.instanceId]),
  );
  const [hidden] = await place.deliveries(foreign.id);
  expect((await narrow('GET', `/publication-deliveries/${hidden.id}`)).status).toBe(404);

  const answer = await narrow('POST', '/publications', place.bodyOf(on(second)));
  expect([answer.status, answer.body.code]).toEqual([422, 'related_not_found']);
  expect((await narrow('POST', '/publications', place.bodyOf(on(place.instanceId)))).status).toBe(202);
  const moved = await narrow('PATCH', `/publications/${mine.id}`, { targets: on(second).targets });
  expect([moved.status, moved.body.code]).toEqual([422, 'related_not_found']);
});

test('fifty requests with one Idempotency-Key create one publication', async () => {
  const place = await scene();
  const headers = { 'idempotency-key': 'release-2' };
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => place.call('POST', '/publications', place.bodyOf(), headers)),
  );
  const made = tries.filter(({ status }) => status === 202);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(tries.every(({ status, body }) => status === 202 || body.code === 'idempotency_in_progress')).toBe(true);
  expect((await place.expectStatus(200, 'GET', '/publications')).data).toHaveLength(1);

  const again = await place.call('POST', '/publications', place.bodyOf(), headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  const other = await place.call('POST', '/publications', place.bodyOf({ title: 'Other' }), headers);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('The list is filtered, searched and paged', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const titled = await place.create({ title: 'Überraschung 100%', draft: true });
  const dueAt = later(30);
  const due = await place.create({ schedule_at: dueAt, targets: [`webhook:${webhook}`] });
  const worded = await place.create({ content: { text: 'A needle in the hay.' }, requires_approval: true });
  const ids = async (query: string): Promise<string[]> =>
    (await place.expectStatus(200, 'GET', `/publications?${query}`)).data.map((one: { id: string }) => one.id);

  expect(await ids('')).toEqual([worded.id, due.id, titled.id]);
  expect(await ids('status=draft,scheduled')).toEqual([due.id, titled.id]);
  expect(await ids('channel=webhook')).toEqual([due.id]);
  expect(await ids('channel=webhook,whatsapp')).toEqual([worded.id, due.id, titled.id]);
  expect(await ids('source=console')).toEqual([]);
  expect(await ids('q=NEEDLE')).toEqual([worded.id]);
  expect(await ids(`q=${encodeURIComponent('100%')}`)).toEqual([titled.id]);
  expect(await ids(`due_after=${later(29)}&due_before=${later(31)}`)).toEqual([due.id]);
  expect(await ids(`created_after=${later()}`)).toEqual([]);

  const first = await place.expectStatus(200, 'GET', '/publications?limit=2');
  const rest = await place.expectStatus(200, 'GET', `/publications?limit=2&cursor=${first.next_cursor}`);
  expect([...first.data, ...rest.data].map((one: { id: string }) => one.id)).toEqual([worded.id, due.id, titled.id]);
  expect(rest.has_more).toBe(false);
  const other = await place.call('GET', `/publications?limit=2&status=draft&cursor=${first.next_cursor}`);
  expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
});
