import { expect, test } from 'bun:test';

import { checkCron, nextRun } from '../../server/automation/schedule/cron';
import { scheduledAt, scheduleIssues, withJitter } from '../../server/automation/schedule/due';
import { instantOf } from '../../server/automation/schedule/local-time';
import { slotsFrom } from '../../server/automation/schedule/occurrences';
import { quietUntil } from '../../server/automation/schedule/quiet-hours';
import { Schedule } from '../../shared/automation/schedule';

const run = (pattern: string, zone: string, from: string) => nextRun(pattern, zone, new Date(from))?.toISOString();
const scheduleOf = (value: object) => Schedule.parse(value);
const NOW = new Date('2026-11-21T12:00:00.000Z');

/** Spring forward and autumn back in four zones, one of which moves by half an hour and one lies in the south. */
const CHANGES = [
  // Zone, local time, just before the change, runs after that, and after each of them.
  ['America/New_York', '30 2 * * *', '2027-03-13T12:00Z', ['2027-03-14T07:00Z', '2027-03-15T06:30Z']],
  ['America/New_York', '30 1 * * *', '2027-11-06T12:00Z', ['2027-11-07T05:30Z', '2027-11-08T06:30Z']],
  ['Europe/Berlin', '30 2 * * *', '2027-03-27T12:00Z', ['2027-03-28T01:00Z', '2027-03-29T00:30Z']],
  ['Europe/Berlin', '30 2 * * *', '2027-10-30T12:00Z', ['2027-10-31T00:30Z', '2027-11-01T01:30Z']],
  ['Australia/Lord_Howe', '15 2 * * *', '2027-10-02T12:00Z', ['2027-10-02T15:30Z', '2027-10-03T15:15Z']],
  ['Australia/Lord_Howe', '45 1 * * *', '2027-04-03T12:00Z', ['2027-04-03T14:45Z', '2027-04-04T15:15Z']],
  ['America/Santiago', '30 0 * * *', '2027-09-04T12:00Z', ['2027-09-05T04:00Z', '2027-09-06T03:30Z']],
  ['America/Santiago', '30 23 * * *', '2027-04-03T12:00Z', ['2027-04-04T02:30Z', '2027-04-05T03:30Z']],
] as const;

test.each(CHANGES)('%s: %s runs once where the clock changes', (zone, pattern, from, times) => {
  let after: string = from;
  for (const time of times) {
    const next = run(pattern, zone, after);
    expect(next).toBe(time.replace('Z', ':00.000Z'));
    after = next ?? '';
  }
});

test('schedules within the hour continue through both clock changes', () => {
  const runs = (from: string, count: number): string[] => {
    const found: string[] = [];
    for (let at = from; found.length < count;) found.push((at = run('*/30 * * * *', 'Europe/Berlin', at) ?? ''));
    return found.map((time) => time.slice(11, 16));
  };
  expect(runs('2027-03-28T00:15Z', 4)).toEqual(['00:30', '01:00', '01:30', '02:00']);
  expect(runs('2027-10-31T00:15Z', 4)).toEqual(['00:30', '01:00', '01:30', '02:00']);
});

test('A local time without an offset is read in its zone, also where the clock changes', () => {
  const at = (text: string, zone: string) => instantOf(text, zone).toISOString();
  expect(at('2026-12-01T09:00', 'Europe/Berlin')).toBe('2026-12-01T08:00:00.000Z');
  expect(at('2026-12-01T09:00:30.250', 'UTC')).toBe('2026-12-01T09:00:30.250Z');
  expect(at('2026-12-01T09:00:00+05:30', 'Europe/Berlin')).toBe('2026-12-01T03:30:00.000Z');
  // In a gap the instant after it; of two the first.
  expect(at('2027-03-14T02:30:00', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z');
  expect(at('2027-11-07T01:30:00', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z');
  expect(at('2027-03-28T02:00:00', 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z');
  expect(at('2027-10-31T02:59:59', 'Europe/Berlin')).toBe('2027-10-31T00:59:59.000Z');
  expect(at('2027-10-03T02:10:00', 'Australia/Lord_Howe')).toBe('2027-10-02T15:30:00.000Z');
  expect(at('2027-04-04T01:40:00', 'Australia/Lord_Howe')).toBe('2027-04-03T14:40:00.000Z');
});

test('a cron expression has five satisfiable fields, or a name', () => {
  const codeOf = (pattern: string, zone = 'UTC') => checkCron(pattern, zone, NOW)?.code ?? null;
  for (const pattern of ['0 9 * * 1-5', '*/15 * * * *', '0 0 1 JAN *', '@hourly', '@daily', '@weekly', '@monthly']) {
    expect([pattern, codeOf(pattern)]).toEqual([pattern, null]);
  }
  for (const pattern of [
    '0 9 * * 1-5 *',
    '9 * * *',
    '2027-01-01T00:00:00',
    '@yearly',
    '@reboot',
    '60 * * * *',
    '* 24 * * *',
    '? * * * *',
    'a b c d e',
    '',
  ]) {
    expect([pattern, codeOf(pattern)]).toEqual([pattern, 'invalid_cron']);
  }
  expect(codeOf('0 0 30 2 *')).toBe('never');
  expect(codeOf('0 0 * * *', 'Mars/Olympus')).toBe('unknown_timezone');
});

test('quiet hours end at their end, over midnight, on their days and at clock changes', () => {
  const until = (quiet: object, zone: string, at: string) =>
    quietUntil({ from: '22:00', to: '07:00', ...quiet }, zone, new Date(at))?.toISOString() ?? null;
  expect(until({}, 'UTC', '2026-11-21T21:59:59Z')).toBeNull();
  expect(until({}, 'UTC', '2026-11-21T22:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
  expect(until({}, 'UTC', '2026-11-22T06:59:59Z')).toBe('2026-11-22T07:00:00.000Z');
  expect(until({}, 'UTC', '2026-11-22T07:00:00Z')).toBeNull();
  expect(until({}, 'Asia/Kolkata', '2026-11-21T17:00:00Z')).toBe('2026-11-22T01:30:00.000Z');
  expect(until({ from: '12:00', to: '14:00' }, 'UTC', '2026-11-21T13:00:00Z')).toBe('2026-11-21T14:00:00.000Z');

  // The 21st is a Saturday: what begins then lasts into Sunday.
  const weekends = { days: [6] };
  expect(until(weekends, 'UTC', '2026-11-21T23:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
  expect(until(weekends, 'UTC', '2026-11-22T03:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
  expect(until(weekends, 'UTC', '2026-11-22T23:00:00Z')).toBeNull();

  // The night of 27 March 2027 lasts eight hours in Berlin, that of 30 October ten.
  expect(until({}, 'Europe/Berlin', '2027-03-27T22:00:00Z')).toBe('2027-03-28T05:00:00.000Z');
  expect(until({}, 'Europe/Berlin', '2027-10-30T20:00:00Z')).toBe('2027-10-31T06:00:00.000Z');
  // An end that the clock skips is the instant after the gap.
  expect(until({ to: '02:30' }, 'Europe/Berlin', '2027-03-27T23:00:00Z')).toBe('2027-03-28T01:00:00.000Z');
});

test('a schedule is due at its times, and never in its quiet hours', () => {
  const due = (value: object) => scheduledAt(scheduleOf(value), NOW)?.toISOString();
  expect(due({})).toBe(NOW.toISOString());
  expect(due({ mode: 'delay', delay_seconds: 90 })).toBe('2026-11-21T12:01:30.000Z');
  expect(due({ mode: 'at', at: '2026-12-01T09:00', timezone: 'Europe/Berlin' })).toBe('2026-12-01T08:00:00.000Z');
  // Up to a minute ago counts as now.
  expect(due({ mode: 'at', at: '2026-11-21T11:59:30Z' })).toBe(NOW.toISOString());
  const quiet = { quiet_hours: { from: '11:00', to: '15:00' } };
  expect(due(quiet)).toBe('2026-11-21T15:00:00.000Z');
  expect(due({ mode: 'at', at: '2026-11-22T11:30:00Z', ...quiet })).toBe('2026-11-22T15:00:00.000Z');
  expect(due({ mode: 'next_slot', slots: ['0 * * * *'], ...quiet })).toBe('2026-11-21T15:00:00.000Z');

  const jittered = withJitter(scheduleOf({ jitter_seconds: 10 }), NOW).getTime() - NOW.getTime();
  expect(jittered).toBeGreaterThanOrEqual(0);
  expect(jittered).toBeLessThanOrEqual(10_000);
});

test('slots of several expressions are in order, each instant once, and end', () => {
  const slots = (lines: string[], more: object = {}) => [
    ...slotsFrom(scheduleOf({ mode: 'next_slot', slots: lines, ...more }), NOW),
  ];
  const two = slots(['0 9 * * *', '0 17 * * *', '0 9,17 * * *']);
  expect(two.slice(0, 3).map((at) => at.toISOString().slice(0, 13))).toEqual([
    '2026-11-21T17',
    '2026-11-22T09',
    '2026-11-22T17',
  ]);
  expect(two).toHaveLength(500);
  const inZones = ['UTC', 'Europe/Berlin', 'UTC'].map((timezone) =>
    slots(['0 9 * * *'], { timezone })[0]?.toISOString(),
  );
  expect(inZones).toEqual(['2026-11-22T09:00:00.000Z', '2026-11-22T08:00:00.000Z', '2026-11-22T09:00:00.000Z']);
  expect(slots(['0 * * * *'], { quiet_hours: { from: '00:00', to: '23:59' } })).toHaveLength(0);
});

test('Issues of a schedule that no schema can express name their field', () => {
  const issues = (value: object) =>
    scheduleIssues(scheduleOf(value), NOW).map(({ pointer, code }) => `${pointer} ${code}`);
  expect(issues({ mode: 'at', at: '2026-11-21T11:58:59Z' })).toEqual(['/at in_past']);
  expect(issues({ mode: 'at', at: '2026-11-21T11:59:00Z' })).toEqual([]);
  expect(issues({ mode: 'next_slot', slots: ['0 9 * * *', '0 0 30 2 *', '61 9 * * *'] })).toEqual([
    '/slots/1 never',
    '/slots/2 invalid_cron',
  ]);
});
