import { afterAll, beforeAll, expect, test } from 'bun:test';

import { count, eq, getTableColumns, is, Table } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { queries } from '../../server/db/database';
import * as schema from '../../server/schema';
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
