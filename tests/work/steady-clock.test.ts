import { afterAll, expect, test } from 'bun:test';

import { alignSteady, steadyNow } from '../../server/clock';

/** A time of the database that was told at once. */
const told = (time: number) => alignSteady(time, performance.now(), performance.now());
afterAll(() => told(Date.now()));

test('the steady clock follows the database, but a slow answer does not set it back', () => {
  const ahead = (): number => steadyNow() - performance.now();
  told(Date.now());
  const before = ahead();
  const asked = performance.now();
  // Read at the beginning of 400 ms, so the middle of them lies 200 ms later.
  alignSteady(before + asked, asked, asked + 400);
  expect(Math.abs(ahead() - before)).toBeLessThan(5);

  alignSteady(before + asked + 1000, asked, asked + 400);
  expect(ahead() - before).toBeGreaterThan(700);
  told(steadyNow() - 1000);
  expect(ahead() - before).toBeLessThan(0);
});
