import { expect, test } from 'bun:test';

import { queryOf } from '../../web/features/links/analytics/query';
import { conditionLabel, newCondition } from '../../web/features/links/form/rule-draft';
import { linkRoutes } from '../../web/routes/links';
import type { Search } from '../../web/search';

test('a period of one’s own is asked for by its days, others by their name', () => {
  const after = '2026-03-01T00:00:00.000Z';
  const before = '2026-03-08T00:00:00.000Z';
  expect(queryOf({ time: 'between', after, before })).toMatchObject({ from: after, to: before });
  expect(queryOf({ time: 'between', after, before })).not.toHaveProperty('interval');
  // The last day is not over yet.
  const open = queryOf({ time: 'between', after, before: '2099-01-01T00:00:00.000Z' });
  expect(open).toMatchObject({ from: after });
  expect(open).not.toHaveProperty('to');
  expect(queryOf({ time: 'between' })).toMatchObject({ interval: '30d' });
  expect(queryOf({})).toMatchObject({ interval: '30d' });
});

test('days of one’s own stand in the address of every page of links in one form', () => {
  const days = { time: 'between', after: '2026-03-01T00:00:00.000Z', before: '2026-03-08T00:00:00.000Z' };
  const [list, link, analytics] = linkRoutes;
  for (const { options } of [list, link, analytics]) {
    const { validateSearch } = options as { validateSearch: (search: Search) => unknown };
    expect(validateSearch(days)).toEqual(days);
    expect(validateSearch({ ...days, after: '2026-03-01' })).toEqual(days);
    expect(validateSearch({ time: 'never', interval: '7d', after: 'soon' })).toEqual({});
  }
});

test('conditions of a rule read as sentences', () => {
  expect(conditionLabel({ ...newCondition('country'), values: ['DE', 'AT'] })).toBe('Country is DE or AT');
  expect(conditionLabel({ ...newCondition('device'), op: 'not_in', values: ['mobile'] })).toBe('Device is not mobile');
  expect(conditionLabel({ ...newCondition('query'), name: 'ref' })).toBe('Parameter ref is present');
  expect(
    conditionLabel({ ...newCondition('hours'), days: [1, 5], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }),
  ).toBe('Time is Mon, Fri 09:00–17:00 (Europe/Berlin)');
});
