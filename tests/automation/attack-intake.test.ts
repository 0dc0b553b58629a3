import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { createConsumer } from '../../server/automation/consumer';
import { startRuns } from '../../server/automation/rules/engine/intake';
import type { ConditionResult, Templates } from '../../server/automation/templates/types';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { emit, type NewEvent } from '../../server/events/emit';
import { events as eventsTable } from '../../server/events/schema';
import { readEvents } from '../../server/work/queries/cursors';
import type { Workspace } from '../../shared/access/workspaces';
import { exampleOf } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { seedWorkspace } from '../support/seed';
import { LINK_STEP, ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  // What rules take is taken where a test says so.
  await server.services.automation.rules.stop();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

const updated = (): NewEvent => ({
  type: 'workspace.updated',
  data: exampleOf('workspace.updated').data as Workspace,
});
const write = (workspaceId: string, count: number) =>
  database.transaction((tx) =>
    emit(
      { ...server.services, requestId: newId('req') },
      scoped(tx, workspaceId),
      Array.from({ length: count }, () => updated()),
    ),
  );

test('workspaces with many events are read in turns with those that have few', async () => {
  const busy = [await seedWorkspace(), await seedWorkspace()];
  const calm = await seedWorkspace();
  const turns: string[] = [];
  const consumer = createConsumer(server.services, {
    name: `test ${newId('req')}`,
    wants: (type) => type === 'workspace.updated',
    take: async (workspaceId) => {
      turns.push(workspaceId === calm ? 'calm' : 'busy');
      return async () => [];
    },
  });
  for (const id of [...busy, calm]) await scoped(database, id).transaction((tx) => consumer.join(tx));
  for (const id of busy) await write(id, 900);
  await write(calm, 1);
  consumer.start();
  await consumer.idle();
  await consumer.stop();
  // No look takes more than two hundred.
  expect(turns.length).toBeGreaterThanOrEqual(11);
  expect(turns.indexOf('calm')).toBeLessThan(5);
});

test('a filter that takes too long is evaluated only a few times, however many events arrive', async () => {
  const { rule, workspaceId } = await scene();
  const trigger = { type: 'event', events: ['workspace.updated'] };
  for (const name of ['One', 'Two'])
    await rule({ name, trigger, filter: "event.data.name != ''", actions: [LINK_STEP] });
  await write(workspaceId, 50);
  const rows = await queries(database).select().from(eventsTable).where(eq(eventsTable.workspaceId, workspaceId));
  const sequences = rows.filter(({ type }) => type === 'workspace.updated').map(({ sequence }) => sequence);
  const events = await readEvents(database, workspaceId, sequences);
  expect(events).toHaveLength(50);

  let asked = 0;
  const failure = { path: '', code: 'timeout', message: 'Takes too long.', line: null, col: null } as const;
  const holdsEach: Templates['holdsEach'] = async (_, sets) => {
    asked += sets.length;
    return new Map(sets.map(({ key }): [string, ConditionResult] => [key, { ok: false, failure }]));
  };
  const { services } = server;
  const templates = { ...services.automation.templates, holdsEach };
  const deps = { templates, metrics: services.automation.rules.metrics, wake: () => {} };
  await startRuns(services, deps, workspaceId, events);
  expect(asked).toBe(6);
});
