import { afterAll, expect, setSystemTime, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { engine } from '../../../server/db/engine';
import { acquireFileLock } from '../../../server/db/sqlite/file-lock';
import { workspaces } from '../../../server/db/workspaces';
import { createLease } from '../../../server/links/clicks/drain/drain-lease';
import { clickEngine } from '../../../server/links/clicks/store/click-engine';
import { linkRemovals } from '../../../server/links/schema/links';
import { jobsOf } from '../../../server/modules';
import { newId } from '../../../shared/ids';
import { freshDatabase, startServer } from '../../support/app';
import { until } from '../../support/process';
import { seedWorkspace } from '../../support/seed';
import { click, DAY_MS } from './support';

const fresh = await freshDatabase();
const release = await drainElsewhere();
const server = await startServer({}, { store: fresh.database });
const { clicks } = server.services;
afterAll(async () => {
  setSystemTime();
  await server.stop();
  await fresh.close();
});

const status = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};
const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
};

/** A link and a workspace that are gone, whose clicks are still to go. */
const goneId = await seedWorkspace('Gone', fresh.database);
const longAgo = new Date(Date.now() - 30 * DAY_MS);
await queries(fresh.database)
  .insert(linkRemovals)
  .values({ linkId: newId('lnk'), workspaceId: goneId, createdAt: longAgo });
await queries(fresh.database)
  .update(workspaces)
  .set({ status: 'deleting', deletedAt: longAgo })
  .where(eq(workspaces.id, goneId));

/** Runs the jobs that have clicks forgotten; tells how much is left for them. */
async function forget(): Promise<number[]> {
  const left: number[] = [];
  for (const [name, table] of [
    ['clicks of deleted links', linkRemovals],
    ['deleted workspaces', workspaces],
  ] as const) {
    await jobsOf(server.services)
      .find((job) => job.name === name)
      ?.run(new AbortController().signal);
    const column = table === linkRemovals ? linkRemovals.workspaceId : workspaces.id;
    left.push((await queries(fresh.database).select().from(table).where(eq(column, goneId))).length);
  }
  return left;
}

// On PostgreSQL every process has a Worker that can forget them.
test.skipIf(engine === 'postgres')('a process that does not count clicks loses none', async () => {
  expect(clicks.isDraining()).toBe(false);
  expect(await forget()).toEqual([1, 1]);
});

test('clicks that wait for more than a minute make the service degraded until they are counted', async () => {
  const workspaceId = await seedWorkspace('Clicks', fresh.database);
  const began = Date.now();
  expect(await clicks.record(click({ workspaceId }))).toBe(true);
  await until(async () => (await figure('click_backlog_bytes')) > 0);
  setSystemTime(began + 50_000);
  await until(async () => (await figure('click_backlog_age_seconds')) >= 49);
  expect(await status()).toEqual([200, 'ready']);
  setSystemTime(began + 65_000);
  await until(async () => (await figure('click_backlog_age_seconds')) > 60);
  expect(await status()).toEqual([200, 'degraded']);
  expect(await figure('clicks_drained_total{class="human"}')).toBe(0);

  await release();
  await clicks.drained();
  await until(async () => (await figure('click_backlog_age_seconds')) === 0);
  await until(async () => (await figure('click_backlog_bytes')) === 0);
  expect(await status()).toEqual([200, 'ready']);
  expect(await figure('clicks_drained_total{class="human"}')).toBe(1);
  expect(await figure('clicks_dropped_total')).toBe(0);
});

test('the process that counts clicks drops those of deleted links and workspaces', async () => {
  await until(() => clicks.isDraining());
  expect(await forget()).toEqual([0, 0]);
});

test('a click that was dropped makes the service degraded, and is counted as dropped', async () => {
  const workspaceId = await seedWorkspace('Clicks', fresh.database);
  expect(await status()).toEqual([200, 'ready']);
  expect(await clicks.record(click({ workspaceId, destination: 'x'.repeat(300_000) }))).toBe(false);
  expect(await status()).toEqual([200, 'degraded']);
  expect(await figure('clicks_dropped_total')).toBe(1);
});

/** Keeps the server from draining, as another process that drains does. */
async function drainElsewhere(): Promise<() => Promise<void>> {
  const { file } = fresh.database;
  if (file !== undefined) {
    const letGo = acquireFileLock(`${file}.drain`);
    return async () => letGo?.();
  }
  const store = clickEngine(fresh.database.location).openDrain();
  const lease = createLease(store, 'elsewhere', () => {});
  await lease.acquire();
  // Longer than the test, however slow the machine is.
  await store.run(`update click_drain set lease_until = now() + interval '1 hour'`);
  return async () => {
    await lease.release();
    await store.close();
  };
}
