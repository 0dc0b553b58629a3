import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { ruleRuns } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import type { Scope } from '../../shared/access/scopes';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { seedKey } from '../support/seed';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

const REPLY_RULE = {
  name: 'Reply',
  trigger: { type: 'event', events: ['whatsapp.message.received'] },
  actions: [{ type: 'reply', text: 'Hello' }],
};
const UNKNOWN = { webhook: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', link: 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c' };

test('a rule is created, read, listed, changed and deleted, and each change is an event', async () => {
  const { rule, call, expectStatus, events } = await scene();
  const made = await rule(manualRule({ description: 'A note' }));
  expect(made).toMatchObject({
    status: 'active',
    version: 1,
    config_version: 1,
    description: 'A note',
    filter: [],
    debounce: null,
    throttle: null,
    on_error: 'stop',
    allowed_instances: null,
    warnings: [],
    stats: { succeeded_24h: 0, failed_24h: 0, last_run_at: null },
  });

  const read = await call('GET', `/rules/${made.id}`);
  expect(read.body).toEqual(made);
  expect((await expectStatus(200, 'GET', '/rules')).data).toEqual([made]);
  expect((await expectStatus(200, 'GET', '/rules?trigger_type=schedule')).data).toEqual([]);
  expect((await expectStatus(200, 'GET', `/rules?q=${made.name.slice(1, 4).toUpperCase()}`)).data).toEqual([made]);
  expect((await expectStatus(200, 'GET', '/rules?q=nothing')).data).toEqual([]);

  const changed = await call(
    'PATCH',
    `/rules/${made.id}`,
    { name: 'Other' },
    { 'if-match': read.headers.get('etag') ?? '' },
  );
  expect(changed.body).toMatchObject({ name: 'Other', version: 2, config_version: 2 });
  const stale = await call(
    'PATCH',
    `/rules/${made.id}`,
    { name: 'Late' },
    { 'if-match': read.headers.get('etag') ?? '' },
  );
  expect(stale.status).toBe(412);

  const paused = await call('PATCH', `/rules/${made.id}`, { status: 'paused' });
  expect(paused.body).toMatchObject({ status: 'paused', version: 3, config_version: 2 });
  expect(paused.headers.get('etag')).not.toBe(changed.headers.get('etag'));
  await expectStatus(204, 'DELETE', `/rules/${made.id}`);
  await expectStatus(404, 'GET', `/rules/${made.id}`);

  for (const [type, times] of [
    ['created', 1],
    ['updated', 2],
    ['deleted', 1],
  ] as const) {
    expect(await events(`automation.rule.${type}`)).toHaveLength(times);
  }
});

test('every change of what a rule does is a version that can be restored', async () => {
  const { rule, expectStatus } = await scene();
  const { id } = await rule(manualRule({ name: 'One' }));
  await expectStatus(200, 'PATCH', `/rules/${id}`, { name: 'Two', filter: ['input.a'] });
  await expectStatus(200, 'PATCH', `/rules/${id}`, { name: 'Two' });

  const restored = await expectStatus(200, 'POST', `/rules/${id}/versions/1/restore`);

  expect(restored).toMatchObject({ name: 'One', filter: [], config_version: 3 });
  const first = await expectStatus(200, 'GET', `/rules/${id}/versions?limit=2`);
  const second = await expectStatus(200, 'GET', `/rules/${id}/versions?limit=2&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data].map(({ version, name }) => [version, name])).toEqual([
    [3, 'One'],
    [2, 'Two'],
    [1, 'One'],
  ]);
  await expectStatus(404, 'POST', `/rules/${id}/versions/9/restore`);
});

test.each([
  ['a condition that lacks a value', { filter: 'input.a ==' }, 400, '/filter/0'],
  ['parentheses in a condition', { filter: ['input.a', '(input.b)'] }, 400, '/filter/1'],
  ['a condition of a step', { actions: [{ ...LINK_STEP, if: 'a b' }] }, 400, '/actions/0/if'],
  ['a template', { actions: [{ type: 'create_link', link: { url: '{{ input.a' } }] }, 400, '/actions/0/link/url'],
  ['an unknown filter', { throttle: { max: 1, per_seconds: 1, key: '{{ 1 | nope }}' } }, 400, '/throttle/key'],
  ['a time that never comes', { trigger: { type: 'schedule', cron: '0 0 30 2 *' } }, 400, '/trigger/cron'],
  ['a line of six fields', { trigger: { type: 'schedule', cron: '0 0 0 1 1 *' } }, 400, '/trigger/cron'],
  [
    'an end before any time',
    { trigger: { type: 'schedule', cron: '@daily', ends_at: '2020-01-01T00:00:00Z' } },
    400,
    '/trigger/ends_at',
  ],
  ['a reply without a message', { actions: [{ type: 'reply', text: 'x' }] }, 422, '/actions/0/type'],
  ['waiting for quiet without events', { debounce: { seconds: 5 } }, 422, '/debounce'],
  ['an unknown webhook', { actions: [{ type: 'webhook', webhook_id: UNKNOWN.webhook }] }, 422, '/actions/0/webhook_id'],
  [
    'a foreign object in a selector',
    { trigger: { type: 'event', events: ['link.*'], selectors: { link_ids: [UNKNOWN.link] } } },
    422,
    '/trigger/selectors/link_ids/0',
  ],
  ['eleven steps', { actions: Array(11).fill(LINK_STEP) }, 400, '/actions'],
  [
    'text and content',
    { actions: [{ type: 'reply', text: 'a', content: { type: 'text' } }] },
    400,
    '/actions/0/content',
  ],
])('%s is refused at its place', async (_, change, status, pointer) => {
  const { call } = await scene();

  const refused = await call('POST', '/rules', manualRule(change));

  expect(refused.status).toBe(status);
  expect(refused.body.errors[0].pointer).toBe(pointer);
});

test('saving a rule needs the scopes of its steps and the permission to read its events', async () => {
  const { keyOf, rule } = await scene();
  const withScopes = (...scopes: Scope[]) =>
    keyOf({ scopes: ['automation.rules:read', 'automation.rules:write', ...scopes] });
  const needs = [
    [manualRule(), 'links:create'],
    [manualRule({ actions: [{ type: 'publish', publication: {} }] }), 'automation.publications:write'],
    [manualRule({ actions: [{ type: 'webhook', webhook_id: UNKNOWN.webhook }] }), 'webhooks:write'],
    [
      manualRule({ trigger: { type: 'event', events: ['link.created'] }, actions: [{ type: 'delay', seconds: 1 }] }),
      'links:read',
    ],
  ] as const;
  const poor = await withScopes();
  for (const [body, scope] of needs) {
    const refused = await poor('POST', '/rules', body);
    expect([refused.status, refused.body.code, refused.body.required_scopes]).toEqual([
      403,
      'insufficient_scope',
      [scope],
    ]);
  }
  expect((await (await withScopes('links:create'))('POST', '/rules', manualRule())).status).toBe(201);

  // Whoever changes a part answers for the whole.
  const { id } = await rule(manualRule());
  expect((await poor('PATCH', `/rules/${id}`, { filter: 'input.a' })).status).toBe(403);
  expect((await poor('PATCH', `/rules/${id}`, { name: 'Renamed' })).status).toBe(200);

  const reader = await keyOf({ scopes: ['automation.rules:read'] });
  expect((await reader('POST', `/rules/${id}/run`, {})).body.code).toBe('insufficient_scope');
  const unscoped = await keyOf({ scopes: ['links:read'] });
  expect((await unscoped('GET', '/rules')).status).toBe(403);
});

test('a rule and its runs are hidden from a key that may not read its trigger', async () => {
  const { rule, runs, keyOf, expectStatus, instance } = await scene();
  const { at } = await instance();
  const { id } = await rule(REPLY_RULE);
  const from = '+15550100071';
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, {
    from,
    event: { type: 'message', content: { type: 'text', text: 'Secret' } },
  });
  const [run] = await runs(id);
  const au = await keyOf({ kind: 'au', scopes: ['automation.rules:write', 'automation.rules:read'] });

  expect((await au('GET', '/rules')).body.data).toEqual([]);
  expect((await au('GET', `/rules/${id}`)).status).toBe(404);
  expect((await au('GET', '/rule-runs')).body.data).toEqual([]);
  expect((await au('GET', `/rule-runs/${run.id}`)).status).toBe(404);
  expect((await au('POST', `/rule-runs/${run.id}/cancel`)).status).toBe(404);
  const path = '/events?type=automation.rule.created,automation.rule_run.succeeded';
  expect((await expectStatus(200, 'GET', path)).data).toHaveLength(2);
  const scopes: Scope[] = ['events:read', 'automation.rules:read'];
  for (const columns of [{ scopes }, { fullAccess: true, resources: { whatsapp_instances: [newId('wai')] } }]) {
    expect((await (await keyOf(columns))('GET', path)).body.data).toEqual([]);
  }
});

test('a rule is hidden from another workspace', async () => {
  const [one, other] = [await scene(), await scene()];
  const { id } = await one.rule(manualRule());
  const run = await one.run(id, { order: '1' });
  const paths = [
    ['GET', `/rules/${id}`],
    ['PATCH', `/rules/${id}`, { name: 'x' }],
    ['DELETE', `/rules/${id}`],
    ['POST', `/rules/${id}/run`, {}],
    ['POST', `/rules/${id}/test`, {}],
    ['GET', `/rules/${id}/versions`],
    ['POST', `/rules/${id}/versions/1/restore`],
    ['GET', `/rule-runs/${run.id}`],
    ['POST', `/rule-runs/${run.id}/cancel`],
    ['POST', `/rule-runs/${run.id}/retry`],
  ] as const;

  for (const [method, path, body] of paths)
    expect([path, (await other.call(method, path, body)).status]).toEqual([path, 404]);
  expect((await other.expectStatus(200, 'GET', '/rules')).data).toEqual([]);
  expect((await other.expectStatus(200, 'GET', `/rule-runs?rule_id=${id}`)).data).toEqual([]);
  const webhook = await other.expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: [] });
  const [event] = await one.events('automation.rule.created');
  const theirs = await other.rule(manualRule());
  const { status, body } = await other.call('POST', `/rules/${theirs.id}/test`, { event_id: event?.id });
  expect([status, body.code]).toEqual([422, 'related_not_found']);
  const foreign = manualRule({ actions: [{ type: 'webhook', webhook_id: webhook.id }] });
  expect((await one.call('POST', '/rules', foreign)).body.code).toBe('related_not_found');
});

test('a rule that a narrowed key saved is triggered by and uses only its instance, also when others run it', async () => {
  const { keyOf, runs, run, instance, expectStatus } = await scene();
  const [own, other] = [await instance(), await instance()];
  const narrowed = await keyOf({ resources: { whatsapp_instances: [own.id] } });
  const said = { type: 'message', content: { type: 'text', text: 'Hi' } };
  const reply = (await narrowed('POST', '/rules', REPLY_RULE)).body;
  expect(reply.allowed_instances).toEqual([own.id]);

  await expectStatus(201, 'POST', `${other.at}/sandbox/inbound`, { from: '+15550100081', event: said });
  await expectStatus(201, 'POST', `${own.at}/sandbox/inbound`, { from: '+15550100082', event: said });
  expect(await runs(reply.id)).toMatchObject([{ status: 'succeeded' }]);

  const target = { channel: 'whatsapp', instance_id: '{{ input.instance }}', to: ['+15550100083'] };
  const publication = { content: { text: 'x' }, targets: [target] };
  const body = manualRule({ actions: [{ type: 'publish', publication }] });
  const publish = (await narrowed('POST', '/rules', body)).body;
  expect(await run(publish.id, { instance: own.id })).toMatchObject({ status: 'succeeded' });
  const refused = await run(publish.id, { instance: other.id });
  expect(refused).toMatchObject({ status: 'failed', steps: [{ error: { code: 'related_not_found' } }] });

  const third = await keyOf({ resources: { whatsapp_instances: [other.id] } });
  expect((await third('GET', `/rules/${reply.id}`)).status).toBe(404);
});

test('a run keeps the narrowed access of the key that saved the rule after another key changed the rule', async () => {
  const { keyOf, idle, instance, expectStatus } = await scene();
  const [own, other] = [await instance(), await instance()];
  const narrowed = await keyOf({ fullAccess: true, resources: { whatsapp_instances: [own.id] } });
  const target = { channel: 'whatsapp', instance_id: '{{ input.instance }}', to: ['+15550100084'] };
  const publish = { type: 'publish', publication: { content: { text: 'x' }, targets: [target] } };
  const body = manualRule({ actions: [{ type: 'delay', seconds: 3600 }, publish] });
  const { id } = (await narrowed('POST', '/rules', body)).body;
  const asked = async (instanceId: string) =>
    (await expectStatus(202, 'POST', `/rules/${id}/run`, { input: { instance: instanceId } })).id as string;
  const [within, beyond] = [await asked(own.id), await asked(other.id)];
  await idle();

  await expectStatus(200, 'PATCH', `/rules/${id}`, { actions: [publish] });
  const wide = await asked(other.id);
  await queries(database).update(ruleRuns).set({ nextAt: new Date() }).where(eq(ruleRuns.ruleId, id));
  await idle();

  const endOf = async (runId: string) => (await expectStatus(200, 'GET', `/rule-runs/${runId}`)).status;
  expect([await endOf(within), await endOf(beyond), await endOf(wide)]).toEqual(['succeeded', 'failed', 'succeeded']);
});

test('a manual run with an Idempotency-Key happens once', async () => {
  const { rule, runs, workspaceId } = await scene();
  const { id } = await rule(manualRule());
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  const ask = () =>
    fetch(`${server.url}/api/v1/rules/${id}/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ input: { order: '1' } }),
    });

  const answers = await Promise.all([ask(), ask(), ask()]);

  expect(answers.some(({ status }) => status === 202)).toBe(true);
  expect(await runs(id)).toHaveLength(1);
});
