import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { admitRun } from '../../server/automation/rules/engine/admit';
import { ruleRuns, rules } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { inboundText } from '../whatsapp/support';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

const onLinks = (change: object = {}) => ({
  name: 'On links',
  trigger: { type: 'event', events: ['link.created'] },
  actions: [{ type: 'delay', until: '2020-01-01T00:00:00Z' }],
  ...change,
});
const NOTHING = { event: null, input: null };
const MAKE_LINK = { type: 'create_link', link: { url: 'https://example.com/made' } };

test('a rule runs for events that match its patterns and selectors, from its creation on', async () => {
  const { rule, runs, expectStatus } = await scene();
  const before = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/before' });
  const all = await rule(onLinks({ trigger: { type: 'event', events: ['link.*'] } }));
  const chosen = await rule(
    onLinks({ trigger: { type: 'event', events: ['link.updated'], selectors: { link_ids: [before.id] } } }),
  );

  const after = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/after' });
  await expectStatus(200, 'PATCH', `/links/${before.id}`, { title: 'Chosen' });
  await expectStatus(200, 'PATCH', `/links/${after.id}`, { title: 'Not chosen' });

  const types = (await runs(all.id)).map((run: any) => run.trigger.event_type); // oxlint-disable-line typescript/no-explicit-any
  expect(types).toEqual(['link.created', 'link.updated', 'link.updated']);
  expect(await runs(chosen.id)).toHaveLength(1);
});

test('all conditions of a filter must hold; a failing key expression creates a run with the reason', async () => {
  const { rule, runs, expectStatus } = await scene();
  const both = await rule(onLinks({ filter: ["event.data.title == 'yes'", 'event.data.tags.size > 0'] }));
  const wrong = await rule(
    onLinks({ throttle: { max: 1, per_seconds: 60, key: "{{ event.created_at | date: '%Y', 'No/Such_Zone' }}" } }),
  );

  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/a', title: 'yes' });
  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/b', title: 'yes', tags: ['one'] });

  expect(await runs(both.id)).toHaveLength(1);
  const failed = await runs(wrong.id);
  expect(failed).toHaveLength(2);
  expect(failed[0]).toMatchObject({ status: 'failed', reason: 'trigger_failed', started_at: null });
  expect(failed[0].steps[0].error).toMatchObject({ code: 'template_error', path: '/throttle' });
  expect((await expectStatus(409, 'POST', `/rule-runs/${failed[0].id}/retry`)).code).toBe('invalid_state');
});

test('a rule that triggers itself runs once, and two that trigger each other run once each', async () => {
  const { rule, runs, expectStatus } = await scene();
  const self = await rule(onLinks({ filter: "event.data.title != 'for others'", actions: [MAKE_LINK] }));

  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/first' });

  expect(await runs(self.id)).toHaveLength(1);

  await expectStatus(204, 'DELETE', `/rules/${self.id}`);
  const ping = await rule(onLinks({ filter: "event.data.url contains 'ping'", actions: [linkTo('pong')] }));
  const pong = await rule(onLinks({ filter: "event.data.url contains 'pong'", actions: [linkTo('ping')] }));
  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/ping' });

  expect(await runs(ping.id)).toHaveLength(1);
  const [answer, ...more] = await runs(pong.id);
  expect(more).toEqual([]);
  expect(answer.depth).toBe(2);
});

const linkTo = (word: string) => ({ type: 'create_link', link: { url: `https://example.com/${word}` } });

test('a chain of rules that trigger each other ends at the fifth', async () => {
  const { rule, runs, expectStatus } = await scene();
  const ids: string[] = [];
  for (let hop = 0; hop < 7; hop += 1) {
    const made = await rule(
      onLinks({ filter: `event.data.url contains 'hop-${hop}'`, actions: [linkTo(`hop-${hop + 1}`)] }),
    );
    ids.push(made.id);
  }

  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/hop-0' });
  await server.services.automation.rules.idle();
  await server.services.automation.rules.idle();
  await server.services.automation.rules.idle();

  const depths = await Promise.all(ids.map(async (id) => (await runs(id)).map((run: { depth: number }) => run.depth)));
  expect(depths).toEqual([[1], [2], [3], [4], [5], [], []]);
});

test('events of rules trigger no rule', async () => {
  const { rule, run, runs } = await scene();
  const all = await rule(onLinks({ trigger: { type: 'event', events: ['automation.*'] } }));
  const { id } = await rule(manualRule());

  await run(id, { order: '1' });

  expect(await runs(all.id)).toEqual([]);
});

test('a newer event with the same key replaces a debounced run', async () => {
  const { rule, runs, expectStatus } = await scene();
  const { id } = await rule(onLinks({ debounce: { seconds: 600, key: '{{ event.data.title }}' } }));

  for (const [path, title] of [
    ['1', 'same'],
    ['2', 'same'],
    ['3', 'other'],
  ]) {
    await expectStatus(201, 'POST', '/links', { url: `https://example.com/${path}`, title });
    await server.services.automation.rules.idle();
  }

  const waiting = await runs(id);
  expect(waiting).toHaveLength(2);
  expect(waiting).toMatchObject([
    { status: 'waiting', reason: 'debounce', started_at: null },
    { status: 'waiting', reason: 'debounce', started_at: null },
  ]);
  const events = (await expectStatus(200, 'GET', '/events?type=link.created&sort=created_at')).data;
  expect(waiting[0].trigger.event_id).toBe(events[1].id);
  expect(waiting[1].trigger.event_id).toBe(events[2].id);
  expect(Date.parse(waiting[0].next_at) - Date.parse(waiting[0].created_at)).toBeGreaterThanOrEqual(600_000);
});

test('events above a throttle are left out, per key; a rule that replies has its own throttle', async () => {
  const { rule, runs, instance, expectStatus } = await scene();
  const throttled = await rule(onLinks({ throttle: { max: 2, per_seconds: 600, key: '{{ event.data.title }}' } }));
  for (let index = 0; index < 4; index += 1) {
    await expectStatus(201, 'POST', '/links', { url: `https://example.com/${index}`, title: index === 3 ? 'b' : 'a' });
  }
  expect(await runs(throttled.id)).toHaveLength(3);

  const { at } = await instance();
  const chatty = await rule({
    name: 'Chatty',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    actions: [{ type: 'reply', text: 'Yes.' }],
  });
  expect(chatty.throttle).toEqual({ max: 10, per_seconds: 600, key: '{{ event.data.chat_id }}' });
  for (let index = 0; index < 12; index += 1) {
    await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100051', `Message ${index}`));
  }
  expect(await runs(chatty.id)).toHaveLength(10);
});

test('above sixty at once the runs of a rule start one a second', async () => {
  const { rule, workspaceId } = await scene();
  const { id } = await rule(manualRule());
  const now = new Date();

  const waits = await scoped(server.services.store, workspaceId).transaction(async (tx) => {
    const row = await tx.require(rules, id);
    const found: number[] = [];
    for (let index = 0; index < 63; index += 1) {
      const candidate = { rule: row, trigger: 'manual', origin: `request ${index}`, context: NOTHING } as const;
      const { admission } = await admitRun(tx, candidate, now);
      found.push('run' in admission ? admission.run.nextAt.getTime() - now.getTime() : -1);
    }
    return found;
  });

  expect(waits).toEqual([...Array<number>(60).fill(0), 1000, 2000, 3000]);
});

test('with ten thousand waiting runs, further events start no run, which is reported once', async () => {
  const { rule, runs, workspaceId, expectStatus, events } = await scene();
  const { id } = await rule(onLinks());
  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/first' });
  expect(await runs(id)).toHaveLength(1);
  const db = queries(server.services.store);
  const [one] = await db.select().from(ruleRuns).where(eq(ruleRuns.ruleId, id));
  if (!one) throw new Error('No run.');
  const nextAt = new Date(Date.now() + 86_400_000);
  const waiting = {
    ...one,
    ruleId: newId('rul'),
    status: 'queued' as const,
    startedAt: null,
    completedAt: null,
    nextAt,
  };
  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...waiting,
      id: newId('run'),
      origin: String(from + index),
    }));
    await db.insert(ruleRuns).values(rows);
  }
  await db
    .update(rules)
    .set({ paceMs: Date.now() + 600_000 })
    .where(eq(rules.id, id));

  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/second' });
  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/third' });

  expect(await runs(id)).toHaveLength(1);
  expect((await events('automation.rule.throttled')).map(({ data }) => data.id)).toEqual([id]);
  await db.delete(ruleRuns).where(eq(ruleRuns.workspaceId, workspaceId));
});

test('a click on a link triggers a rule even without a webhook for it', async () => {
  const { rule, runs, expectStatus } = await scene();
  const { id } = await rule(onLinks({ trigger: { type: 'event', events: ['link.clicked'] } }));
  const link = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/click' });

  const agent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
  await fetch(link.short_url.replace(/^https?:\/\/[^/]+/, server.url), {
    redirect: 'manual',
    headers: { 'user-agent': agent, host: new URL(link.short_url).host },
  });

  await until(async () => (await runs(id)).length > 0, { everyMs: 20 });
});

test('a rule of another workspace is not triggered', async () => {
  const [one, other] = [await scene(), await scene()];
  const { id } = await other.rule(onLinks({ actions: [LINK_STEP] }));

  await one.expectStatus(201, 'POST', '/links', { url: 'https://example.com/one' });
  await server.services.automation.rules.idle();

  expect(await other.runs(id)).toEqual([]);
});
