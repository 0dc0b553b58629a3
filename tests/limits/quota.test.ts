import { expect, test } from 'bun:test';

import { createQuota } from '../../server/limits/quota';
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

test('what is taken is measured again only when a quarter of what was left is used up', async () => {
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

test('a full quota is measured once a second, and what became free is seen then', async () => {
  const { state, take } = quotaOf(100);
  for (let count = 0; count < 5; count += 1) expect(await take(1)).toBe(false);
  expect(state.measures).toBe(1);
  state.used = 0;
  expect(await take(1)).toBe(false);
  state.ms = 1000;
  expect(await take(1)).toBe(true);
  expect(state.measures).toBe(2);
});

test('one workspace leaves the quota of another alone', async () => {
  const { take } = quotaOf(0);
  expect(await take(100)).toBe(true);
  expect(await take(1)).toBe(false);
  expect(await take(100, 'ws_two')).toBe(true);
});
