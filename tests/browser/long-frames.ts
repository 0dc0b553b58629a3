import { chromium, type Page } from '@playwright/test';

import { newId } from '../../shared/ids';
import { lasting } from '../support/waiting';
import config from './playwright.config';
import { addFixtures, startConsole, type Scene } from './support/console';
import { settled } from './support/test';

/**
 * `bun run long-frames`: frames above 50 ms of the list of requests, with 10,000 rows loaded, while 100 requests a
 * second arrive. `ROWS=1000 SECONDS=60` asks for others. Frames are timed by the clock, so the machine has to be quiet;
 * tasks of the page are told by the time of the processor too, which what else runs does not lengthen.
 */
const ROWS = Number(Bun.env['ROWS'] ?? 10_000);
const SECONDS = Number(Bun.env['SECONDS'] ?? 20);
const A_SECOND = 100;
const STEP_MS = 50;
const TOGETHER = 50;
const PAUSE_MS = 250;
const LONG_MS = 50;
const FIRST_MS = 1000;
/** A list of which more can be loaded says so by then. */
const MORE_MS = 5000;

const SHOWN = 8;
const TRACED = ['toplevel', 'disabled-by-default-devtools.timeline'];

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock, and of the processor. */
  ts: number;
  tdur?: number;
  args?: { name?: string };
}

interface Frame {
  start: number;
  duration: number;
  /** What ran in it, as far as the browser says. */
  scripts: string[];
}

const server = await startConsole();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const scene = await addFixtures(server.url);
  const key = await floodKey(scene);
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    await response.body?.cancel();
    return response.status;
  };
  const call = () => ask('/me');
  // The log has a limit of reads a second, but not of failures.
  const unknown = `/links/${newId('lnk')}`;
  // Those over the rate limit are not all logged.
  for (let logged = 0; logged < ROWS;) {
    const statuses = await Promise.all(Array.from({ length: TOGETHER }, () => ask(unknown)));
    const admitted = statuses.filter((status) => status !== 429).length;
    if (admitted < TOGETHER) await lasting(PAUSE_MS);
    logged += admitted;
  }

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(scene.cookies);
  const page = await context.newPage();
  await page.goto(`${server.url}/user/api/w/${scene.workspaceId}/activity?method=GET`);
  await settled(page);
  await loadAll(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await settled(page);

  say(`${await countRows(page)} rows are loaded`);
  await browser.startTracing(page, { categories: TRACED });
  const read = await startCount(page);
  const lasted = await flood(call);
  const { begun, frames, drawn } = await read();
  const rows = await countRows(page);
  const late = frames.filter(({ start, duration }) => start - begun > FIRST_MS && duration > LONG_MS);
  say(`${A_SECOND} requests a second for ${lasted.toFixed(1)} s, drawn ${drawn} times, ${rows} rows at the end`);
  say(`frames above ${LONG_MS} ms after the first second: ${late.length} of ${frames.length} in all`);
  for (const { start, duration, scripts } of late)
    say(`  at ${((start - begun) / 1000).toFixed(1)} s: ${Math.round(duration)} ms   ${scripts.join(', ')}`);
  const tasks = tasksOf(await browser.stopTracing());
  const longest = tasks.slice(0, SHOWN).map((ms) => ms.toFixed(1));
  say(`tasks above ${LONG_MS} ms of the processor: ${tasks.filter((ms) => ms > LONG_MS).length} of ${tasks.length}`);
  say(`the longest: ${longest.join(', ')} ms`);
} finally {
  await browser.close();
  await server.stop();
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Milliseconds of the processor of each task of the page after the first second, longest first. */
function tasksOf(trace: Buffer): number[] {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`));
  const begun = Math.min(...tasks.map(({ ts }) => ts)) + FIRST_MS * 1000;
  return tasks
    .filter(({ ts }) => ts > begun)
    .map(({ tdur = 0 }) => tdur / 1000)
    .toSorted((one, other) => other - one);
}

async function floodKey({ act }: Scene): Promise<string> {
  const { secret } = await act('mutate', 'keys.create', {
    kind: 'ak',
    name: 'Flood',
    scopes: ['models:read'],
    rate_limit: { requests: 100_000, window_seconds: 60 },
  });
  return String(secret);
}

/** Those that are loaded: a long list draws some of them. */
function countRows(page: Page): Promise<number> {
  return page.locator('table').evaluate((table) => {
    const all = table.getAttribute('aria-rowcount');
    return all === null ? table.querySelectorAll('tbody tr').length : Number(all) - 1;
  });
}

async function loadAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  for (let known = await countRows(page); known < ROWS; known = await countRows(page)) {
    const isThere = await more.waitFor({ timeout: MORE_MS }).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    await more.click();
    await page.waitForFunction((before) => {
      const table = document.querySelector('table');
      const all = table?.getAttribute('aria-rowcount') ?? table?.querySelectorAll('tr').length;
      return Number(all) - 1 > before;
    }, known);
  }
}

async function startCount(page: Page): Promise<() => Promise<{ begun: number; frames: Frame[]; drawn: number }>> {
  await page.evaluate(() => {
    interface Script {
      invoker: string;
      sourceURL: string;
      sourceFunctionName: string;
      duration: number;
    }
    const seen = { begun: performance.now(), frames: [] as Frame[], drawn: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { scripts?: Script[] })[]) {
        const scripts = (entry.scripts ?? []).map(
          ({ invoker, sourceURL, sourceFunctionName, duration }) =>
            `${sourceFunctionName || invoker} ${sourceURL.split('/').at(-1)} ${Math.round(duration)} ms`,
        );
        seen.frames.push({ start: entry.startTime, duration: entry.duration, scripts });
      }
    }).observe({ type: 'long-animation-frame' });
    const body = document.querySelector('table tbody');
    if (!body) throw new Error('There is no table.');
    new MutationObserver(() => (seen.drawn += 1)).observe(body, { childList: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { begun: number; frames: Frame[]; drawn: number } }).seen);
}

/** So many a second, whether answers are late or not; resolves when all are answered. */
async function flood(call: () => Promise<unknown>): Promise<number> {
  const calls: Promise<unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Date.now();
  const timer = setInterval(() => {
    const due = Math.min(((Date.now() - begun) / 1000) * A_SECOND, SECONDS * A_SECOND);
    while (calls.length < due) calls.push(call());
    if (calls.length < SECONDS * A_SECOND) return;
    clearInterval(timer);
    resolve();
  }, STEP_MS);
  await promise;
  await Promise.all(calls);
  return (Date.now() - begun) / 1000;
}
