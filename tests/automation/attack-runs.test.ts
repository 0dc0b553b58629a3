import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { executeRun } from '../../server/automation/rules/engine/run';
import { ruleRuns } from '../../server/automation/schema/rules';
import { claimRuns } from '../../server/automation/system/rules';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { LINK_STEP, manualRule, ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  // Each test continues the runs itself.
  await server.services.automation.rules.stop();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

test('a run that the same process claims twice executes each step once', async () => {
  const { rule, expectStatus, events, workspaceId } = await scene();
  const { services } = server;
  const { id: ruleId } = await rule(manualRule({ actions: [LINK_STEP, LINK_STEP, LINK_STEP] }));
  const { id } = await expectStatus(202, 'POST', `/rules/${ruleId}/run`, { input: { order: '1' } });
  const owner = 'one process';
  const claim = async () => {
    const [now, until] = [new Date(Date.now() + 1000), new Date(Date.now() + 60_000)];
    await claimRuns(database, workspaceId, { owner, now, until, limit: 8 });
    const [row] = await queries(database).select().from(ruleRuns).where(eq(ruleRuns.id, id));
    if (row?.status !== 'running') throw new Error('No run.');
    return row;
  };

  const first = await claim();
  // Its lease ends, by a clock that is set or a step that waits long for its turn.
  await queries(database).update(ruleRuns).set({ status: 'queued', leaseOwner: null }).where(eq(ruleRuns.id, id));
  const second = await claim();
  const { templates, rules } = services.automation;
  const deps = { services, templates, metrics: rules.metrics, owner, track: () => {} };
  await Promise.all([executeRun(deps, first), executeRun(deps, second)]);

  expect((await expectStatus(200, 'GET', `/rule-runs/${id}`)).status).toBe('succeeded');
  expect(await events('link.created')).toHaveLength(3);
});
