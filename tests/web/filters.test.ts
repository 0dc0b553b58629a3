import { expect, test } from 'bun:test';

import { activeOf, shownValue, timeFilter, type FilterChange } from '../../web/ui/filter/filter';

const STATUS = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'paused', label: 'Paused' },
  ],
};
const ROUTE = { name: 'route', label: 'Path', placeholder: '/links' };

test('a filter shows its value as people read it', () => {
  expect(shownValue(STATUS, { status: 'paused' })).toBe('Paused');
  expect(shownValue(ROUTE, { route: '/keys' })).toBe('/keys');
  expect(shownValue(STATUS, {})).toBeUndefined();
  expect(shownValue(timeFilter(), { time: '24h' })).toBe('Last 24 hours');
});

test('days of one’s own are shown with the last one included', () => {
  const after = new Date(2026, 10, 1).toISOString();
  const before = new Date(2026, 10, 4).toISOString();
  expect(shownValue(timeFilter(), { time: 'between', after, before })).toBe('Nov 1, 2026 – Nov 3, 2026');
  expect(shownValue(timeFilter(), { time: 'between', after })).toBe('Since Nov 1, 2026');
  expect(shownValue(timeFilter(), { time: 'between', before })).toBe('Until Nov 3, 2026');
});

test('what is set can be taken away one by one, and all at once', () => {
  const changes: FilterChange[] = [];
  const change = (next: FilterChange) => void changes.push(next);
  const { active, onClear } = activeOf(
    [STATUS, ROUTE, timeFilter()],
    { status: 'active', q: 'spring', time: '1h' },
    change,
  );
  expect(active.map(({ label }) => label)).toEqual(['“spring”', 'Status: Active', 'Time: Last hour']);
  active.forEach(({ remove }) => remove());
  onClear();
  const none = { after: undefined, before: undefined, time: undefined };
  expect(changes).toEqual([
    { q: undefined },
    { status: undefined },
    none,
    { q: undefined, status: undefined, route: undefined, ...none },
  ]);
});
