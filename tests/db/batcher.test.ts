import { expect, test } from 'bun:test';

import { Batcher, QueueFull } from '../../server/db/batcher';
import type { Store } from '../../server/db/database';
import { createLog } from '../../server/log';
import { database } from '../support/app';

const log = createLog('silent');

/** A store that only tells of commits; `fail` makes the next transactions throw. */
function fakeStore() {
  const state = { commits: 0, fail: [] as unknown[] };
  const store: Store = {
    async transaction(work) {
      const result = await work(store);
      const error = state.fail.shift();
      if (error !== undefined) throw error;
      state.commits += 1;
      return result;
    },
    afterCommit: (work) => work(),
  };
  return { state, store };
}

function batcherOf(options: Partial<ConstructorParameters<typeof Batcher<number>>[0]> = {}) {
  const { state, store } = fakeStore();
  const tried: number[][] = [];
  const write = async (_: Store, items: number[]) => void tried.push(items);
  const batcher = new Batcher<number>({ name: 'test', store, log, everyMs: 1, retryMs: 1, write, ...options });
  return { batcher, state, tried };
}

const refusalOf = (promise: Promise<void>): Promise<unknown> => promise.catch((error: unknown) => error);

const down = () => Object.assign(new Error('down'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' });
const refused = () => Object.assign(new Error('no parent'), { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });

test('what is handed over in one turn is written in one transaction, in order', async () => {
  const { batcher, state, tried } = batcherOf();
  batcher.add(1);
  batcher.add(2);
  await batcher.write(3);
  expect(tried).toEqual([[1, 2, 3]]);
  expect(state.commits).toBe(1);
});

test('items without a waiter are written by themselves', async () => {
  const written = Promise.withResolvers<number[]>();
  const { batcher } = batcherOf({ write: async (_, items) => written.resolve(items) });
  batcher.add(1);
  expect(await written.promise).toEqual([1]);
});

test('a transaction takes no more than the size of a batch', async () => {
  const { batcher, tried } = batcherOf({ batchSize: 2 });
  for (const item of [1, 2, 3, 4, 5]) batcher.add(item);
  await batcher.flush();
  expect(tried).toEqual([[1, 2], [3, 4], [5]]);
});

test('a write resolves when its batch is committed, not before', async () => {
  const began = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const { batcher } = batcherOf({
    write() {
      began.resolve();
      return commit.promise;
    },
  });
  let resolved = false;
  const written = batcher.write(1).then(() => (resolved = true));
  await began.promise;
  expect(resolved).toBe(false);
  commit.resolve();
  await written;
  expect(resolved).toBe(true);
});

test('while the database is down nothing is lost and the order stays', async () => {
  const { batcher, state, tried } = batcherOf();
  state.fail = [down(), down()];
  const first = batcher.write(1);
  batcher.add(2);
  await first;
  await batcher.flush();
  expect(tried).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  expect(batcher.dropped).toBe(0);
});

test('an item that the database refuses fails alone', async () => {
  const written: number[] = [];
  const { batcher } = batcherOf({
    async write(_, items) {
      if (items.includes(3)) throw refused();
      written.push(...items);
    },
  });
  const writes = [1, 2, 3, 4, 5].map((item) => batcher.write(item));
  const results = await Promise.allSettled(writes);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(written).toEqual([1, 2, 4, 5]);
  expect(batcher.dropped).toBe(1);
});

test('a full queue refuses, or drops its oldest item where that is asked for', async () => {
  const refusing = batcherOf({ queueSize: 2 });
  refusing.batcher.add(1);
  refusing.batcher.add(2);
  expect(() => refusing.batcher.add(3)).toThrow(QueueFull);
  expect(await refusalOf(refusing.batcher.write(3))).toBeInstanceOf(QueueFull);

  const dropping = batcherOf({ queueSize: 2, whenFull: 'drop_oldest' });
  const oldest = dropping.batcher.write(1);
  for (const item of [2, 3]) dropping.batcher.add(item);
  expect(await refusalOf(oldest)).toBeInstanceOf(QueueFull);
  await dropping.batcher.flush();
  expect(dropping.tried).toEqual([[2, 3]]);
  expect(dropping.batcher.dropped).toBe(1);
});

test('a stop writes what remains and accepts no more', async () => {
  const { batcher, tried } = batcherOf({ everyMs: 60_000 });
  batcher.add(1);
  await batcher.stop();
  batcher.add(2);
  expect(tried).toEqual([[1]]);
  expect(batcher.depth).toBe(0);
  expect(await refusalOf(batcher.write(3))).toBeInstanceOf(QueueFull);
});

test('a stop with the database down ends all the same, and counts the loss', async () => {
  const { batcher, state } = batcherOf();
  state.fail = Array.from({ length: 50 }, down);
  batcher.add(1);
  batcher.add(2);
  await batcher.stop();
  expect(batcher.dropped).toBe(2);
});

test('items handed over inside a transaction of a request are written outside it', async () => {
  const began = Promise.withResolvers<void>();
  let tries = 0;
  const store: Store = {
    ...database,
    transaction(work) {
      tries += 1;
      began.resolve();
      return database.transaction(work);
    },
  };
  const { batcher, tried } = batcherOf({ store });
  let waited: Promise<void> = Promise.resolve();
  await database.transaction(async () => {
    batcher.add(1);
    waited = batcher.write(2);
    await began.promise;
  });
  await waited;
  expect(tried).toEqual([[1, 2]]);
  expect(tries).toBe(1);
});
