import { afterAll, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';

import { createLease } from '../../server/clicks/drain-lease';
import { clickPlaceOf } from '../../server/db/clicks/click-reader';
import { openDrainStore } from '../../server/db/clicks/open';
import { takeFileLock } from '../../server/db/file-lock';
import { freshDatabase, startServer } from '../support/app';
import { until } from '../support/process';
import { seedWorkspace } from '../support/seed';
import { click } from './support';

setDefaultTimeout(60_000);

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

test('clicks that wait for more than a minute make the service degraded until they are counted', async () => {
  const workspaceId = await seedWorkspace('Clicks', fresh.database);
  const began = Date.now();
  expect(await clicks.record(click({ workspaceId }))).toBe(true);
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
  expect(await status()).toEqual([200, 'ready']);
  expect(await figure('clicks_drained_total{class="human"}')).toBe(1);
  expect(await figure('clicks_dropped_total')).toBe(0);
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
    const letGo = takeFileLock(`${file}.drain`);
    return async () => letGo?.();
  }
  const store = openDrainStore(clickPlaceOf(fresh.database));
  const lease = createLease(store, 'elsewhere', () => {});
  await lease.take();
  // Longer than the test, however slow the machine is.
  await store.run(`update click_drain set lease_until = now() + interval '1 hour'`);
  return async () => {
    await lease.release();
    await store.close();
  };
}
