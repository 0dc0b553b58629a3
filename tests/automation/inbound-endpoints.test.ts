import { afterAll, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation({}, { unlimited: true });
afterAll(() => server.stop());
const scene = inboundScenes(server);

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
    {
      field: 'picture',
      filename: 'dot.png',
      content_type: 'image/png',
      size: png.length,
      media_id: expect.stringMatching(/^med_/),
    },
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

test('an invalid endpoint is refused when it is saved', async () => {
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

test('a target of another workspace is refused like an unknown one, on create and on change', async () => {
  const [{ call, endpoint }, other] = [await scene(), await scene()];
  const foreign = await other.instance();
  const { id } = await endpoint({});
  for (const instance_id of [foreign.id, newId('wai')]) {
    const targets = [{ channel: 'whatsapp', instance_id, to: ['+15550100000'] }];
    for (const { status, body } of [
      await call('POST', '/inbound-endpoints', { name: 'Releases', targets }),
      await call('PATCH', `/inbound-endpoints/${id}`, { targets }),
    ]) {
      expect([status, body.code]).toEqual([422, 'related_not_found']);
    }
  }
});

test('a narrowed key sees only its endpoints, and creates none', async () => {
  const { endpoint, pathOf, send, keyOf } = await scene();
  const mine = await endpoint();
  const other = await endpoint();
  const seen = await send(pathOf(other), { body: { message: 'Hi' } });
  const call = await keyOf({ resources: { inbound_endpoints: [mine.id] } });
  expect((await call('GET', '/inbound-endpoints')).body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  expect((await call('GET', `/inbound-endpoints/${other.id}`)).status).toBe(404);
  expect((await call('GET', '/inbound-requests')).body.data).toEqual([]);
  expect((await call('GET', `/inbound-requests/${seen.body.id}`)).status).toBe(404);
  expect((await call('POST', '/inbound-endpoints', { name: 'X' })).body.code).toBe('grant_exceeds_caller');
});

test('an endpoint saved by a narrowed key has no wider access than that key', async () => {
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

test('stats, lists and filters show how an endpoint is used', async () => {
  const { endpoint, pathOf, send, expectStatus, requests } = await scene();
  const hook = await endpoint({ name: 'Shop hooks', preset: 'n8n' });
  await endpoint({ name: 'Other' });
  await send(pathOf(hook), { body: { message: 'Hi' } });
  await send(pathOf(hook), { body: {} });
  await server.services.automation.inbound.flush();
  const found = await expectStatus(200, 'GET', '/inbound-endpoints?q=shop&preset=n8n&status=active');
  expect(found.data).toHaveLength(1);
  expect(found.data[0].stats).toMatchObject({ accepted_24h: 1, rejected_24h: 1, last_status: 'rejected' });
  expect(await requests(`&endpoint_id=${hook.id}&reason=missing_value`)).toHaveLength(1);
  const { data } = await expectStatus(200, 'GET', '/inbound-presets');
  expect(data.map(({ preset }: { preset: string }) => preset)).toContain('github');
});

test('the starter mapping of every preset works with its example', async () => {
  const { endpoint, expectStatus, targets } = await scene();
  const { data } = await expectStatus(200, 'GET', '/inbound-presets');
  for (const preset of data) {
    const hook = await endpoint({ preset: preset.preset, mapping: preset.mapping, targets });
    const tried = await expectStatus(200, 'POST', `/inbound-endpoints/${hook.id}/test`, {});
    expect([preset.preset, tried.expected_result]).toEqual([preset.preset, 'accept']);
  }
});
