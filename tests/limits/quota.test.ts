import { describe, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { createCountedQuota, createQuota } from '../../server/limits/quota';
import { newId } from '../../shared/ids';
import { database } from '../support/app';

function quotaOf(used: number, most = 100) {
  const state = { ms: 0, used, measures: 0 };
  const take = createQuota(
    async () => {
      state.measures += 1;
      return state.used;
    },
    { now: () => state.ms },
  );
  return { state, take: (more: number, workspaceId = 'ws_one') => take(database, workspaceId, { more, limit: most }) };
}

test('usage is measured again only when a quarter of the rest is used up', async () => {
  const { state, take } = quotaOf(20);
  for (let count = 0; count < 20; count += 1) expect(await take(1)).toBe(true);
  expect(state.measures).toBe(1);
  state.ms = 1000;
  state.used = 40;
  expect(await take(1)).toBe(true);
  expect(state.measures).toBe(2);
  // What another process took is in it.
  expect(await take(60)).toBe(false);
  expect(await take(59)).toBe(true);
});

test('a full quota is measured once a second, and freed space is seen then', async () => {
  const { state, take } = quotaOf(100);
  for (let count = 0; count < 5; count += 1) expect(await take(1)).toBe(false);
  expect(state.measures).toBe(1);
  state.used = 0;
  expect(await take(1)).toBe(false);
  state.ms = 1000;
  expect(await take(1)).toBe(true);
  expect(state.measures).toBe(2);
});

test('of orders at once, no more than the limit is granted; what is granted while measuring counts too', async () => {
  const gate = Promise.withResolvers<void>();
  const state = { measures: 0 };
  const take = createQuota(async () => {
    state.measures += 1;
    await gate.promise;
    return 10;
  });
  const orders = Array.from({ length: 50 }, () => take(database, 'ws_one', { more: 20, limit: 100 }));
  gate.resolve();
  expect((await Promise.all(orders)).filter(Boolean)).toHaveLength(4);
  expect(state.measures).toBe(1);
});

test('a failed measurement is tried again', async () => {
  const state = { isBroken: true };
  const take = createQuota(async () => {
    if (state.isBroken) throw new RangeError('Not now.');
    return 0;
  });
  const order = { more: 1, limit: 1 };
  expect(await take(database, 'ws_one', order).catch((error: unknown) => error)).toBeInstanceOf(RangeError);
  state.isBroken = false;
  expect(await take(database, 'ws_one', order)).toBe(true);
});

describe('a counted quota', () => {
  const counted = (count: () => Promise<number>, now?: () => number) =>
    createCountedQuota({ name: newId('ws'), count, margin: 10, ...(now && { now }) });

  test('is counted seldom far from the limit, and each time near it', async () => {
    const state = { used: 0, counts: 0 };
    const count = async () => {
      state.counts += 1;
      return state.used;
    };
    const take = counted(count, () => 0);
    const more = async (wanted: number) => {
      const fitting = await database.transaction((tx) => take(tx, 'ws_one', { more: wanted, limit: 100 }));
      state.used += fitting;
      return fitting;
    };
    for (let round = 0; round < 9; round += 1) expect(await more(10)).toBe(10);
    expect(state.counts).toBe(1);
    expect([await more(9), await more(9), await more(1)]).toEqual([9, 1, 0]);
    expect(state.counts).toBe(4);
  });

  test.skipIf(engine === 'sqlite')('sees what another process has used', async () => {
    const state = { used: 0, ms: 0 };
    const count = async () => state.used;
    const [take, other] = [counted(count, () => state.ms), counted(count, () => state.ms)];
    const order = { more: 1, limit: 100 };
    expect(await take(database, 'ws_one', order)).toBe(1);
    state.used = 1 + (await other(database, 'ws_one', { more: 99, limit: 100 }));
    state.ms += 1000;
    expect([state.used, await take(database, 'ws_one', order)]).toEqual([100, 0]);
  });
});

test('the quotas of workspaces are independent', async () => {
  const { take } = quotaOf(0);
  expect(await take(100)).toBe(true);
  expect(await take(1)).toBe(false);
  expect(await take(100, 'ws_two')).toBe(true);
});
