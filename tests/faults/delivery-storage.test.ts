import { expect, test } from 'bun:test';

import type { OpenStore, Store, Value } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { until } from '../support/process';
import { lasting } from '../support/waiting';
import { answer, openLab } from '../webhooks/dispatcher/lab';
import { openLoad, startCounter } from './delivery-load';
import { openWire } from './proxy';

const types = { events: ['webhook.tested'] };
/** As each engine says that its disk is full: one that passes, so the work is tried again. */
const diskFull = () =>
  Object.assign(new Error('The disk is full.'), engine === 'sqlite' ? { code: 'SQLITE_FULL' } : { errno: '53100' });

test('while the disk is full nothing is sent twice, results are kept, and delivery resumes by itself', async () => {
  await using lab = await openLab(() => answer(200), { real: true });
  const webhook = await lab.webhook({ ...types, maxInFlight: 32 });
  const disk = { isFull: false, refused: 0 };
  const { database } = lab.testDatabase;
  const transaction = database.transaction.bind(database);
  database.transaction = (work) =>
    transaction(async (tx) => {
      const result = await work(tx);
      // As at the commit, after all the work.
      if (disk.isFull) {
        disk.refused += 1;
        throw diskFull();
      }
      return result;
    });
  for (let round = 0; round < 4; round += 1) await lab.emit(250);
  await until(() => lab.calls.length > 200);
  disk.isFull = true;
  await until(() => disk.refused > 3);
  const sent = lab.calls.length;
  expect(sent).toBeLessThan(1000);
  await until(() => disk.refused > 6);
  // Without a claim nothing begins.
  expect(lab.calls).toHaveLength(sent);
  expect(await lab.emit().catch(String)).toContain('The disk is full.');

  disk.isFull = false;
  await until(async () => (await lab.deliveries(webhook.no)).every(({ state }) => state === 2));
  await lab.idle();
  expect(lab.calls).toHaveLength(1000);
  expect((await lab.deliveries(webhook.no)).map(({ attempts }) => attempts)).toEqual(
    Array.from({ length: 1000 }, () => 1),
  );
  expect(await lab.attempts()).toHaveLength(1000);
});

test('deliveries that can be neither sent nor given back wait for their lease, and hold up no others', async () => {
  await using lab = await openLab(() => answer(200));
  const webhook = await lab.webhook(types);
  const { database } = lab.testDatabase;
  const failed: string[] = [];
  const fail = (what: string): never => {
    failed.push(what);
    throw diskFull();
  };
  const run = (database as OpenStore & typeof database).run.bind(database);
  const transaction = database.transaction.bind(database);
  Object.assign(database, {
    // As when the database goes between a claim and the bodies of its events.
    run: async (text: string, params: readonly Value[]) =>
      failed.length === 0 && text.includes('thin_body') ? fail('bodies') : run(text, params),
    transaction: async (work: (tx: Store) => Promise<unknown>) =>
      failed.length === 1 ? fail('give back') : transaction(work),
  });
  await lab.emit();
  await lab.idle();
  expect(failed).toEqual(['bodies', 'give back']);
  await lab.emit();
  await lab.idle();
  expect((await lab.deliveries(webhook.no)).map(({ state }) => state)).toEqual([1, 2]);
});

test.skipIf(engine === 'sqlite')(
  'a PostgreSQL that does not answer, and one whose connections are cut, lose nothing (SQLite has no wire)',
  async () => {
    using receiver = startCounter(async () => {
      await lasting(5);
      return new Response(null, { status: 204 });
    });
    await using load = await openLoad();
    await using wire = await openWire(load.url);
    await load.webhooks(10, receiver.url);
    await load.emit(200);
    await using server = await load.start('http://one.example', { DATABASE_URL: wire.url });
    await until(() => receiver.received.size > 200);
    wire.stall();
    const stalledAt = receiver.received.size;
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    // What was claimed before ends; nothing else begins.
    expect(receiver.received.size - stalledAt).toBeLessThan(500);
    wire.resume();
    await until(() => receiver.received.size > stalledAt + 300);

    wire.cut();
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    await wire.mend();
    // A claim whose answer was lost ends with its lease.
    await load.passMinute(await load.nodes());
    await until(async () => (await load.states())[2] === 2000);
    expect(receiver.received.size).toBe(2000);
    expect(receiver.duplicates()).toBeLessThan(200);
    expect(server.isRunning()).toBe(true);
  },
);
