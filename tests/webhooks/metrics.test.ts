import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { until } from '../support/process';
import { startWebhookServer } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

/** The figures that are promised, each with the labels it has. */
const PROMISED: Record<string, string[]> = {
  webhook_publish_total: ['surface'],
  webhook_delivery_attempts_total: ['class', 'code'],
  webhook_end_to_end_seconds: [],
  webhook_queue_lag_seconds: [],
  webhook_pending: ['state'],
  webhook_inflight: ['lane'],
  webhook_breaker_open: [],
  webhook_disabled_total: ['reason'],
  webhook_conn_reuse_ratio: [],
  webhook_dns_seconds: ['result'],
  webhook_flush_rows: [],
  webhook_flush_seconds: [],
  webhook_group_commit_jobs: [],
  webhook_late_results_total: [],
  webhook_ssrf_blocked_total: [],
  event_oversize_total: [],
  event_stream_clients: [],
  event_stream_dropped_total: [],
  event_loop_lag_seconds: [],
};

const metrics = async () => (await fetch(`${webhookServer.url}/metrics`)).text();
/** Sum of the values of a figure whose labels hold a text. */
const valueOf = (text: string, name: string, labels = ''): number =>
  text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[ {]`).test(line) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

test('every metric of events and deliveries is exported, and none has a label per webhook', async () => {
  const text = await metrics();
  for (const name of Object.keys(PROMISED)) expect(text).toContain(`# TYPE ${name} `);
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', pairs = ''] of text.matchAll(
    /^((?:webhook|event)_\w+?)(?:_bucket|_sum|_count)?\{(.*?)\}/gm,
  )) {
    const found = labels.get(name) ?? new Set();
    for (const [, label = ''] of pairs.matchAll(/(\w+)="/g)) if (label !== 'le') found.add(label);
    labels.set(name, found);
  }
  for (const [name, found] of labels) expect([name, [...found].toSorted()]).toEqual([name, PROMISED[name] ?? []]);
});

test('they count what happens', async () => {
  await using scene = await webhookServer.scene();
  const webhook = await scene.webhook();
  await scene.act(200, `/webhooks/${webhook.id}/pause`);
  const before = await metrics();
  await scene.happen();
  const after = await metrics();
  const grown = (name: string, labels = '') => valueOf(after, name, labels) - valueOf(before, name, labels);
  expect(grown('webhook_publish_total', 'surface="getting-started"')).toBe(1);
  expect(grown('webhook_pending', 'state="pending"')).toBe(1);
  if (engine === 'sqlite') expect(grown('webhook_group_commit_jobs_sum')).toBeGreaterThan(0);
  await until(async () => valueOf(await metrics(), 'event_loop_lag_seconds_count') > 0);

  await scene.act(200, `/webhooks/${webhook.id}/enable`);
  await webhookServer.settled();
  const sent = await metrics();
  expect(valueOf(sent, 'webhook_pending')).toBe(valueOf(before, 'webhook_pending'));
  expect(valueOf(sent, 'webhook_end_to_end_seconds_count')).toBe(
    valueOf(before, 'webhook_end_to_end_seconds_count') + 1,
  );
});
