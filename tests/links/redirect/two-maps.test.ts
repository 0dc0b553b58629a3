import { expect, test } from 'bun:test';

import { createRedirectCache } from '../../../server/links/redirect/redirect-cache';

const value = (number: number) => ({ key: `k${number}` });
const filled = (most: number, count: number) => {
  const maps = createRedirectCache<{ key: string }>(most);
  for (let number = 0; number < count; number += 1) maps.put(value(number));
  return maps;
};
const kept = (maps: ReturnType<typeof filled>, count: number): number[] =>
  Array.from({ length: count }, (_, number) => number).filter((number) => maps.get(`k${number}`) !== undefined);

test('all entries that fit are kept, whatever is requested', () => {
  const maps = filled(100, 100);
  for (let round = 0; round < 3; round += 1) expect(kept(maps, 100).length).toBe(100);
  expect(maps.size()).toBe(100);
});

test('never more than the capacity', () => {
  const maps = createRedirectCache<{ key: string }>(100);
  for (let number = 0; number < 5000; number += 1) {
    maps.put(value(number));
    maps.get(`k${(number * 7) % 300}`);
    expect(maps.size()).toBeLessThanOrEqual(100);
  }
  expect(maps.size()).toBeGreaterThan(49);
});

test('requested entries are kept while others come and go', () => {
  const maps = filled(100, 100);
  for (let number = 100; number < 1000; number += 1) {
    maps.put(value(number));
    expect(maps.get('k1')).toEqual({ key: 'k1' });
  }
  expect(maps.get('k50')).toBeUndefined();
});

test('deleted entries are gone from both maps', () => {
  const maps = filled(10, 15);
  maps.delete('k14');
  maps.delete('k9');
  maps.deleteWhere(({ key }) => key === 'k13' || key === 'k8');
  expect([14, 13, 9, 8].map((number) => maps.get(`k${number}`))).toEqual([undefined, undefined, undefined, undefined]);
  maps.clear();
  expect([maps.size(), maps.get('k12')]).toEqual([0, undefined]);
  maps.put(value(1));
  expect(maps.get('k1')).toEqual({ key: 'k1' });
});
