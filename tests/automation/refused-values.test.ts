import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { ruleRuns, rules } from '../../server/automation/schema/rules';
import { queries, runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { database, startServer } from '../support/app';
import { until } from '../support/process';
import { LINK_STEP, manualRule, ruleScenes, seedSchedules } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

/** From now on the database refuses such a row as it refuses what breaks a rule of a column. */
async function refuse(name: string, on: string, when: string): Promise<void> {
  const statements =
    engine === 'sqlite'
      ? [`create trigger ${name} before ${on} when ${when} begin select raise(abort, 'refused'); end`]
      : [
          `create function ${name}() returns trigger language plpgsql as
             $$ begin raise exception 'refused' using errcode = '23514'; end $$`,
          `create trigger ${name} before ${on} for each row when (${when}) execute function ${name}()`,
        ];
  for (const statement of statements) await run(statement);
}

async function allow(name: string): Promise<void> {
  await run(engine === 'sqlite' ? `drop trigger ${name}` : `drop function ${name}() cascade`);
}

const run = (statement: string) => runStatement(database, statement, []);

test('a step whose value the database refuses fails at once, with the reason, and is not retried', async () => {
  const { rule, run: runRule, events } = await scene();
  await refuse('refuse_title', 'insert on links', "new.title = 'Refused'");
  try {
    const link = { type: 'create_link', link: { url: 'https://example.com/', title: 'Refused' } };
    const { id } = await rule(manualRule({ actions: [link, LINK_STEP] }));
    const done = await runRule(id, { order: '1' });
    expect(done).toMatchObject({ status: 'failed', reason: 'step_failed', attempts: 0 });
    expect(done.steps[0]).toMatchObject({
      status: 'failed',
      error: { code: 'unprocessable', message: 'A value of the step cannot be stored.' },
    });
    expect(await events('automation.rule_run.failed')).toHaveLength(1);
  } finally {
    await allow('refuse_title');
  }
});

test('a run whose result the database refuses fails, and is not started again', async () => {
  const { rule, run: runRule } = await scene();
  const { id } = await rule(manualRule({ actions: [{ type: 'delay', until: '{{ input.at }}' }] }));
  await refuse('refuse_end', 'update on rule_runs', `new.rule_id = '${id}' and new.status = 'succeeded'`);
  try {
    const done = await runRule(id, { at: '2020-01-01T00:00:00Z' });
    expect(done).toMatchObject({ status: 'failed', reason: 'step_failed' });
    expect(done.steps[0]).toMatchObject({ status: 'failed', error: { code: 'unprocessable' } });
  } finally {
    await allow('refuse_end');
  }
});

test('a refused value fails only the run of its rule: other rules run on the same event', async () => {
  const { rule, runs, expectStatus } = await scene();
  const trigger = { type: 'event', events: ['link.created'] };
  const make = (name: string) => rule({ name, trigger, actions: [{ type: 'delay', seconds: 3600 }] });
  const [before, poisoned, after] = [await make('Before'), await make('Poisoned'), await make('After')];
  const text = engine === 'sqlite' ? 'new.context' : 'new.context::text';
  await refuse('refuse_one_rule', 'insert on rule_runs', `new.rule_id = '${poisoned.id}' and ${text} like '%Bad%'`);
  try {
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/', title: 'Bad' });
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/', title: 'Good' });
    const stateOf = async ({ id }: { id: string }) =>
      (await runs(id)).map(({ status, reason }: Record<string, string>) => [status, reason]);
    const delayed = ['waiting', 'delay'];
    expect(await stateOf(before)).toEqual([delayed, delayed]);
    expect(await stateOf(poisoned)).toEqual([['failed', 'trigger_failed'], delayed]);
    expect(await stateOf(after)).toEqual([delayed, delayed]);
  } finally {
    await allow('refuse_one_rule');
  }
});

test('a rule whose every run the database refuses does not block other rules of the event', async () => {
  const { rule, runs, expectStatus } = await scene();
  const trigger = { type: 'event', events: ['link.created'] };
  const make = (name: string) => rule({ name, trigger, actions: [{ type: 'delay', seconds: 3600 }] });
  const [poisoned, other] = [await make('Poisoned'), await make('Other')];
  await refuse('refuse_every_run', 'insert on rule_runs', `new.rule_id = '${poisoned.id}'`);
  try {
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/' });
    expect(await runs(poisoned.id)).toEqual([]);
    expect(await runs(other.id)).toHaveLength(1);
  } finally {
    await allow('refuse_every_run');
  }
});

test('a schedule whose run the database refuses delays no other, and continues at its next time', async () => {
  const { workspaceId } = await scene();
  const due = new Date(Date.now() - 1000);
  const seeded = await seedSchedules(database, workspaceId, 3, due);
  const poisoned = seeded[1] ?? '';
  await refuse('refuse_schedule', 'insert on rule_runs', `new.rule_id = '${poisoned}'`);
  try {
    const rows = async () => queries(database).select().from(ruleRuns).where(eq(ruleRuns.workspaceId, workspaceId));
    await until(async () => new Set((await rows()).map(({ ruleId }) => ruleId)).size === 2, { everyMs: 20 });
    expect((await rows()).map(({ ruleId }) => ruleId)).not.toContain(poisoned);
    const [rule] = await queries(database).select().from(rules).where(eq(rules.id, poisoned));
    expect(rule?.nextRunAt?.getTime()).toBeGreaterThan(due.getTime());
    expect(rule?.status).toBe('active');
  } finally {
    await queries(database).update(rules).set({ status: 'paused' }).where(eq(rules.workspaceId, workspaceId));
    await allow('refuse_schedule');
  }
});

test('an event that the database refuses to store with a run makes the run fail, and later events are handled', async () => {
  const { rule, runs, expectStatus } = await scene();
  const trigger = { type: 'event', events: ['link.created'] };
  const { id } = await rule({ name: 'On links', trigger, actions: [{ type: 'delay', seconds: 3600 }] });
  const text = engine === 'sqlite' ? 'new.context' : 'new.context::text';
  await refuse('refuse_context', 'insert on rule_runs', `${text} like '%Poisoned%'`);
  try {
    for (const title of ['Fine', 'Poisoned', 'Fine too']) {
      await expectStatus(201, 'POST', '/links', { url: 'https://example.com/', title });
    }
    const all = await runs(id);
    expect(all.map(({ status, reason }: Record<string, string>) => [status, reason])).toEqual([
      ['waiting', 'delay'],
      ['failed', 'trigger_failed'],
      ['waiting', 'delay'],
    ]);
    expect(all[1].steps[0].error.code).toBe('unprocessable');
    expect(all[1].trigger.event_id).toStartWith('evt_');
  } finally {
    await allow('refuse_context');
  }
});
