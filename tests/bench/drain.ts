/**
 * Clicks drained in a second on one core, over many links: enriched, counted, and on disk. SQLite only.
 *
 * `bun tests/bench/drain.ts`; `LINKS`, `CLICKS` and `BATCH` set the size.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SqliteConnection } from '../../server/db/sqlite/connection';
import { migrate } from '../../server/db/sqlite/migrate';
import { createDrain } from '../../server/links/clicks/drain/drain';
import { createGeo } from '../../server/links/clicks/enrich/geo';
import type { ClickRecord } from '../../server/links/clicks/journal/record';
import { openSqliteDrain } from '../../server/links/clicks/store/sqlite-drain';
import { newId } from '../../shared/ids';
import { AGENTS } from '../links/clicks/agents';
import { report } from './report';

const LINKS = Number(process.env['LINKS'] ?? 100_000);
const CLICKS = Number(process.env['CLICKS'] ?? 800_000);
const BATCH = Number(process.env['BATCH'] ?? 32_000);

const folder = mkdtempSync(join(tmpdir(), 'switchboard-drain-'));
const file = join(folder, 'clicks.db');
const maker = new SqliteConnection(file);
maker.change((driver) => migrate(driver, 'drizzle/sqlite-clicks'));
maker.close();

const workspaces = Array.from({ length: 20 }, () => ({ workspaceId: newId('ws'), domainId: newId('dom') }));
const links = Array.from({ length: LINKS }, (_, index) => ({
  linkId: newId('lnk'),
  destination: `https://example.com/landing/${index}?utm_source=news&utm_campaign=c${index % 40}`,
  ...(workspaces[index % workspaces.length] as (typeof workspaces)[number]),
}));
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const agents = AGENTS.filter(({ is }) => is === 'human').map(({ agent }) => agent);
const referrers = Array.from({ length: 300 }, (_, index) => `https://site${index % 60}.example.org/page/${index}`);

const click = (at: number): ClickRecord => ({
  id: newId('clk'),
  ...pick(links),
  linkVersion: 1,
  tagIds: [],
  at,
  address: `203.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
  userAgent: pick(agents),
  referrer: Math.random() < 0.5 ? '' : pick(referrers),
  language: pick(['de-DE,de;q=0.9', 'en-US,en;q=0.5', 'fr', 'es-ES']),
  country: pick(['DE', 'US', 'FR', 'ES', 'GB']),
  query: '',
  targetKey: null,
  trigger: 'link',
  class: 'human',
  used: false,
  interest: 0,
});

const store = openSqliteDrain(file);
const drain = createDrain({
  store,
  geo: createGeo({ named: [], dataFolder: folder }, () => {}),
  ownHosts: new Set(),
  clickSettingsOf: () => ({ addressStorage: 'none', referrerStorage: 'path', countHttpClients: false }),
  saltOf: () => new Uint8Array(32).fill(7),
  now: Date.now,
});

let [done, cpu, wall] = [0, 0, 0];
/** CPU of each batch, in milliseconds. */
const costs: number[] = [];
while (done < CLICKS) {
  const batch = Array.from({ length: BATCH }, () => click(Date.now()));
  const before = process.cpuUsage();
  const started = performance.now();
  await drain.drain(batch, async () => true);
  if (done % (BATCH * 4) === 0) await store.checkpoint();
  wall += performance.now() - started;
  const used = process.cpuUsage(before);
  costs.push((used.user + used.system) / 1000);
  cpu += costs.at(-1) ?? 0;
  done += BATCH;
  if (done % (BATCH * 10) === 0)
    console.log(
      `${done} clicks: ${Math.round((done / wall) * 1000)}/s, ${Math.round((done / cpu) * 1000)} per CPU second`,
    );
}
await store.checkpoint();
await store.close();
const sum = (some: number[]): number => some.reduce((total, cost) => total + cost, 0);
const part = Math.ceil(costs.length / 4);
report({
  what: `clicks counted a CPU second, the last quarter of ${done}`,
  beside: 'the first quarter',
  ratio: sum(costs.slice(0, part)) / sum(costs.slice(-part)),
});
console.log(
  `${(statSync(file).size / done).toFixed(0)} bytes a click, ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
);
rmSync(folder, { recursive: true, force: true });
