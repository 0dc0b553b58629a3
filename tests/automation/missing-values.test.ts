import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { inboundEndpoints } from '../../server/automation/schema/inbound';
import { queries } from '../../server/db/database';
import { inboundScenes } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation();
afterAll(() => server.stop());
const scene = inboundScenes(server);

const GREETING = { content: { text: 'Hello {{ body.customer.name }}, thank you.' } };

test('a request without a value that the mapping names is refused, and the log names the value and the field', async () => {
  const { endpoint, pathOf, send, requests, publications, events } = await scene();
  const hook = await endpoint({ mapping: GREETING });
  expect(hook.on_missing).toBe('reject');
  for (const body of [{}, { customer: { name: null } }, { customer: 'Mona' }]) {
    const answer = await send(pathOf(hook), { body });
    expect([answer.status, answer.body.code]).toEqual([422, 'unprocessable']);
    expect(answer.body.errors).toMatchObject([{ code: 'missing_value', pointer: '/content/text' }]);
    expect(answer.body.detail).toContain('`body.customer.name`');
  }
  expect(await publications()).toEqual([]);
  const [logged, ...others] = await requests('&reason=missing_value');
  expect(others).toHaveLength(2);
  expect(logged).toMatchObject({
    status: 'rejected',
    stage: 'map',
    error: { code: 'missing_value', path: '/content/text', line: 1, col: 10 },
  });
  expect(logged.error.message).toContain('`body.customer.name`, which the field `/content/text` of the mapping names');
  expect((await events('automation.inbound_request.rejected'))[0]?.data).toMatchObject({ reason: 'missing_value' });

  expect((await send(pathOf(hook), { body: { customer: { name: '' } } })).body.status).toBe('accepted');
  expect((await send(pathOf(hook), { body: { customer: { name: 0 } } })).body.status).toBe('accepted');
});

test('with `on_missing: empty` the same request is published with nothing in its place', async () => {
  const { endpoint, pathOf, send, publications } = await scene();
  const hook = await endpoint({ mapping: GREETING, on_missing: 'empty' });
  expect((await send(pathOf(hook), { body: {} })).body.status).toBe('accepted');
  expect((await publications()).map(({ content }) => content.text)).toEqual(['Hello , thank you.']);
});

test('a value that `default` supplies and one that only a condition reads are not missing', async () => {
  const { endpoint, expectStatus, call } = await scene();
  const hook = await endpoint();
  const isRefused = async (template: string, body: object = { there: 'T', list: [{}] }) => {
    const mapping = { content: { text: `Text ${template}` } };
    const input = { mapping, sample: { body } };
    const tested = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, input);
    if (tested.expected_result === 'reject') expect(tested).toMatchObject({ reason: 'missing_value' });
    return tested.expected_result === 'reject';
  };
  const taken = [
    '{{ body.name | default: "you" }}',
    '{{ body.name | default: "" }}',
    '{{ body.name | upcase | default: "" }}',
    '{{ body.name | default: body.there | upcase }}',
    '{{ body.there | default: body.name }}',
    '{% if body.name %}{{ body.name }}{% endif %}',
    '{% unless body.name == "x" %}yes{% endunless %}',
    '{% for tag in body.tags %}{{ tag.name }}{% endfor %}',
    '{% assign name = body.name | default: "you" %}{{ name }}',
    '{{ body.name == nil }}',
    '{{ "literal" }}{{ nil }}',
    '{{ body.list.size }}{{ body.list.first }}',
  ];
  for (const template of taken) expect(await isRefused(template), template).toBe(false);
  const refused = [
    '{{ body.name }}',
    '{{ body["odd name"] }}',
    '{{ body.name | upcase }}',
    '{{ body.name | append: "!" | default: "you" }}',
    '{{ body.name | default: body.other }}',
    '{{ body.there | append: body.name }}',
    '{% if body.there %}{{ body.name }}{% endif %}',
    '{% if body.name %}x{% else %}{{ body.name }}{% endif %}',
    '{% for one in body.list %}{{ one.name }}{% endfor %}',
    '{% echo body.name %}',
    '{% capture text %}{{ body.name }}{% endcapture %}',
    '{% assign name = body.name %}{{ name }}',
    '{{ bodyy.there }}',
  ];
  for (const template of refused) expect(await isRefused(template), template).toBe(true);
  expect((await call('GET', `/inbound-requests?endpoint_id=${hook.id}`)).body.data).toEqual([]);
});

test('recipients, links and files that a request does not name are missing too, and all of them are reported', async () => {
  const { endpoint, pathOf, send, publications, instance } = await scene();
  const { id } = await instance();
  const mapping = {
    content: { text: 'See {{ body.link | shorten }}', media: [{ url: '{{ body.file }}' }] },
    metadata: { 'a/b': '{{ body.order }}' },
    targets: [{ channel: 'whatsapp', instance_id: id, to: ['{{ body.phone }}'] }],
  };
  const hook = await endpoint({ mapping, dynamic_targets: 'any', short_links: 'explicit' });
  const answer = await send(pathOf(hook), { body: {} });
  // A database may keep the members of an object in an order of its own.
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    '/content/media/0/url',
    '/content/text',
    '/metadata/a~1b',
    '/targets/0/to/0',
  ]);
  for (const name of ['link', 'file', 'order', 'phone']) expect(answer.body.detail).toContain(`\`body.${name}\``);
  expect(await publications()).toEqual([]);
});

test('of a split array the item without a value is named, and nothing of it is published', async () => {
  const { endpoint, pathOf, send, publications } = await scene();
  const hook = await endpoint({ split: 'orders', mapping: { content: { text: 'Order {{ item.number }}' } } });
  const answer = await send(pathOf(hook), { body: { orders: [{ number: 1 }, {}] } });
  expect(answer.body.errors[0]).toMatchObject({ code: 'missing_value', pointer: '/content/text' });
  expect(answer.body.detail).toContain('item 1 of the request has no value for `item.number`');
  expect(await publications()).toEqual([]);
});

test('a dry run names the value and the field: as the failed stage, or as warnings when the run continues', async () => {
  const { endpoint, expectStatus } = await scene();
  const hook = await endpoint({ mapping: GREETING });
  const tested = (change: object) =>
    expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, { sample: { body: {} }, ...change });
  const mapOf = (of: { stages: { stage: string }[] }) => of.stages.find(({ stage }) => stage === 'map');
  const names = { code: 'missing_value', path: '/content/text', line: 1, col: 10 };

  const refused = await tested({});
  expect(refused).toMatchObject({ expected_result: 'reject', reason: 'missing_value', http: { status: 422 } });
  expect(mapOf(refused)).toMatchObject({ status: 'failed', error: names, warnings: [] });
  const taken = await tested({ on_missing: 'empty' });
  expect(taken).toMatchObject({ expected_result: 'accept', reason: null });
  expect(mapOf(taken)).toMatchObject({ status: 'ok', error: null, warnings: [names] });
  const bare = await tested({ on_missing: 'empty', mapping: { content: { text: '{{ body.name }}' } } });
  expect(bare).toMatchObject({ expected_result: 'reject', reason: 'empty_content' });
  expect(mapOf(bare)).toMatchObject({ error: { path: '/content/text' } });
});

test('a configuration stored before the setting existed refuses missing values, and shows that', async () => {
  const { endpoint, expectStatus, pathOf, send } = await scene();
  const hook = await endpoint({ mapping: GREETING, on_missing: 'empty' });
  const db = queries(server.services.store);
  const [row] = await db.select().from(inboundEndpoints).where(eq(inboundEndpoints.id, hook.id));
  if (!row) throw new Error('The endpoint is not there.');
  const { on_missing: _, ...config } = row.config;
  await db.update(inboundEndpoints).set({ config }).where(eq(inboundEndpoints.id, hook.id));

  expect((await expectStatus(200, 'GET', `/inbound-endpoints/${hook.id}`)).on_missing).toBe('reject');
  expect((await send(pathOf(hook), { body: {} })).body.errors[0].code).toBe('missing_value');
  const changed = await expectStatus(200, 'PATCH', `/inbound-endpoints/${hook.id}`, { overflow: 'split' });
  expect(changed.on_missing).toBe('reject');
  const { data } = await expectStatus(200, 'GET', `/inbound-endpoints/${hook.id}/versions`);
  expect(data.map(({ config: { on_missing: mode } }: { config: { on_missing: string } }) => mode)).toEqual([
    'reject',
    'empty',
  ]);
});
