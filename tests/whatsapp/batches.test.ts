import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { batchesOf, GREETING, people, personNo } from './batch-scenes';
import { messageScenes, seedInstance, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

test('each recipient gets a message, and the last result completes the batch once', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const recipients = people(30).map((one, index) => ({ ...one, client_reference: `order-${index}` }));
  const made = await batches.create({ recipients });
  expect(made).toMatchObject({ status: 'queued', instance_id: place.id, rate: null, completed_at: null });
  expect(made.counts).toMatchObject({ total: 30, queued: 30, sent: 0, failed: 0 });

  await place.settle();
  const batch = await batches.get(made.id);
  expect(batch).toMatchObject({ status: 'completed', completed_at: expect.any(String) });
  expect(batch.counts).toMatchObject({ total: 30, queued: 0, read: 30, failed: 0, canceled: 0 });

  const messages = await batches.messages(made.id);
  expect(messages.map(({ client_reference }) => client_reference)).toEqual(
    recipients.map(({ client_reference }) => client_reference),
  );
  expect(messages[7]?.content.text).toBe('Hello No. 7');
  expect(messages[7]?.metadata).toEqual({ batch_id: made.id, recipient: personNo(7) });

  const events = await place.events('whatsapp.batch.completed');
  expect(events.map(({ data }) => data)).toMatchObject([{ id: made.id, status: 'completed', counts: { total: 30 } }]);
  expect(events[0]?.data['instance']).toMatchObject({ id: place.id, driver: 'sandbox' });
});

test('an invalid recipient is a failed message, and the others get theirs', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const refuses = await place.receive('+15550200090', 'Stop');
  await place.expectStatus(200, 'PATCH', `${place.path}/contacts/${refuses.from.contact_id}`, {
    opt_out: 'marketing',
  });
  const variables = { name: 'Ada' };
  const { id } = await batches.create({
    recipients: [
      { to: 'nobody', variables, client_reference: 'bad' },
      { to: 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0c', variables },
      { to: '+15550200090', variables },
      { to: personNo(1) },
      { to: personNo(2), variables: { name: 'x'.repeat(1024) } },
      { to: personNo(3), variables },
    ],
    content: { type: 'text', text: `${'{{name}}'.repeat(4)} and more` },
  });
  await place.settle();

  const messages = await batches.messages(id);
  expect(messages.map(({ status, error }) => [status, error?.code])).toEqual([
    ['failed', 'invalid_recipient'],
    ['failed', 'invalid_recipient'],
    ['failed', 'recipient_opted_out'],
    ['failed', 'invalid_parameter'],
    ['failed', 'invalid_parameter'],
    ['read', undefined],
  ]);
  expect(messages[0]).toMatchObject({ client_reference: 'bad', metadata: { recipient: 'nobody' } });
  expect(messages[3]?.error?.message).toContain('name');
  expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { total: 6, read: 1, failed: 5 } });
  expect(await place.events('whatsapp.message.failed')).toHaveLength(5);
  // What names nobody makes nobody’s chat.
  const { data: chats } = await place.expectStatus(200, 'GET', `${place.path}/chats?archived=any`);
  expect(chats.map(({ title }: { title: string }) => title).toSorted()).toEqual(
    ['Ada', personNo(1), personNo(2), personNo(3)].toSorted(),
  );
  expect((await place.expectStatus(200, 'GET', `${place.path}/chats?archived=true`)).data).toEqual([]);
  expect((await place.expectStatus(200, 'GET', `${place.path}/contacts`)).data).toHaveLength(4);
});

test('messages of a batch are listed by status; a retry skips those with a missing variable and those that opted out', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const refuses = await place.receive('+15550200091', 'Stop');
  await place.expectStatus(200, 'PATCH', `${place.path}/contacts/${refuses.from.contact_id}`, {
    opt_out: 'marketing',
  });
  const made = await batches.create({
    recipients: [{ to: personNo(1) }, ...people(2, 2), { to: '+15550200091', variables: { name: 'Ada' } }],
  });
  expect(made.content).toEqual({ type: 'text', text: 'Hello {{name}}' });
  await place.settle();

  const listed = async (query: string): Promise<{ id: string; metadata: { recipient: string } }[]> =>
    (await place.expectStatus(200, 'GET', `${batches.path}/${made.id}/messages?${query}`)).data;
  const failed = await listed('status=failed');
  expect(failed.map(({ metadata }) => metadata.recipient)).toEqual([personNo(1), '+15550200091']);
  expect(await listed('status=read,played')).toHaveLength(2);
  for (const [index, code] of ['invalid_parameter', 'recipient_opted_out'].entries()) {
    const refusal = await place.expectStatus(422, 'POST', `${place.path}/messages/${failed[index]?.id}/retry`, {});
    expect(refusal.errors[0].code).toBe(code);
  }
});

test('a batch without a single valid recipient completes', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const { id } = await batches.create({ recipients: [{ to: 'nobody' }, { to: 'nobody' }] });
  await place.settle();
  expect(await batches.get(id)).toMatchObject({ status: 'completed', counts: { failed: 2 } });
  expect(await place.events('whatsapp.batch.completed')).toHaveLength(1);
});

test('fifty requests with one Idempotency-Key create one batch', async () => {
  const place = await scene();
  const batches = batchesOf(place);
  const body = { content: GREETING, recipients: people(30) };
  const headers = { 'idempotency-key': 'news-1' };
  const tries = await Promise.all(Array.from({ length: 50 }, () => place.call('POST', batches.path, body, headers)));
  const made = tries.filter(({ status }) => status === 202);
  expect(new Set(made.map((one) => one.body.id)).size).toBe(1);
  expect(tries.every(({ status }) => status === 202 || status === 409)).toBe(true);
  await place.settle();
  expect(await place.rows()).toHaveLength(30);

  const again = await place.call('POST', batches.path, body, headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  const other = await place.call('POST', batches.path, { ...body, rate: 1 }, headers);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('a fault of all messages refuses the batch, and stores nothing', async () => {
  const place = await scene();
  const { path } = batchesOf(place);
  const recipients = people(1);
  const refused = async (body: object) => {
    const answer = await place.call('POST', path, { content: GREETING, recipients, ...body });
    return [answer.status, answer.body.code, ...issuesOf(answer)];
  };
  expect(await refused({ recipients: people(1001) })).toEqual([400, 'validation_failed', '/recipients too_many']);
  expect(await refused({ recipients: [] })).toEqual([400, 'validation_failed', '/recipients too_few']);
  expect((await refused({ rate: 0 })).slice(0, 2)).toEqual([400, 'validation_failed']);
  expect((await refused({ recipients: [{ to: TO, variables: { 'A b': '1' } }] })).slice(0, 2)).toEqual([
    400,
    'validation_failed',
  ]);
  const reaction = { type: 'reaction', message_id: 'x', emoji: '👍' };
  expect(await refused({ content: reaction })).toEqual([
    422,
    'unprocessable',
    '/content/type unsupported_message_type',
  ]);
  const media = { media_id: 'med_01jd9x3k2mf8v9q4zt7w5b6n0c' };
  expect((await refused({ content: { type: 'image', media } })).slice(0, 2)).toEqual([422, 'related_not_found']);

  await place.update({ status: 'disconnected' });
  expect((await refused({})).slice(0, 2)).toEqual([409, 'instance_not_connected']);
  await place.update({ status: 'connected', driver: 'cloud' });
  const poll = { type: 'poll', question: 'When?', options: ['Now', 'Later'] };
  expect((await refused({ content: poll })).slice(0, 2)).toEqual([422, 'unsupported_by_driver']);
  expect(await place.rows()).toHaveLength(0);
  expect((await place.call('GET', path)).body.data).toEqual([]);
});

test('a batch is found only under its instance, with the right scope', async () => {
  const place = await scene(WAITING);
  const batches = batchesOf(place);
  const [first, second] = [
    await batches.create({ recipients: people(2) }),
    await batches.create({ recipients: people(1) }),
  ];
  await place.settle();
  const page = await place.expectStatus(200, 'GET', `${batches.path}?limit=1`);
  expect([page.data[0].id, page.has_more]).toEqual([second.id, true]);
  const next = await place.expectStatus(200, 'GET', `${batches.path}?limit=1&cursor=${page.next_cursor}`);
  expect(next.data[0].id).toBe(first.id);
  expect((await place.expectStatus(200, 'GET', `${batches.path}?status=completed`)).data).toEqual([]);

  const other = await seedInstance(place.workspaceId);
  const elsewhere = `/whatsapp/instances/${other}/batches/${first.id}`;
  const outsider = await scene();
  const narrowed = await place.keyOf({ fullAccess: true, resources: { whatsapp_instances: [other] } });
  const unknown = `${batches.path}/bat_01jd9x3k2mf8v9q4zt7w5b6n0c`;
  const answers = [
    await place.call('GET', unknown),
    await place.call('GET', elsewhere),
    await place.call('GET', `${elsewhere}/messages`),
    await place.call('PATCH', elsewhere, { status: 'canceled' }),
    await outsider.call('GET', `${batches.path}/${first.id}`),
    await outsider.call('PATCH', `${batches.path}/${first.id}`, { status: 'canceled' }),
    await narrowed('GET', `${batches.path}/${first.id}`),
    await narrowed('POST', batches.path, { content: GREETING, recipients: people(1) }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));

  const reader = await place.keyOf({ scopes: ['whatsapp.messages:read'] });
  const forbidden = [
    await reader('POST', batches.path, { content: GREETING, recipients: people(1) }),
    await reader('PATCH', `${batches.path}/${first.id}`, { status: 'canceled' }),
  ];
  expect(forbidden.map(({ body }) => body.code)).toEqual(['insufficient_scope', 'insufficient_scope']);
  expect((await reader('GET', `${batches.path}/${first.id}`)).status).toBe(200);
  expect((await batches.get(first.id)).counts.queued).toBe(2);
});
