import { expect, test } from 'bun:test';

import { checklistOf } from '../../web/features/overview/checklist';
import { withErrorsFirst } from '../../web/features/overview/errors-first';
import type { Checklist } from '../../web/features/overview/progress';
import { bothPeriods, byStatus, sum } from '../../web/features/overview/requests';

const NOW = Date.parse('2026-11-21T09:30:00Z');

const point = (starts_at: string, requests: number, errors_4xx = 0, errors_5xx = 0) => ({
  starts_at,
  requests,
  errors_4xx,
  errors_5xx,
  rate_limited: 0,
  duration_ms_sum: 0,
  duration_ms_max: 0,
  key_id: null,
  surface: null,
  operation_id: null,
  status_class: null,
});

test('a period and the one before it are read in one call, and end with the current hour or day', () => {
  expect(bothPeriods('24h', NOW)).toEqual({ granularity: 'hour', from: '2026-11-19T10:00:00.000Z' });
  expect(bothPeriods('7d', NOW)).toEqual({ granularity: 'day', from: '2026-11-08T00:00:00.000Z' });
  expect(bothPeriods('30d', NOW)).toEqual({ granularity: 'day', from: '2026-09-23T00:00:00.000Z' });
});

test('requests are stacked by status; those of the period before are apart', () => {
  const { from } = bothPeriods('24h', NOW);
  const counted = byStatus(
    {
      from,
      data: [
        point('2026-11-19T10:00:00.000Z', 7),
        point('2026-11-21T08:00:00.000Z', 5, 2, 1),
        point('2026-11-21T09:00:00.000Z', 1),
        // The same hour of another surface.
        point('2026-11-21T09:00:00.000Z', 3, 0, 3),
      ],
    },
    '24h',
  );
  expect(counted.times).toHaveLength(24);
  expect(counted.times.at(-1)).toBe('2026-11-21T09:00:00.000Z');
  expect(counted.succeeded.slice(-2)).toEqual([2, 1]);
  expect(counted.refused.slice(-2)).toEqual([2, 0]);
  expect(counted.failed.slice(-2)).toEqual([1, 3]);
  expect([sum(counted.now), sum(counted.before)]).toEqual([9, 7]);
});

test('errors stand first, and once', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(withErrorsFirst([{ id: 'b' }, { id: 'z' }], rows, 4)).toEqual({
    errors: [{ id: 'b' }, { id: 'z' }],
    latest: [{ id: 'a' }, { id: 'c' }],
  });
});

const key = (id: string, last_used_at: string | null = null) => ({
  created_by: { type: 'user' as const, id, name: id },
  last_used_at,
});

test('a new member has first steps of their own in a workspace that others have set up', () => {
  const done: Checklist = [
    { step: 'create_key', done: true },
    { step: 'first_request', done: true },
    { step: 'send_message', done: true },
  ];
  const openSteps = (keys: ReturnType<typeof key>[]) =>
    checklistOf(done, keys, 'usr_me')
      .filter((entry) => !entry.done)
      .map(({ step }) => step);
  const used = '2026-11-21T09:30:00.000Z';
  expect(openSteps([key('usr_other', used)])).toEqual(['create_key', 'first_request']);
  expect(openSteps([key('usr_other', used), key('usr_me')])).toEqual(['first_request']);
  expect(openSteps([key('usr_other', used), key('usr_me', used)])).toEqual([]);
  // The only one to have keys: the key learns of its first call later than the log.
  expect(openSteps([key('usr_me')])).toEqual([]);
  expect(openSteps([])).toEqual([]);
});
