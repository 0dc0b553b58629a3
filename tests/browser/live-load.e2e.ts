import type { CDPSession, Page } from '@playwright/test';

import { addFixtures, startConsole, type Console, type Scene } from './support/console';
import { countRows } from './support/rows';
import { openPage } from './support/steps';
import { expect, test } from './support/test';

/** `LIVE_SECONDS=60` measures a whole minute. */
const SECONDS = Number(process.env['LIVE_SECONDS'] ?? 10);
const A_SECOND = 100;
const ROWS = Number(process.env['LIVE_ROWS'] ?? 1000);
/** The list is read, and drawn, at most once in this time. */
const DRAWN_EVERY_MS = 250;
const STEP_MS = 100;
const SCROLLED_MS = Math.min(SECONDS, 10) * 1000;
const TOGETHER = 50;
/** The heap is read so often, each time with a pause in which something may be drawn. */
const HEAPS = 3;
const MEGABYTE = 1024 ** 2;

test.describe.configure({ timeout: 120_000 + SECONDS * 6000 });

let place: Console;
let scene: Scene;
let key = '';
test.beforeAll(async () => {
  place = await startConsole();
  scene = await addFixtures(place.url);
  const { secret } = await scene.act('mutate', 'keys.create', {
    kind: 'ak',
    name: 'Flood',
    scopes: ['models:read'],
    rate_limit: { requests: 100_000, window_seconds: 60 },
  });
  key = String(secret);
  for (let from = 0; from < ROWS; from += TOGETHER) {
    await Promise.all(Array.from({ length: TOGETHER }, (_, at) => call(`old-${from + at}`)));
  }
});
test.afterAll(() => place.stop());

/** A request that nothing else makes: its path names it. */
async function call(name: string): Promise<void> {
  const response = await fetch(`${place.url}/api/v1/keys/${name}`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
}

/** So many a second, whether answers are late or not; resolves when all are answered. */
async function flood(seconds: number): Promise<number> {
  const calls: Promise<void>[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Date.now();
  const timer = setInterval(() => {
    const due = Math.min(((Date.now() - begun) / 1000) * A_SECOND, seconds * A_SECOND);
    while (calls.length < due) calls.push(call(`new-${calls.length}`));
    if (calls.length < seconds * A_SECOND) return;
    clearInterval(timer);
    resolve();
  }, STEP_MS);
  await promise;
  await Promise.all(calls);
  return (Date.now() - begun) / 1000;
}

interface Work {
  /** Times at which rows came into the list or left it. */
  drawn: number[];
  /** Milliseconds of each stretch of work above 50 ms. */
  long: number[];
}

/** Counts how often the body of the table changes, and what holds the page up. */
async function startCount(page: Page): Promise<() => Promise<Work>> {
  await page.evaluate(() => {
    const work: Work = { drawn: [], long: [] };
    Object.assign(window, { work });
    const body = document.querySelector('table tbody');
    if (!body) throw new Error('There is no table.');
    new MutationObserver(() => work.drawn.push(performance.now())).observe(body, { childList: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) work.long.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { work: Work }).work);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MEGABYTE;
}

async function longList(page: Page): Promise<void> {
  await openPage(page, place, scene, '/activity?method=GET');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const more = page.getByRole('button', { name: 'Load more' });
  for (let known = await countRows(page); known < ROWS; known = await countRows(page)) {
    await more.click();
    await expect.poll(() => countRows(page)).toBeGreaterThan(known);
  }
}

const idsOf = (page: Page): Promise<string[]> =>
  page
    .locator('table[aria-label="Requests"] .row-link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));

test('a list of many rows is scrolled without drawing more than what is in view', async ({ page }) => {
  await longList(page);
  const read = await startCount(page);
  const seen = await page.evaluate(async (lasts) => {
    let drawn = 0;
    let frames = 0;
    const to = document.body.scrollHeight;
    const begun = performance.now();
    for (let part = 0; part < 1; part = (performance.now() - begun) / lasts) {
      window.scrollTo(0, to * part);
      await new Promise(requestAnimationFrame);
      frames += 1;
      drawn = Math.max(drawn, document.querySelectorAll('table tbody tr:not([aria-hidden])').length);
    }
    return { rows: Number(document.querySelector('table')?.getAttribute('aria-rowcount')) - 1, drawn, frames };
  }, SCROLLED_MS);
  const { long } = await read();
  report('scroll', { ...seen, long_tasks: long.length, longest_ms: Math.max(0, ...long) });
  expect(seen.rows).toBeGreaterThanOrEqual(ROWS);
  expect(seen.drawn).toBeLessThan(120);
});

test('a flood of requests is drawn in turns, leaves no gap, and keeps the memory flat', async ({ page, context }) => {
  await longList(page);
  await page.evaluate(() => window.scrollTo(0, 0));

  const session = await context.newCDPSession(page);
  const read = await startCount(page);
  const heaps = [await heapOf(session)];
  const halves = [await flood(SECONDS / 2)];
  heaps.push(await heapOf(session));
  halves.push(await flood(SECONDS / 2));

  // The newest of the list are the newest there are, in their order, and none is left out.
  const newest = async () => {
    const { data } = await scene.act('query', 'request_logs.list', { method: ['GET'], limit: 100 });
    return (data as { id: string }[]).map(({ id }) => id);
  };
  await expect
    .poll(async () => {
      const [shown, latest] = [await idsOf(page), await newest()];
      const most = Math.min(shown.length, latest.length);
      return most > 0 && latest.slice(0, most).join() === shown.slice(0, most).join();
    })
    .toBe(true);
  heaps.push(await heapOf(session));

  const { drawn, long } = await read();
  const lasted = halves.reduce((sum, half) => sum + half, 0);
  const gaps = drawn.slice(1).map((at, index) => at - (drawn[index] ?? 0));
  report('flood', {
    seconds: lasted,
    drawings: drawn.length,
    nearest_ms: Math.min(...gaps),
    long_tasks: long.length,
    longest_ms: Math.max(0, ...long),
    heap_mb: heaps,
  });
  const [, middle = 0, end = 0] = heaps;
  expect(drawn.length, 'it follows').toBeGreaterThan(2);
  // Answers that were late may stand beside the next; all in all there are no more than this.
  expect(drawn.length).toBeLessThanOrEqual((lasted * 1000) / DRAWN_EVERY_MS + HEAPS);
  expect(end, 'the memory stays').toBeLessThan(middle * 1.5 + 5);
});

/** What was measured, for those who asked for the whole of it. */
function report(what: string, numbers: Record<string, unknown>): void {
  test.info().annotations.push({ type: what, description: JSON.stringify(numbers) });
  if (process.env['LIVE_SECONDS']) process.stdout.write(`${what}: ${JSON.stringify(numbers)}\n`);
}
