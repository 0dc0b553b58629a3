import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq, inArray } from 'drizzle-orm';

import { moveSchedule } from '../../server/automation/queries/rule-runs';
import { nextTime, timeToRun } from '../../server/automation/rules/engine/schedule-times';
import { runSchedules } from '../../server/automation/rules/engine/schedules';
import { ruleRuns, rules } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import type { TriggerOf } from '../../shared/automation/rule';
import { freshDatabase, startServer } from '../support/app';
import { seedWorkspace } from '../support/seed';
import { ruleScenes, seedSchedules } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(async () => {
  // Else they would run each minute of whatever is tested after them.
  await queries(server.services.store).delete(rules).where(eq(rules.triggerType, 'schedule'));
  await server.stop();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const trigger = (change: Partial<TriggerOf<'schedule'>>): TriggerOf<'schedule'> => ({
  type: 'schedule',
  cron: '30 2 * * *',
  timezone: 'UTC',
  starts_at: null,
  ends_at: null,
  catch_up: 'one',
  jitter_seconds: 0,
  ...change,
});

/** The times of a schedule from one instant on. */
function times(of: Partial<TriggerOf<'schedule'>>, from: string, count: number): string[] {
  const found: string[] = [];
  for (let at: Date | null = new Date(from); found.length < count;) {
    at = nextTime(trigger(of), at);
    if (at === null) break;
    found.push(at.toISOString().replace('.000', ''));
  }
  return found;
}

test.each([
  [
    'New York, spring: 02:30 is skipped and runs at its end',
    'America/New_York',
    '2027-03-13T12:00:00Z',
    ['2027-03-14T07:00:00Z', '2027-03-15T06:30:00Z'],
  ],
  ['Berlin, spring', 'Europe/Berlin', '2027-03-27T12:00:00Z', ['2027-03-28T01:00:00Z', '2027-03-29T00:30:00Z']],
  [
    'Berlin, autumn: 02:30 comes twice and runs once',
    'Europe/Berlin',
    '2027-10-30T12:00:00Z',
    ['2027-10-31T00:30:00Z', '2027-11-01T01:30:00Z'],
  ],
  [
    'Lord Howe, spring: half an hour is skipped',
    'Australia/Lord_Howe',
    '2027-10-02T00:00:00Z',
    ['2027-10-02T15:30:00Z', '2027-10-03T15:30:00Z'],
  ],
  [
    'Kolkata has no such days',
    'Asia/Kolkata',
    '2027-03-13T22:00:00Z',
    ['2027-03-14T21:00:00Z', '2027-03-15T21:00:00Z'],
  ],
])('half past two each night in %s', (_, timezone, from, expected) => {
  expect(times({ timezone }, from, 2)).toEqual(expected);
});

test('a schedule has times only within its span', () => {
  const span = { cron: '@hourly', starts_at: '2027-01-01T10:00:00Z', ends_at: '2027-01-01T12:00:00Z' };
  expect(times(span, '2026-12-01T00:00:00Z', 9)).toEqual([
    '2027-01-01T10:00:00Z',
    '2027-01-01T11:00:00Z',
    '2027-01-01T12:00:00Z',
  ]);
});

test.each([
  ['on time', 'one', 500, '2027-01-01T02:30:00.000Z'],
  ['on time, nothing is caught up', 'none', 59_000, '2027-01-01T02:30:00.000Z'],
  ['an hour late', 'one', HOUR, '2027-01-01T02:30:00.000Z'],
  ['an hour late, nothing is caught up', 'none', HOUR, null],
  ['three days late: the last day counts', 'one', 72 * HOUR + MINUTE, '2027-01-04T02:30:00.000Z'],
] as const)('%s, each time has its run', (_, catchUp, lateMs, expected) => {
  const due = new Date('2027-01-01T02:30:00Z');
  const time = timeToRun(trigger({ catch_up: catchUp }), due, new Date(due.getTime() + lateMs));
  expect(time?.toISOString() ?? null).toBe(expected);
});

/** Due when the test says so: no time of its own comes meanwhile. */
const eachMonth = (change: object = {}) => ({
  name: 'Each month',
  trigger: { type: 'schedule', cron: '@monthly', ...change },
  actions: [{ type: 'delay', until: '2020-01-01T00:00:00Z' }],
});

const setDue = (id: string, at: Date) =>
  queries(server.services.store).update(rules).set({ nextRunAt: at }).where(eq(rules.id, id));

test('a due schedule runs once for its time, and gets its next time', async () => {
  const { rule, runs, expectStatus } = await scene();
  const made = await rule(eachMonth());
  expect(Date.parse(made.next_run_at)).toBeGreaterThan(Date.now());
  const due = new Date(Math.floor(Date.now() / MINUTE) * MINUTE);
  await setDue(made.id, due);

  const [run, ...others] = await runs(made.id);

  expect(others).toEqual([]);
  expect(run).toMatchObject({ status: 'succeeded', trigger: { type: 'schedule', scheduled_for: due.toISOString() } });
  const after = await expectStatus(200, 'GET', `/rules/${made.id}`);
  expect(Date.parse(after.next_run_at)).toBeGreaterThan(Date.now());
});

test('with jitter a run starts up to so much later', async () => {
  const { rule, runs } = await scene();
  const made = await rule(eachMonth({ jitter_seconds: 3600 }));
  await setDue(made.id, new Date(Math.floor(Date.now() / MINUTE) * MINUTE));

  const [run] = await runs(made.id);

  const wait = Date.parse(run.next_at) - Date.parse(run.created_at);
  expect(wait).toBeGreaterThanOrEqual(0);
  expect(wait).toBeLessThanOrEqual(HOUR);
});

test('a paused rule does not run by its schedule, and continues with the next time when it is active again', async () => {
  const { rule, runs, expectStatus } = await scene();
  const made = await rule(eachMonth());
  const paused = await expectStatus(200, 'PATCH', `/rules/${made.id}`, { status: 'paused' });
  expect(paused.next_run_at).toBeNull();
  await setDue(made.id, new Date(Date.now() - HOUR));
  expect(await runs(made.id)).toEqual([]);

  const active = await expectStatus(200, 'PATCH', `/rules/${made.id}`, { status: 'active' });
  expect(Date.parse(active.next_run_at)).toBeGreaterThan(Date.now());
});

test('a clock that is set ten minutes forward and back loses and repeats no time', async () => {
  const place = await freshDatabase();
  const own = await startServer({}, { store: place.database });
  await own.services.automation.stop();
  const workspaceId = await seedWorkspace('Clock', place.database);
  const start = Date.parse('2027-05-01T00:00:00Z');
  const [id = ''] = await seedSchedules(place.database, workspaceId, 1, new Date(start + MINUTE));

  const at = (minutes: number) =>
    runSchedules({ ...own.services, now: () => new Date(start + minutes * MINUTE) }, workspaceId);
  // It runs for three minutes, is set back by ten, comes forward again, is set forth by ten, and back.
  for (const minutes of [1, 2, 3, -7, -6, 3, 4, 5, 15, 16, 6, 7, 16, 17]) await at(minutes);

  const runs = await queries(place.database).select().from(ruleRuns).where(eq(ruleRuns.ruleId, id));
  const minutes = runs
    .map(({ scheduledFor }) => ((scheduledFor?.getTime() ?? 0) - start) / MINUTE)
    .toSorted((a, b) => a - b);
  // For what the step forth skipped there is one run.
  expect(minutes).toEqual([1, 2, 3, 4, 5, 6, 16, 17]);
  await own.stop();
  await place.close();
});

test('many schedules that are due at once on two servers have one run each', async () => {
  const second = await startServer();
  const due = new Date(Math.floor(Date.now() / MINUTE) * MINUTE);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.push(...(await seedSchedules(server.services.store, await seedWorkspace(), 60, due)));

  await Promise.all([server.services.automation.rules.idle(), second.services.automation.rules.idle()]);

  const runs = await queries(server.services.store)
    .select({ ruleId: ruleRuns.ruleId, scheduledFor: ruleRuns.scheduledFor })
    .from(ruleRuns)
    .where(inArray(ruleRuns.ruleId, ids));
  const timed = runs.map(({ ruleId, scheduledFor }) => `${ruleId} ${scheduledFor?.getTime()}`);
  expect(new Set(timed).size).toBe(runs.length);
  // The next minute may have begun meanwhile.
  expect(runs.filter(({ scheduledFor }) => scheduledFor?.getTime() === due.getTime())).toHaveLength(300);
  await second.stop();
});

test('a time that was changed after the rule was found due is not overwritten', async () => {
  const { store } = server.services;
  const workspaceId = await seedWorkspace();
  const [found, changed, next] = [1, 2, 3].map((hours) => new Date(Date.now() + hours * HOUR)) as [Date, Date, Date];
  const [id = ''] = await seedSchedules(store, workspaceId, 1, found);
  await queries(store).update(rules).set({ nextRunAt: changed }).where(eq(rules.id, id));
  const move = (at: Date) => store.transaction((tx) => moveSchedule(tx, { id, workspaceId, at }, next));
  expect(await move(found)).toBe(false);
  expect(await queries(store).select().from(rules).where(eq(rules.id, id))).toMatchObject([{ nextRunAt: changed }]);
  expect(await move(changed)).toBe(true);
});
