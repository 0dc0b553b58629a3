/**
 * How long questions about clicks take over many of them: sums of the workspace, one link, a hundred links, and raw
 * rows. SQLite only; the answers are computed in this process, as the reader’s Worker does.
 *
 * `bun tests/bench/analytics.ts`; `CLICKS`, `LINKS` and `DAYS` set the size, and `CLICKS_FILE` keeps the filled file.
 */
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { answer } from '../../server/clicks/analytics/answer';
import type { Question } from '../../server/clicks/analytics/question';
import { closeDays } from '../../server/clicks/close-days';
import { createDrain } from '../../server/clicks/drain';
import { createGeo } from '../../server/clicks/enrich/geo';
import { foldGrown } from '../../server/clicks/fold';
import { openClickReader } from '../../server/db/clicks/click-reader';
import { openSqliteDrain } from '../../server/db/clicks/sqlite-drain';
import { Connection } from '../../server/db/sqlite-connection';
import { migrate } from '../../server/db/sqlite-migrate';
import { newId } from '../../shared/ids';
import { AGENTS } from '../clicks/agents';

const CLICKS = Number(process.env['CLICKS'] ?? 10_000_000);
const LINKS = Number(process.env['LINKS'] ?? 100_000);
const DAYS = Number(process.env['DAYS'] ?? 90);
const BATCH = 8000;
const ROUNDS = 20;
const DAY = 86_400_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'switchboard-analytics-'));
const file = process.env['CLICKS_FILE'] ?? join(folder, 'clicks.db');
// The same ids on every run, so that a kept file can be asked again.
const idOf = (prefix: string, number: number): string => `${prefix}_01jd9x3k2m${String(number).padStart(16, '0')}`;
const [workspaceId, domainId] = [idOf('ws', 1), idOf('dom', 1)];
const now = Date.now();

if (!existsSync(file)) await fill();
print(`${(statSync(file).size / CLICKS).toFixed(0)} bytes a click on disk`);

const reader = openClickReader({ file, clicksFile: file });
const question = (change: Partial<Question>, days = DAYS): Question => ({
  workspaceId,
  range: { from: now - days * DAY, to: now, timezone: 'Europe/Berlin', granularity: 'day' },
  previous: null,
  groupBy: 'total',
  bots: 'exclude',
  limit: 25,
  domainIds: null,
  linkIds: null,
  filters: [],
  now,
  rawSince: 0,
  ...change,
});
const hottest = idOf('lnk', 0);
const hundred = Array.from({ length: 100 }, (_, index) => idOf('lnk', index * 7));

for (const [name, asked, rounds] of [
  ['workspace, total', question({})],
  ['workspace, by day', question({ groupBy: 'time' })],
  ['workspace, by country', question({ groupBy: 'country' })],
  ['workspace, by referrer', question({ groupBy: 'referrer' })],
  ['workspace, top links', question({ groupBy: 'link' })],
  ['workspace, by weekday and hour', question({ groupBy: 'weekday_hour' })],
  ['hottest link, by day', question({ groupBy: 'time', linkIds: [hottest] })],
  ['hottest link, by country', question({ groupBy: 'country', linkIds: [hottest] })],
  ['a cold link, by country', question({ groupBy: 'country', linkIds: [idOf('lnk', LINKS - 1)] })],
  ['100 links, by country', question({ groupBy: 'country', linkIds: hundred })],
  [
    'raw rows of a day, filtered',
    question({ groupBy: 'country', filters: [{ dimension: 'device', values: ['mobile'], isExcluded: false }] }, 1),
  ],
  [
    'raw rows of 9 days, filtered',
    question({ groupBy: 'country', filters: [{ dimension: 'device', values: ['mobile'], isExcluded: false }] }, 9),
    5,
  ],
] as [string, Question, number?][]) {
  const times: number[] = [];
  let clicks = 0;
  for (let round = 0; round < (rounds ?? ROUNDS); round += 1) {
    const started = performance.now();
    const { totals } = await answer(reader, asked);
    times.push(performance.now() - started);
    clicks = totals[0] + totals[2];
  }
  times.sort((a, b) => a - b);
  const at = (part: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1);
  print(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${clicks} clicks)`);
}

/** Clicks as the drain writes them, over all days; few links have most of them. */
async function fill(): Promise<void> {
  const maker = new Connection(file);
  maker.change((driver) => migrate(driver, 'drizzle/sqlite-clicks'));
  maker.close();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const agents = AGENTS.filter(({ is }) => is === 'human').map(({ agent }) => agent);
  const countries = ['DE', 'US', 'FR', 'ES', 'GB', 'BR', 'IN', 'JP', 'NL', 'PL'];
  const store = openSqliteDrain(file);
  const drain = createDrain({
    store,
    geo: createGeo({ named: [], dataFolder: folder }, () => {}),
    ownHosts: new Set(),
    keptFactsOf: () => ({ addressStorage: 'none', referrerStorage: 'path', countTools: false }),
    saltOf: () => new Uint8Array(32).fill(7),
    now: Date.now,
  });
  const started = performance.now();
  for (let done = 0; done < CLICKS; done += BATCH) {
    // In the order of time, as clicks come.
    const at = now - DAYS * DAY + (done / CLICKS) * DAYS * DAY;
    const batch = Array.from({ length: BATCH }, (_, index) => {
      const link = Math.floor(LINKS * Math.random() ** 4);
      return {
        id: newId('clk'),
        workspaceId,
        domainId,
        linkId: idOf('lnk', link),
        linkVersion: 1,
        tagIds: [],
        at: Math.min(now, Math.floor(at + (index / CLICKS) * DAYS * DAY)),
        address: `203.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
        userAgent: pick(agents),
        referrer: Math.random() < 0.5 ? '' : `https://site${Math.floor(Math.random() * 400)}.example.org/page`,
        language: pick(['de-DE,de;q=0.9', 'en-US,en;q=0.5', 'fr', 'es-ES']),
        country: pick(countries),
        query: '',
        destination: `https://example.com/landing/${link}`,
        targetKey: null,
        trigger: 'link' as const,
        class: 'human' as const,
        used: false,
        interest: 0,
      };
    });
    await drain.drain(batch, async () => true);
    if (done % (BATCH * 25) === 0) {
      await store.checkpoint();
      while ((await foldGrown(store)) > 0);
      await closeDays(store, at);
    }
  }
  while ((await foldGrown(store)) > 0);
  await closeDays(store, now);
  await store.checkpoint();
  await store.close();
  print(`${CLICKS} clicks filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
