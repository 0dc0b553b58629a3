import { expect, test } from 'bun:test';

import { formatRelative } from '../../web/ui/format';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const after = (seconds: number) => formatRelative(new Date(NOW + seconds * 1000), NOW);

test('what was just set to a day or a month says so, and nothing is said to be further than it is', () => {
  expect(after(30 * 86_400 - 40)).toBe('in 30 days');
  expect(after(24 * 3600 - 40)).toBe('in 24 hr');
  expect(after(36 * 3600)).toBe('tomorrow');
  expect(after(2.8 * 86_400)).toBe('in 2 days');
  expect(after(-40)).toBe('40 sec. ago');
  expect(after(-2.95 * 86_400)).toBe('2 days ago');
  expect(after(3)).toBe('now');
});
