import { afterAll, beforeAll, expect, test } from 'bun:test';

import { runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { database, startServer } from '../support/app';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';

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

test('a step whose value the database refuses fails at once, with the reason, and is not tried again', async () => {
  const { rule, run: runRule, events } = await scene();
  await refuse('refuse_title', 'insert on links', "new.title = 'Refused'");
  try {
    const link = { type: 'create_link', link: { url: 'https://example.com/', title: 'Refused' } };
    const { id } = await rule(manualRule({ actions: [link, LINK_STEP] }));
    const done = await runRule(id, { order: '1' });
    expect(done).toMatchObject({ status: 'failed', reason: 'step_failed', attempts: 0 });
    expect(done.steps[0]).toMatchObject({
      status: 'failed',
      error: { code: 'unprocessable', message: 'A value in it cannot be stored.' },
    });
    expect(await events('automation.rule_run.failed')).toHaveLength(1);
  } finally {
    await allow('refuse_title');
  }
});

test('a run of which the database refuses how it ends has failed, and is not begun again', async () => {
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

test('an event that the database refuses to keep with a run is told as failed, and keeps back none behind it', async () => {
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
