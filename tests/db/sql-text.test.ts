import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';

import { sqlitePositions } from '../../server/db/sql-text';

function memoryInUse(): number {
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  return heapSize + extraMemorySize;
}

test('places have their numbers on SQLite', () => {
  for (let time = 0; time < 2; time += 1) expect(sqlitePositions('select $1, $12, $1')).toBe('select ?1, ?12, ?1');
});

test('texts that differ by their number of values do not fill the memory', () => {
  const before = memoryInUse();
  for (let count = 0; count < 3000; count += 1) sqlitePositions(`select ${'1, '.repeat(10_000)} ${count}`);
  for (let count = 0; count < 30_000; count += 1) sqlitePositions(`select ${'1, '.repeat(1000)} ${count}`);
  expect(memoryInUse() - before).toBeLessThan(60_000_000);
});
