import { afterAll, expect, test } from 'bun:test';

import { slotsFrom } from '../../server/automation/schedule/occurrences';
import { publicationSlots } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { Schedule } from '../../shared/automation/schedule';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { later, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);
const DAILY = { mode: 'next_slot', slots: ['0 9 * * *'], timezone: 'Europe/Berlin' };

test('fifty publications created at once take fifty slots', async () => {
  const place = await scene();
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) => place.create({ content: { text: `No. ${index}` }, schedule: DAILY })),
  );
  const taken = made.map(({ due_at: dueAt }) => dueAt as string).toSorted();
  const expected = [...slotsFrom(Schedule.parse(DAILY), new Date(made[0].created_at))].slice(0, 50);
  expect(taken).toEqual(expected.map((at) => at.toISOString()));
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['scheduled']));
});

test('a canceled slot is taken next, and groups have separate slots', async () => {
  const place = await scene();
  const [first, second] = [await place.create({ schedule: DAILY }), await place.create({ schedule: DAILY })];
  const apart = await place.create({ schedule: { ...DAILY, slot_group: 'news' } });
  expect(second.due_at > first.due_at).toBe(true);
  expect(apart.due_at).toBe(first.due_at);

  await place.expectStatus(202, 'POST', `/publications/${first.id}/cancel`);
  expect((await place.create({ schedule: DAILY })).due_at).toBe(first.due_at);

  // One that gets another time gives its slot back, too; a draft has none.
  await place.expectStatus(200, 'PATCH', `/publications/${second.id}`, { schedule_at: later() });
  expect((await place.create({ schedule: DAILY, draft: true })).due_at).toBeNull();
  expect((await place.create({ schedule: DAILY })).due_at).toBe(second.due_at);
});

test('without a free slot nothing is created', async () => {
  const place = await scene();
  const now = new Date();
  const taken = [...slotsFrom(Schedule.parse(DAILY), now)];
  await queries(database)
    .insert(publicationSlots)
    .values(
      taken.map((slotAt, index) => ({
        workspaceId: place.workspaceId,
        slotGroup: 'default',
        slotAt,
        publicationId: `pub_${index}`,
      })),
    );
  const answer = await place.call('POST', '/publications', place.bodyOf({ schedule: DAILY }));
  expect([answer.status, answer.body.code, ...issuesOf(answer)]).toEqual([
    422,
    'unprocessable',
    '/schedule/slots no_free_slot',
  ]);
  const preview = await place.expectStatus(200, 'POST', '/publications/preview', place.bodyOf({ schedule: DAILY }));
  expect(preview).toMatchObject({ valid: false, due_at: null, issues: [{ code: 'no_free_slot' }] });
  expect((await place.expectStatus(200, 'GET', '/publications')).data).toEqual([]);
});

test('jitter delays a publication by at most its value', async () => {
  const place = await scene();
  const at = later();
  const { due_at: dueAt } = await place.create({ schedule: { mode: 'at', at, jitter_seconds: 3600 } });
  const late = Date.parse(dueAt) - Date.parse(at);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThanOrEqual(3_600_000);
});
