import { afterAll, expect, test } from 'bun:test';

import { answerQuestion } from '../../../server/links/clicks/analytics/answer-question';
import type { Question } from '../../../server/links/clicks/analytics/question';
import { closeDays } from '../../../server/links/clicks/rollups/close-days';
import { clickEngine } from '../../../server/links/clicks/store/click-engine';
import { newId } from '../../../shared/ids';
import { freshDatabase, startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { click, DAY_MS } from './support';

/** A list of a day has no more. */
const LONGEST = 1000;

const fresh = await freshDatabase();
const server = await startServer({}, { store: fresh.database });
const { clicks } = server.services;
// A job would close days half a minute after the start.
clicks.maintain = async () => {};
const store = clickEngine(fresh.database.location).openDrain();
afterAll(async () => {
  await server.stop();
  await store.close();
  await fresh.close();
});

const today = Math.floor(Date.now() / DAY_MS);
/** The first moment of a day: of today, no other is surely over. */
const dayAt = (daysAgo: number): number => (today - daysAgo) * DAY_MS;

async function put(workspaceId: string, linkId: string, at: number, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => clicks.record(click({ workspaceId, linkId, at }))));
}

async function ask(workspaceId: string, daysAgo: number, change: Partial<Question> = {}) {
  const now = Date.now();
  const range = { from: (today - daysAgo) * DAY_MS, to: now, timezone: 'UTC', granularity: 'day' as const };
  const question: Question = {
    workspaceId,
    range,
    previous: null,
    groupBy: 'link',
    bots: 'exclude',
    limit: 3,
    domainIds: null,
    linkIds: null,
    filters: [],
    now,
    rawSince: 0,
    ...change,
  };
  const { rows, other, approximate } = await answerQuestion(store, question);
  return { rows: rows.map(({ key, counts }) => [key, counts[0]]), other: other?.[0] ?? 0, approximate };
}

test('links of closed and open days are counted exactly, even those that are not among an open day’s first', async () => {
  const workspaceId = await seedWorkspace('Top', fresh.database);
  const [steady, second] = [newId('lnk'), newId('lnk')];
  await put(workspaceId, steady, dayAt(2), 6);
  await put(workspaceId, second, dayAt(2), 5);
  await clicks.drained();
  await closeDays(store, Date.now());
  expect(await ask(workspaceId, 3)).toEqual({
    rows: [
      [steady, 6],
      [second, 5],
    ],
    other: 0,
    approximate: false,
  });

  // More links than a list has are clicked more often than it today.
  await put(workspaceId, steady, dayAt(0), 1);
  const others = Array.from({ length: LONGEST + 50 }, () => newId('lnk'));
  await Promise.all(others.map((linkId) => put(workspaceId, linkId, dayAt(0), 2)));
  await clicks.drained();
  const { rows, other, approximate } = await ask(workspaceId, 3);
  expect(rows.slice(0, 2)).toEqual([
    [steady, 7],
    [second, 5],
  ]);
  expect([other, approximate]).toEqual([others.length * 2 - 2, true]);
});

test('the first links of an open day are exact, in the requested order', async () => {
  const workspaceId = await seedWorkspace('Top', fresh.database);
  const [busy, crawled] = [newId('lnk'), newId('lnk')];
  await put(workspaceId, busy, dayAt(0), 3);
  await clicks.record(click({ workspaceId, linkId: crawled, at: dayAt(0), class: 'crawler' }));
  await Promise.all(Array.from({ length: LONGEST }, () => put(workspaceId, newId('lnk'), dayAt(0), 1)));
  await clicks.drained();
  const { rows, approximate } = await ask(workspaceId, 0);
  expect([rows[0], approximate]).toEqual([[busy, 3], false]);
  const bots = await ask(workspaceId, 0, { bots: 'only' });
  expect(bots.rows).toEqual([[crawled, 0]]);
});

test('a day that is not closed yet is counted fully, however old it is', async () => {
  const workspaceId = await seedWorkspace('Top', fresh.database);
  const linkId = newId('lnk');
  await put(workspaceId, linkId, dayAt(5), 2);
  await clicks.drained();
  await closeDays(store, Date.now());
  await put(workspaceId, linkId, dayAt(5), 2);
  await put(workspaceId, linkId, dayAt(1), 1);
  await clicks.drained();
  expect(await ask(workspaceId, 6)).toEqual({ rows: [[linkId, 5]], other: 0, approximate: false });
});
