import { afterAll, describe, expect, test } from 'bun:test';

import { createGate, inBackground } from '../../server/db/background';
import { runStatement, type Store } from '../../server/db/database';
import { engine, maxConnections } from '../../server/db/engine';
import { nextTurn } from '../../server/next-turn';
import { createSlice } from '../../server/slice';
import { freshDatabase } from '../support/app';
import { insertRow } from './commits';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database } = fresh;

/** So many reads without a pause would be seconds. */
const MAX_READS = 200_000;

/** Reads one time after the other, however fast the machine is, until what is waited for has come. */
async function readUntil(store: Store, hasCome: () => boolean): Promise<void> {
  for (let reads = 0; reads < MAX_READS && !hasCome(); reads += 1)
    await runStatement(store, 'select count(*) from workspaces', []);
}

/** Counts the turns of the event loop that others have. */
function countTurns() {
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return { count: () => turns, [Symbol.dispose]: () => void (isOver = true) };
}

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
    const background = Array.from({ length: 3 * maxConnections }, () =>
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
    expect(held).toBeLessThan(maxConnections);
    gate.resolve();
    await Promise.all(background);
    expect(held).toBe(3 * maxConnections);
  });

  test('lets timers and sockets have a turn within one long transaction, which stays whole', async () => {
    using turns = countTurns();
    const had = await database.transaction(async (tx) => {
      await readUntil(tx, () => turns.count() > 1);
      await insertRow(tx);
      return turns.count();
    });
    expect(had).toBeGreaterThan(1);
  });

  test('lets others have a turn between reads that follow each other without a pause', async () => {
    using turns = countTurns();
    await inBackground(() => readUntil(database, () => turns.count() > 5));
    expect(turns.count()).toBeGreaterThan(5);
  });
});

describe('a gate', () => {
  test('lets so many in at a time, the others in their order', async () => {
    const gate = createGate(2);
    const [open, order] = [Promise.withResolvers<void>(), [] as number[]];
    const all = [0, 1, 2, 3].map((number) =>
      gate(async () => {
        order.push(number);
        await open.promise;
      }),
    );
    await nextTurn();
    expect(order).toEqual([0, 1]);
    open.resolve();
    await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test('is no obstacle to what is inside already: work that asks for more does not wait for itself', async () => {
    const gate = createGate(2);
    const work = (number: number) => gate(() => gate(() => gate(async () => number)));
    expect(await Promise.all([work(1), work(2), work(3)])).toEqual([1, 2, 3]);
  });

  test('takes what outlasts the work that began it for new work', async () => {
    const gate = createGate(1);
    const begun = Promise.withResolvers<void>();
    let later: Promise<string> | undefined;
    await gate(async () => {
      later = begun.promise.then(() => gate(async () => 'later'));
    });
    const close = Promise.withResolvers<void>();
    const holder = gate(() => close.promise);
    let isIn = false;
    begun.resolve();
    void later?.then(() => (isIn = true));
    await nextTurn();
    expect(isIn).toBe(false);
    close.resolve();
    await holder;
    expect(await later).toBe('later');
  });
});

describe('a slice of rows', () => {
  test('is smaller after one that took long, and larger after quick ones, within its bounds', () => {
    const slice = createSlice({ min: 2, max: 200 });
    const first = slice.size();
    slice.took(first, 100);
    expect(slice.size()).toBeLessThan(first);
    for (let round = 0; round < 20; round += 1) slice.took(slice.size(), 10_000);
    expect(slice.size()).toBe(2);
    for (let round = 0; round < 40; round += 1) slice.took(slice.size(), 0.1);
    expect(slice.size()).toBe(200);
  });

  test('does not grow by what was no whole slice', () => {
    const slice = createSlice({ max: 200 });
    const first = slice.size();
    slice.took(1, 0.1);
    expect(slice.size()).toBe(first);
  });
});
