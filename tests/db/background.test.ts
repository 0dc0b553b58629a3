import { afterAll, describe, expect, test } from 'bun:test';

import { inBackground } from '../../server/db/background';
import { runStatement } from '../../server/db/database';
import { engine, mostConnections } from '../../server/db/engine';
import { createSlice } from '../../server/slice';
import { freshDatabase } from '../support/app';
import { insertRow } from '../support/commits';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database } = fresh;

describe('work in the background', () => {
  test.if(engine === 'sqlite')('gives way to the transactions of requests, and goes on beside them', async () => {
    const order: string[] = [];
    const run = (name: string) =>
      database.transaction(async (tx) => {
        await insertRow(tx);
        order.push(name);
      });
    const background = Array.from({ length: 20 }, (_, index) => inBackground(() => run(`background ${index}`)));
    const requests = Array.from({ length: 30 }, (_, index) => run(`request ${index}`));
    await Promise.all([...background, ...requests]);
    const firstEleven = order.slice(0, 11);
    expect(firstEleven.filter((name) => name.startsWith('request')).length).toBeGreaterThanOrEqual(8);
    // However many requests come, one in nine is of the background.
    expect(order.indexOf('background 2')).toBeLessThan(order.indexOf('request 29'));
    const ofBackground = order.filter((name) => name.startsWith('background'));
    expect(ofBackground).toEqual(Array.from({ length: 20 }, (_, index) => `background ${index}`));
  });

  test.if(engine === 'postgres')('leaves connections free for requests, and takes turns on its own', async () => {
    const gate = Promise.withResolvers<void>();
    let held = 0;
    const background = Array.from({ length: 3 * mostConnections }, () =>
      inBackground(() =>
        database.transaction(async (tx) => {
          held += 1;
          await runStatement(tx, 'select 1', []);
          await gate.promise;
        }),
      ),
    );
    // With every connection taken this would wait for the gate, which is opened after it.
    await database.transaction((tx) => runStatement(tx, 'select 1', []));
    expect(held).toBeLessThan(mostConnections);
    gate.resolve();
    await Promise.all(background);
    expect(held).toBe(3 * mostConnections);
  });

  test('lets timers and sockets have a turn within one long transaction, which stays whole', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const before = turns;
    const other = database.transaction(async (tx) => {
      const began = performance.now();
      while (performance.now() - began < 60) await runStatement(tx, 'select count(*) from workspaces', []);
      await insertRow(tx);
      return turns;
    });
    const within = await other;
    isOver = true;
    expect(within - before).toBeGreaterThan(1);
  });

  test('lets others have a turn between reads that follow each other without a pause', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await inBackground(async () => {
      const began = performance.now();
      while (performance.now() - began < 60) await runStatement(database, 'select count(*) from workspaces', []);
    });
    isOver = true;
    expect(turns).toBeGreaterThan(5);
  });
});

describe('a slice of rows', () => {
  test('is smaller after one that took long, and larger after quick ones, within its bounds', () => {
    const slice = createSlice({ least: 2, most: 200 });
    const first = slice.size();
    slice.took(first, 100);
    expect(slice.size()).toBeLessThan(first);
    for (let round = 0; round < 20; round += 1) slice.took(slice.size(), 10_000);
    expect(slice.size()).toBe(2);
    for (let round = 0; round < 40; round += 1) slice.took(slice.size(), 0.1);
    expect(slice.size()).toBe(200);
  });

  test('does not grow by what was no whole slice', () => {
    const slice = createSlice({ most: 200 });
    const first = slice.size();
    slice.took(1, 0.1);
    expect(slice.size()).toBe(first);
  });
});
