import { afterAll, describe, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { DRIVERS } from '../../shared/whatsapp/drivers';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { seedInstance } from '../whatsapp/media-fixtures';
import type { Document } from './document';
import { findOperation, readOperations } from './operations';
import { isValid } from './validate';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const workspaceId = await seedWorkspace();
const { secret } = await seedKey(workspaceId, { fullAccess: true });
const call = restClient(server.url, secret);
const instanceId = await seedInstance(workspaceId);
const document = (await call('GET', '/openapi.json')).body as unknown as Document;
const operations = readOperations(document);

const TEMPLATE = { type: 'template', name: 'order_shipped', language: 'en_US' };
const RULE = { name: 'Greeting', trigger: { type: 'manual' } };
const PUBLICATION = { targets: [{ channel: 'whatsapp', instance_id: instanceId, to: ['+15550100000'] }] };
const pathOf = (template: string): string =>
  template
    .replace('{instance_id}', instanceId)
    .replace('{rule_id}', newId('rul'))
    .replace('{endpoint_id}', newId('iep'));

type Case = [operationId: string, body: object, expected: string];
const resolve = (address: object, expected: string): Case => ['whatsapp_contacts_resolve', address, expected];
const media = (file: object, expected: string): Case => [
  'automation_publications_preview',
  { ...PUBLICATION, content: { text: 'Hello', media: [file] } },
  expected,
];
const action = (step: object, expected: string): Case => [
  'automation_rules_create',
  { ...RULE, actions: [step] },
  expected,
];
const template = (values: object, expected: string): Case => [
  'whatsapp_messages_send',
  { to: '+15550100000', content: { ...TEMPLATE, ...values } },
  expected,
];
const instance = (blocks: object, expected: string): Case => [
  'whatsapp_instances_create',
  { name: 'Sales', ...blocks },
  expected,
];
const schedule = (fields: object, expected: string): Case => [
  'automation_publications_preview',
  { ...PUBLICATION, content: { text: 'Hello' }, schedule: fields },
  expected,
];
const together = (field: string, other: string) =>
  `${field}: Cannot be given together with \`${other}\`. Leave one of them out.`;
const CLOUD = { phone_number_id: '1', access_token: 'token', app_secret: 'secret' };
const URL = 'https://example.com/cat.jpg';
const SECTION = { rows: [{ id: 'tea', title: 'Tea' }] };

describe('what the server refuses is refused by the document too, with the field and the fix', () => {
  test.each<Case>([
    resolve({}, ': Must have exactly one of `lid`, `bsuid`, `phone` and `username`.'),
    resolve({ phone: '+15550100000', lid: '1' }, together('/phone', 'lid')),
    media({}, '/content/media/0: Must have exactly one of `url` and `media_id`.'),
    media({ url: URL, media_id: newId('med') }, together('/content/media/0/media_id', 'url')),
    action({ type: 'reply' }, '/actions/0: Must have exactly one of `text` and `content`.'),
    action({ type: 'reply', text: 'Hi', content: {} }, together('/actions/0/content', 'text')),
    action({ type: 'delay' }, '/actions/0: Must have exactly one of `seconds` and `until`.'),
    action({ type: 'delay', seconds: 1, until: 'x' }, together('/actions/0/until', 'seconds')),
    ['automation_rules_test', { event_id: newId('evt'), input: {} }, together('/input', 'event_id')],
    ['automation_inbound_endpoints_test', { sample: {}, request_id: newId('inr') }, together('/request_id', 'sample')],
    template({ variables: {}, components: [] }, together('/content/components', 'variables')),
    instance({ cloud: CLOUD, driver: 'sandbox' }, '/cloud: Is only allowed with `driver` `cloud`.'),
    instance({ driver: 'cloud' }, '/cloud: Is required.'),
    instance({ driver: 'cloud', cloud: CLOUD, sandbox: {} }, '/sandbox: Is only allowed with `driver` `sandbox`.'),
    instance({ driver: 'telegram' }, `/driver: Must be one of: ${DRIVERS.join(', ')}.`),
    ['whatsapp_instances_update', { cloud: {}, sandbox: {} }, together('/cloud', 'sandbox')],
    schedule({ mode: 'at' }, '/schedule/at: Is required.'),
    schedule(
      { mode: 'delay', delay_seconds: 60, slots: ['@daily'] },
      '/schedule/slots: Is only allowed with `mode` `next_slot`.',
    ),
    [
      'automation_publications_preview',
      { ...PUBLICATION, content: { text: 'a' }, schedule: {}, schedule_at: '2099-01-01T00:00:00Z' },
      '/schedule_at: Must not be given together with `schedule`. Use only one of them.',
    ],
    [
      'automation_publications_create',
      { ...PUBLICATION, content: { text: 'a' }, draft: true, requires_approval: true },
      '/requires_approval: Must not be true for a draft. Remove `draft` or `requires_approval`.',
    ],
    ['automation_inbound_endpoints_update', { methods: ['POST', 'POST'] }, '/methods: Must have each value only once.'],
    [
      'automation_inbound_endpoints_update',
      { content_types: ['text/plain', 'text/plain'] },
      '/content_types: Must have each value only once.',
    ],
    [
      'automation_inbound_endpoints_update',
      { allowed_headers: ['x-shop', 'x-shop'] },
      '/allowed_headers: Must have each value only once.',
    ],
    [
      'whatsapp_messages_send',
      { to: '+15550100000', content: { type: 'list', body: 'a', button: 'b', sections: [SECTION, SECTION] } },
      '/content/sections/0/title: Is required.',
    ],
    [
      'whatsapp_sandbox_simulate_inbound',
      { from: '+15550100000', event: { type: 'group', action: 'leave' } },
      '/group_id: Is required.',
    ],
    [
      'webhooks_create',
      { url: 'https://example.com/hook', events: ['link.created'], retry: { preset: 'fast', delays_seconds: [1] } },
      together('/retry/delays_seconds', 'preset'),
    ],
    [
      'webhooks_create',
      { url: 'https://example.com/hook', events: ['link.created'], retry: {} },
      '/retry: Must have exactly one of `preset` and `delays_seconds`.',
    ],
  ])('%s %j', async (operationId, body, expected) => {
    const operation = findOperation(operations, operationId);
    expect(isValid(document, operation.body?.schema ?? true, body)).toBe(false);
    const answer = await call(operation.method, pathOf(operation.path), body);
    expect(answer.status).toBe(400);
    const errors = answer.body.errors as { pointer: string; message: string }[];
    expect(errors.map(({ pointer, message }) => `${pointer}: ${message}`)).toContain(expected);
  });
});

test('a field that no alternative has is still named with the one that was meant', async () => {
  const body = { url: 'https://example.com/hook', events: ['link.created'], retry: { presett: 'fast' } };
  expect((await call('POST', '/webhooks', body)).body.errors).toContainEqual(
    expect.objectContaining({ pointer: '/retry/presett', message: 'Unknown field. Did you mean preset?' }),
  );
});

test('an issue within an alternative names that alternative, whatever else is wrong', async () => {
  const components = Array.from({ length: 5 }, () => ({ type: 'wrong', more: 1 }));
  const { body } = await call('POST', `/whatsapp/instances/${instanceId}/messages`, {
    to: '+15550100000',
    content: { ...TEMPLATE, components },
  });
  const pointers = (body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  expect(pointers).toHaveLength(10);
  expect(pointers.every((pointer) => pointer.startsWith('/content/components/'))).toBe(true);
});

test('the bounds of the pause between messages stand in either order', async () => {
  const settings = { pacing: { max_per_minute: 1, jitter_ms: [2, 1] } };
  const { status, body } = await call('POST', '/whatsapp/instances', { name: 'Paced', connect: false, settings });
  expect([status, (body.settings as { pacing: object }).pacing]).toEqual([
    201,
    expect.objectContaining({ jitter_ms: [1, 2] }),
  ]);
});
