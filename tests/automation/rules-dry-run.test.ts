import { afterAll, beforeAll, expect, test } from 'bun:test';

import { count, eq, getTableColumns, is, Table } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries } from '../../server/db/database';
import * as schema from '../../server/schema';
import type { Scope } from '../../shared/access/scopes';
import { EVENT_TYPES } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

test('a dry run shows what each step would do, and leaves every table as it was', async () => {
  const { rule, instance, expectStatus, call, workspaceId } = await scene();
  const { id: instanceId, at } = await instance();
  const inbox = await expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: [] });
  const { id } = await rule({
    name: 'All',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    filter: "event.data.content.text != 'no'",
    actions: [
      { type: 'create_link', link: { url: 'https://example.com/{{ event.data.content.text }}' } },
      { type: 'reply', text: 'See {{ steps[0].short_url }}' },
      { type: 'webhook', webhook_id: inbox.id, payload: { text: '{{ event.data.content.text }}' } },
      {
        type: 'publish',
        if: "event.data.content.text == 'yes'",
        publication: {
          content: { text: 'Said {{ event.data.content.text }}' },
          targets: [{ channel: 'whatsapp', instance_id: instanceId, to: ['+15550100091'] }],
        },
      },
      { type: 'delay', seconds: 60 },
    ],
  });
  await expectStatus(200, 'PATCH', `/rules/${id}`, { status: 'paused' });
  const said = (text: string) => ({
    from: '+15550100092',
    event: { type: 'message', content: { type: 'text', text } },
  });
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, said('yes'));
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, said('no'));
  const received = (await expectStatus(200, 'GET', '/events?type=whatsapp.message.received&sort=created_at')).data;
  await server.services.automation.rules.idle();
  await server.services.whatsapp.idle(instanceId);

  const before = await rowCounts(workspaceId);
  const tried = await expectStatus(200, 'POST', `/rules/${id}/test`, { event_id: received[0].id });
  const filtered = await expectStatus(200, 'POST', `/rules/${id}/test`, { event_id: received[1].id });
  const made = await expectStatus(200, 'POST', `/rules/${id}/test`, {
    event: { type: 'link.created', data: { id: 'x' } },
  });
  expect(await rowCounts(workspaceId)).toEqual(before);

  expect(tried.expected_result).toBe('run');
  expect(tried.throttle_key).toBe(received[0].data.chat_id);
  expect(tried.steps.map((step: { status: string }) => step.status)).toEqual(Array(5).fill('would_run'));
  expect(tried.steps[0]).toMatchObject({ input: { url: 'https://example.com/yes' } });
  expect(tried.steps[1].input.text).toBe(`See ${tried.steps[0].output.short_url}`);
  expect(tried.steps[2].input).toEqual({ text: 'yes' });
  expect(tried.steps[3].preview).toMatchObject({ valid: true, deliveries: [{ channel: 'whatsapp' }] });
  expect(filtered).toMatchObject({ expected_result: 'filter', steps: [] });
  expect(made).toMatchObject({ expected_result: 'ignore' });
  expect((await call('POST', `/rules/${id}/test`, { event_id: received[0].id, input: {} })).status).toBe(400);
});

test('each condition has its own result, and the first that is not true decides', async () => {
  const { rule, expectStatus } = await scene();
  const conditions = [
    "event.data.id == 'x'",
    "event.data.id == 'y'",
    'event.data.id > 5',
    "event.data.id contains 'x'",
  ];
  const { id } = await rule({
    name: 'Conditions',
    trigger: { type: 'event', events: ['link.created'] },
    filter: conditions,
    actions: [{ type: 'delay', seconds: 60 }],
  });
  const event = { type: 'link.created', data: { id: 'x' } };
  const tried = await expectStatus(200, 'POST', `/rules/${id}/test`, { event });
  expect(tried).toMatchObject({ expected_result: 'filter', filter_error: null, steps: [] });
  expect(tried.conditions).toEqual(
    conditions.map((condition, at) => ({ condition, is_true: at === 0 || at === 3, error: null })),
  );
});

test('a rule can be tried with an event whose made-up data is incomplete', async () => {
  const { expectStatus } = await scene();
  const draft = { name: 'Draft', actions: [{ type: 'create_link', link: { url: 'https://example.com/' } }] };
  const types = EVENT_TYPES.filter((type) => !type.startsWith('webhook.'));
  for (const type of types) {
    for (const data of [{}, { instance: null, link: null, id: 5, participants: 'none' }]) {
      const trigger = { type: 'event', events: [type] };
      const sample = { event: { type, data } };
      const preview = await expectStatus(200, 'POST', '/rules/preview', { ...draft, trigger, sample });
      expect({ type, result: preview.result?.expected_result }).toEqual({ type, result: 'run' });
    }
  }
});

test('a rule can be previewed before it is created, with the permission to create it, and nothing is stored', async () => {
  const { call, expectStatus, workspaceId, keyOf } = await scene();
  const draft = {
    name: 'Draft',
    trigger: { type: 'event', events: ['link.created'] },
    filter: ["event.data.slug == 'spring'"],
    actions: [{ type: 'create_link', link: { url: 'https://example.com/{{ event.data.slug }}' } }],
  };
  const sample = { event: { type: 'link.created', data: { slug: 'spring' } } };
  const before = await rowCounts(workspaceId);
  const preview = await expectStatus(200, 'POST', '/rules/preview', { ...draft, sample });
  expect(preview).toMatchObject({ valid: true, issues: [] });
  expect(preview.result).toMatchObject({
    expected_result: 'run',
    conditions: [{ condition: "event.data.slug == 'spring'", is_true: true, error: null }],
    steps: [{ status: 'would_run', input: { url: 'https://example.com/spring' } }],
  });
  expect(await rowCounts(workspaceId)).toEqual(before);

  const broken = await expectStatus(200, 'POST', '/rules/preview', { ...draft, filter: ['event.data.slug ='], sample });
  expect(broken).toMatchObject({
    valid: false,
    issues: [{ pointer: '/filter/0', code: 'invalid_condition' }],
    result: null,
  });
  const unknown = await call('POST', '/rules/preview', { ...draft, sample: { event_id: newId('evt') } });
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/sample/event_id' }] } });

  const scopes: Scope[] = ['automation.rules:write', 'links:read'];
  const reader = await keyOf({ scopes: ['automation.rules:read', 'links:read', 'links:create'] });
  const writer = await keyOf({ scopes });
  const creator = await keyOf({ scopes: [...scopes, 'links:create'] });
  expect((await reader('POST', '/rules/preview', { ...draft, sample })).status).toBe(403);
  expect((await writer('POST', '/rules/preview', { ...draft, sample })).status).toBe(403);
  expect((await creator('POST', '/rules/preview', { ...draft, sample })).status).toBe(200);
  const foreign = { ...draft, trigger: { type: 'event', events: ['api_key.created'] } };
  expect((await creator('POST', '/rules/preview', { ...foreign, sample })).status).toBe(403);
});

/** What a workspace has in every table but the log of requests, which every call adds to. */
async function rowCounts(workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(schema) as [string, unknown][]) {
    if (!is(table, Table) || /requestLogs|usage/i.test(name)) continue;
    const owner = (getTableColumns(table) as Record<string, PgColumn>)['workspaceId'];
    if (owner === undefined) continue;
    const [row] = await queries(server.services.store)
      .select({ n: count() })
      .from(table as PgTable)
      .where(eq(owner, workspaceId));
    counts[name] = row?.n ?? 0;
  }
  expect(Object.keys(counts).length).toBeGreaterThan(40);
  return counts;
}
