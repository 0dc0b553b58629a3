import { afterAll, beforeAll, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { executeRun } from '../../server/automation/rules/engine/run';
import { ruleRuns, rules } from '../../server/automation/schema/rules';
import { type Database, queries } from '../../server/db/database';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
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

const FAILING = { type: 'create_link', link: { url: 'not an address' } };

test('a failing step ends the run with its error and path; later steps are not done', async () => {
  const { rule, run, events } = await scene();
  const { id } = await rule(manualRule({ actions: [LINK_STEP, FAILING, LINK_STEP] }));

  const done = await run(id, { order: '1' });

  expect(done).toMatchObject({ status: 'failed', reason: 'step_failed' });
  expect(done.steps.map((step: { status: string }) => step.status)).toEqual(['succeeded', 'failed', 'pending']);
  expect(done.steps[1].error).toMatchObject({ path: '/url' });
  expect((await events('automation.rule_run.failed')).map(({ data }) => data.id)).toEqual([done.id]);
  expect(await events('link.created')).toHaveLength(1);
});

test('with `on_error: continue` steps after a failed one are done, and the run still fails', async () => {
  const { rule, run } = await scene();
  const { id } = await rule(manualRule({ actions: [FAILING, LINK_STEP], on_error: 'continue' }));

  const done = await run(id, { order: '1' });

  expect(done.status).toBe('failed');
  expect(done.steps.map((step: { status: string }) => step.status)).toEqual(['failed', 'succeeded']);
});

test('runs are counted by result, and the age of the oldest due run is a metric', async () => {
  const { rule, run } = await scene();
  const { id } = await rule(manualRule());
  await run(id, { order: '1' });

  const text = await server.services.metrics.text();

  expect(text).toMatch(/^rule_runs_total\{status="succeeded"\} [1-9]/m);
  expect(text).toMatch(/^rule_lag_seconds \d/m);
});

test('a step whose condition does not hold is skipped', async () => {
  const { rule, run } = await scene();
  const { id } = await rule(manualRule({ actions: [{ ...LINK_STEP, if: "input.order == 'yes'" }, LINK_STEP] }));

  const done = await run(id, { order: 'no' });

  expect(done.status).toBe('succeeded');
  expect(done.steps.map((step: { status: string }) => step.status)).toEqual(['skipped', 'succeeded']);
});

test('a failing template is reported with its path', async () => {
  const { rule, run } = await scene();
  const link = { url: 'https://example.com/', title: "{{ now | date: '%Y', 'No/Such_Zone' }}" };
  const { id } = await rule(manualRule({ actions: [{ type: 'create_link', link }] }));

  const done = await run(id);

  expect(done.steps[0].error).toMatchObject({ code: 'template_error', path: '/title' });
});

test('a retry continues at the failed step, and repeats no other', async () => {
  const { rule, run, idle, expectStatus, events } = await scene();
  // All workspaces share the slugs of the shared domain.
  const slug = newId('lnk');
  const taken = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/taken', slug });
  const named = { type: 'create_link', link: { url: 'https://example.com/x', slug } };
  const { id } = await rule(manualRule({ actions: [LINK_STEP, named] }));
  const failed = await run(id, { order: '1' });
  expect(failed.steps[1].error.code).toBe('slug_taken');

  await expectStatus(204, 'DELETE', `/links/${taken.id}`);
  await expectStatus(202, 'POST', `/rule-runs/${failed.id}/retry`);
  await idle();

  const done = await expectStatus(200, 'GET', `/rule-runs/${failed.id}`);
  expect(done).toMatchObject({ status: 'succeeded', reason: null });
  expect(done.steps[0]).toEqual(failed.steps[0]);
  expect(await events('link.created')).toHaveLength(3);
  await expectStatus(409, 'POST', `/rule-runs/${failed.id}/retry`);
});

test('a temporary error is retried after 5 seconds, 30 seconds and 2 minutes, and then fails', async () => {
  const { rule, runs, idle, instance, expectStatus } = await scene();
  const { at } = await instance();
  const { id } = await rule({
    name: 'Reply',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    actions: [
      { type: 'delay', seconds: 3600 },
      { type: 'reply', text: 'Hello' },
    ],
  });
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText('+15550100061'));
  const [run] = await runs(id);
  await expectStatus(202, 'POST', `${at}/disconnect`);
  /** What becomes of the run when it is due now. */
  const next = async () => {
    await queries(database).update(ruleRuns).set({ nextAt: new Date() }).where(eq(ruleRuns.id, run.id));
    await idle();
    return expectStatus(200, 'GET', `/rule-runs/${run.id}`);
  };

  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const waiting = await next();
    expect(waiting).toMatchObject({ status: 'waiting', reason: 'retry', attempts: attempt });
    expect(waiting.steps[1]).toMatchObject({ status: 'pending', error: { code: 'instance_not_connected' } });
    waits.push(Math.round((Date.parse(waiting.next_at) - Date.now()) / 1000));
  }

  expect(waits[0]).toBeWithin(3, 6);
  expect(waits[1]).toBeWithin(28, 31);
  expect(waits[2]).toBeWithin(118, 121);
  expect(await next()).toMatchObject({ status: 'failed', reason: 'step_failed' });
});

test('a waiting run can be canceled once', async () => {
  const { rule, run, expectStatus } = await scene();
  const { id } = await rule(manualRule({ actions: [{ type: 'delay', seconds: 3600 }, LINK_STEP] }));
  const waiting = await run(id);

  const canceled = await expectStatus(202, 'POST', `/rule-runs/${waiting.id}/cancel`);

  expect(canceled).toMatchObject({ status: 'canceled', reason: 'canceled', next_at: null });
  await expectStatus(409, 'POST', `/rule-runs/${waiting.id}/cancel`);
  await expectStatus(409, 'POST', `/rule-runs/${waiting.id}/retry`);
});

test('pausing a rule cancels runs that have not begun, deleting it cancels all', async () => {
  const { rule, run, expectStatus } = await scene();
  const { id } = await rule(manualRule({ actions: [{ type: 'delay', seconds: 3600 }] }));
  const begun = await run(id);
  const db = queries(server.services.store);
  const later = new Date(Date.now() + 3_600_000);
  const [template] = await db.select().from(ruleRuns).where(eq(ruleRuns.id, begun.id));
  if (!template) throw new Error('No run.');
  const queuedId = begun.id.replace(/.{12}$/, 'z'.repeat(12));
  await db
    .insert(ruleRuns)
    .values({ ...template, id: queuedId, origin: 'x', status: 'queued', startedAt: null, nextAt: later });

  await expectStatus(200, 'PATCH', `/rules/${id}`, { status: 'paused' });

  expect(await expectStatus(200, 'GET', `/rule-runs/${queuedId}`)).toMatchObject({
    status: 'canceled',
    reason: 'rule_paused',
  });
  expect((await expectStatus(200, 'GET', `/rule-runs/${begun.id}`)).status).toBe('waiting');
  expect((await expectStatus(409, 'POST', `/rules/${id}/run`, {})).code).toBe('invalid_state');

  await expectStatus(204, 'DELETE', `/rules/${id}`);
  expect(await expectStatus(200, 'GET', `/rule-runs/${begun.id}`)).toMatchObject({
    status: 'canceled',
    reason: 'rule_deleted',
  });
});

test('the run of a dead process continues after its last step when its lease has expired', async () => {
  const { rule, run, idle, events, expectStatus, workspaceId } = await scene();
  const { id } = await rule(manualRule({ actions: [LINK_STEP, { type: 'delay', seconds: 3600 }, LINK_STEP] }));
  const waiting = await run(id, { order: '1' });
  await queries(server.services.store)
    .update(ruleRuns)
    .set({ status: 'running', leaseOwner: 'gone', leaseUntil: new Date(Date.now() - 1000) })
    .where(and(eq(ruleRuns.id, waiting.id), eq(ruleRuns.workspaceId, workspaceId)));

  await until(async () => {
    await idle();
    return (await expectStatus(200, 'GET', `/rule-runs/${waiting.id}`)).status === 'succeeded';
  });
  expect(await events('link.created')).toHaveLength(2);
});

test('a step whose transaction is lost has no effect, and is done once later', async () => {
  const { rule, run, idle, events, expectStatus } = await scene();
  const { services } = server;
  const { id } = await rule(manualRule({ actions: [{ type: 'delay', seconds: 3600 }, LINK_STEP] }));
  const waiting = await run(id, { order: '1' });
  const held = { status: 'running', leaseOwner: 'lost', leaseUntil: new Date(Date.now() + 60_000) } as const;
  const [claimed] = await queries(database)
    .update(ruleRuns)
    .set({ ...held, steps: waiting.steps.with(0, { ...waiting.steps[0], status: 'succeeded' }) })
    .where(eq(ruleRuns.id, waiting.id))
    .returning();
  if (!claimed) throw new Error('No run.');

  // The process ends after all of its statements, before the commit.
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      await work(tx);
      throw new Error('The process ended.');
    });
  const store = Object.assign(Object.create(database), { transaction }) as Database;
  const { templates, rules: engine } = services.automation;
  const deps = { templates, metrics: engine.metrics, owner: 'lost', track: () => {} };
  const log = { ...services.log, error: () => {} } as unknown as typeof services.log;
  const broken = executeRun({ ...deps, services: { ...services, store, log } }, claimed);
  expect(await broken.catch((error: Error) => error.message)).toBe('The process ended.');
  expect(await events('link.created')).toHaveLength(0);

  await queries(database)
    .update(ruleRuns)
    .set({ leaseUntil: new Date(0) })
    .where(eq(ruleRuns.id, waiting.id));
  await until(async () => {
    await idle();
    return (await expectStatus(200, 'GET', `/rule-runs/${waiting.id}`)).status === 'succeeded';
  });
  expect(await events('link.created')).toHaveLength(1);
});

test('twenty failures in a row over an hour disable the rule, and it can be activated again', async () => {
  const { rule, run, events, expectStatus } = await scene();
  const { id } = await rule(manualRule({ actions: [FAILING] }));
  await run(id);
  const since = new Date(Date.now() - 3_600_000);
  await queries(server.services.store)
    .update(rules)
    .set({ consecutiveFailures: 18, failingSinceAt: since })
    .where(eq(rules.id, id));

  await run(id);
  expect((await expectStatus(200, 'GET', `/rules/${id}`)).status).toBe('active');
  await run(id);

  const disabled = await expectStatus(200, 'GET', `/rules/${id}`);
  expect(disabled).toMatchObject({
    status: 'disabled',
    disabled_reason: 'failing',
    stats: { consecutive_failures: 20 },
  });
  expect((await events('automation.rule.disabled')).map(({ data }) => data.id)).toEqual([id]);
  const active = await expectStatus(200, 'PATCH', `/rules/${id}`, { status: 'active' });
  expect(active).toMatchObject({ status: 'active', disabled_reason: null, stats: { consecutive_failures: 0 } });
});
