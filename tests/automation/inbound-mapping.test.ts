import { afterAll, expect, test } from 'bun:test';

import { contextJson } from '../../server/automation/templates/messages';
import { until } from '../support/process';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation();
afterAll(() => server.stop());
const scene = inboundScenes(server);

test('an endpoint without a mapping keeps samples, from which a mapping is suggested with warnings', async () => {
  const { endpoint, expectStatus, pathOf, send, requests, publications, targets } = await scene();
  const hook = await endpoint({ mapping: undefined });
  expect(hook.status).toBe('collecting_samples');
  for (let count = 0; count < 22; count += 1) {
    const answer = await send(pathOf(hook), { body: { message: `Sample ${count}` } });
    expect(answer.body).toMatchObject({ status: 'recorded', reason: 'sample_stored', publications: [] });
  }
  expect((await requests(`&endpoint_id=${hook.id}`)).filter((one) => one.is_sample)).toHaveLength(20);
  expect(await publications()).toEqual([]);

  const mapping = {
    content: { text: '{{ body.message }} {{ body.image }}{% for c in body.tags %}{{ c.name }}{% endfor %}' },
  };
  const after = await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, {
    mapping,
    on_missing: 'empty',
    targets,
    status: 'active',
  });
  expect(after.warnings.map(({ path }: { path: string }) => path).toSorted()).toEqual(['body.image', 'body.tags']);
  expect((await send(pathOf(hook), { body: { message: 'Now' } })).body).toMatchObject({ status: 'accepted' });
});

test('every mode creates its kind of object, and the filter leaves out the rest', async () => {
  const { endpoint, pathOf, send, publications, requests } = await scene();
  const body = { message: 'Hi', level: 3 };
  const statusOf = async (change: object) =>
    (await send(pathOf(await endpoint(change)), { body })).body.publications[0]?.status;
  expect(await statusOf({ mode: 'draft' })).toBe('draft');
  expect(await statusOf({ mode: 'approval' })).toBe('pending_approval');
  const before = (await publications()).length;
  const recorded = await send(pathOf(await endpoint({ mode: 'record', mapping: null })), { body });
  expect([recorded.status, recorded.body.status, recorded.body.publications]).toEqual([202, 'recorded', []]);
  expect((await publications()).length).toBe(before);

  const picky = await endpoint({ filter: ['body.level > 2', 'body.message contains "Hi"'] });
  expect((await send(pathOf(picky), { body })).body.status).toBe('accepted');
  const left = await send(pathOf(picky), { body: { ...body, level: 1 } });
  expect([left.status, left.body.status, left.body.reason]).toEqual([200, 'filtered', 'filtered']);
  expect((await requests('&status=filtered'))[0]).toMatchObject({ stage: 'filter' });
});

test('an array creates one publication per item, and too many are refused', async () => {
  const { endpoint, pathOf, send, publications } = await scene();
  const hook = await endpoint({
    split: 'data.orders',
    mapping: { content: { text: '{{ index }}: {{ item.name }} of {{ body.shop }}' }, metadata: { n: '{{ item.n }}' } },
  });
  const orders = [
    { name: 'a', n: 1 },
    { name: 'b', n: 2 },
  ];
  const answer = await send(pathOf(hook), { body: { shop: 'S', data: { orders } } });
  expect(answer.body.publications).toHaveLength(2);
  const texts = (await publications()).map(({ content, metadata }) => `${content.text} ${metadata.n}`);
  expect(texts.toSorted()).toEqual(['0: a of S 1', '1: b of S 2']);
  const many = await send(pathOf(hook), { body: { data: { orders: Array.from({ length: 101 }, () => ({})) } } });
  expect([many.status, many.body.code]).toEqual([422, 'unprocessable']);
  expect(await publications()).toHaveLength(2);
});

test('a failed mapping names the field, and the sender gets the error only if the endpoint says so', async () => {
  const { endpoint, pathOf, send, request, publications } = await scene();
  const mapping = { content: { text: 'At {{ body.at | date: "%H", "Nowhere/Else" }}' } };
  const strict = await endpoint({ mapping });
  const refused = await send(pathOf(strict), { body: { at: '2026-01-01' } });
  expect([refused.status, refused.body.code]).toEqual([422, 'unprocessable']);
  expect(refused.body.errors[0]).toMatchObject({ code: 'mapping_failed', pointer: '/content/text' });

  const lenient = await endpoint({ mapping, on_error: 'accept_and_log' });
  const taken = await send(pathOf(lenient), { body: { at: '2026-01-01' } });
  expect([taken.status, taken.body.status, taken.body.reason]).toEqual([202, 'failed', 'mapping_failed']);
  expect(await request(taken.body.id)).toMatchObject({ stage: 'map', error: { path: '/content/text', line: 1 } });
  expect(await publications()).toEqual([]);

  const empty = await endpoint({ on_missing: 'empty' });
  expect((await send(pathOf(empty), { body: { other: 1 } })).body.errors[0].code).toBe('empty_content');
});

test('targets of the mapping are used only where the endpoint allows them', async () => {
  const { endpoint, pathOf, send, publication, instance, webhook } = await scene();
  const wai = await instance();
  const to = { channel: 'whatsapp', instance_id: wai.id, to: ['{{ body.phone }}'] };
  const mapping = { ...SAY, targets: [to] };
  const body = { message: 'Hi', phone: '+15550100077' };
  const targetsOf = async (answer: { body: { publications: { id: string }[] } }) =>
    (await publication(answer.body.publications[0]?.id ?? '')).targets.map(({ channel }) => channel);

  const fixed = await send(pathOf(await endpoint({ mapping })), { body });
  expect(await targetsOf(fixed)).toEqual(['webhook']);
  const any = await send(pathOf(await endpoint({ mapping, dynamic_targets: 'any' })), { body });
  expect(await targetsOf(any)).toEqual(['webhook', 'whatsapp']);
  const known = await endpoint({ mapping, dynamic_targets: 'known' });
  const unknown = await send(pathOf(known), { body: { ...body, phone: '+15550100088' } });
  expect([unknown.status, unknown.body.errors[0].code]).toEqual([422, 'target_not_allowed']);
  const number = await send(pathOf(await endpoint({ mapping, dynamic_targets: 'any', targets: [] })), {
    body: { message: 7, phone: 15550100099 },
  });
  expect(number.body.status).toBe('accepted');
  expect(webhook.id).toStartWith('whk_');
});

test('an endpoint has its own response, and can wait for its publications', async () => {
  const { endpoint, pathOf, send } = await scene();
  const body = { message: 'Hi' };
  const own = await endpoint({ response: { status: 201, content_type: 'text/plain', body: 'Danke' } });
  const answer = await send(pathOf(own), { body });
  expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
    201,
    'Danke',
    'text/plain; charset=utf-8',
  ]);
  const silent = await endpoint({ response: { status: 204 } });
  expect((await send(pathOf(silent), { body })).status).toBe(204);
  const patient = await endpoint({ response: { wait_ms: 8000 } });
  const waited = await send(pathOf(patient), { body });
  expect([waited.status, waited.body.publications[0].status]).toEqual([200, 'published']);
});

test('fifty calls of a workspace wait for their publications, and further ones are answered at once', async () => {
  const { endpoint, pathOf, send, requests, webhook, workspaceId } = await scene();
  const gate = Promise.withResolvers<void>();
  // Ten seconds, as long as a call may wait, are too few for fifty calls on a busy machine: most have their seats already.
  const seats = Array.from({ length: 40 }, () => server.services.limits.takeWaiter('inbound', workspaceId));
  webhook.state.answer = () => gate.promise.then(() => new Response('ok'));
  const patient = await endpoint({ response: { wait_ms: 10_000 } });
  let answered = 0;
  const waiting = Array.from({ length: 10 }, async (_, n) => {
    const answer = await send(pathOf(patient), { body: { message: `Hi ${n}` } });
    answered += 1;
    return answer;
  });
  await until(async () => (await requests('&status=accepted')).length === 10, { everyMs: 5 });
  const late = await send(pathOf(patient), { body: { message: 'Late' } });
  expect(['queued', 'publishing']).toContain(late.body.publications[0].status);
  expect(answered).toBe(0);

  gate.resolve();
  for (const { body } of await Promise.all(waiting)) expect(body.publications[0].status).toBe('published');
  for (const leave of seats) leave?.();
});

test('the body of a request that is split is written as JSON once, for all of its items', () => {
  let written = 0;
  const items = Array.from({ length: 100 }, (_, n) => ({ n }));
  const body = {
    items,
    toJSON: () => {
      written += 1;
      return { items };
    },
  };
  for (const [index, item] of items.entries()) {
    const context = { body, item, index, type: null };
    expect(JSON.parse(contextJson(context))).toEqual({ body: { items }, item: { n: index }, index, type: null });
  }
  expect(written).toBe(1);
});
