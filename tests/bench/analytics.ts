/**
 * How long questions about ten million clicks take, of a workspace, one link and a hundred, while nothing else happens
 * and while redirects run; and what redirects lose by the questions. The server is a process of its own, and drains
 * what the redirects record. SQLite only.
 *
 * `bun tests/bench/analytics.ts`; `CLICKS`, `LINKS` and `DAYS` set the size, `REDIRECTS` how many come a second beside
 * the questions, `ROUNDS` how often each is asked, and `CLICKS_FOLDER` names a folder whose filled file is kept.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { questionsOf } from './analytics-questions';
import { seedClicks } from './analytics-seed';
import { openLoad, type Load } from './redirect-load';
import { slugOf } from './redirect-slugs';
import { report } from './report';

const CLICKS = Number(process.env['CLICKS'] ?? 10_000_000);
const LINKS = Number(process.env['LINKS'] ?? 100_000);
const DAYS = Number(process.env['DAYS'] ?? 90);
const REDIRECTS = Number(process.env['REDIRECTS'] ?? 2000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const CONNECTIONS = 32;
const LOAD_ROUNDS = 5;
const LOAD_MS = 2000;

const kept = process.env['CLICKS_FOLDER'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'switchboard-analytics-'));
const file = join(folder, 'clicks.db');

if (!existsSync(file)) {
  const began = performance.now();
  await seedClicks(file, { clicks: CLICKS, links: LINKS, days: DAYS, now: Date.now() });
  console.log(`${CLICKS} clicks filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
console.log(`${(statSync(file).size / CLICKS).toFixed(0)} bytes a click on disk`);
// Only the clicks are kept; positions name journals that are gone.
for (const name of ['bench.db', 'bench.db-wal', 'bench.db-shm']) rmSync(join(folder, name), { force: true });

const server = await startServer();
const questions = questionsOf({ days: DAYS, links: LINKS, now: Date.now() });
await withLoad((load) => load.all(Array.from({ length: LINKS }, (_, index) => `/${slugOf(index)}`)));

const alone = await askAll();
const quiet = await redirect(LOAD_MS, REDIRECTS);
const background = redirectsUntilStopped();
const beside = await askAll();
const busy = await background.stop();
for (const [name] of questions) {
  console.log(`${name.padEnd(34)} alone ${shown(alone.get(name))}   beside redirects ${shown(beside.get(name))}`);
}
console.log(`redirects at ${REDIRECTS}/s: ${shown(quiet.latencies)} alone, ${shown(busy)} beside questions`);
const late = at(busy, 0.99) / at(quiet.latencies, 0.99);
report({ what: 'p99 of redirects beside questions about clicks', beside: 'without them', ratio: late, aim: '≤ 1.50' });

const rates = { alone: [] as number[], beside: [] as number[] };
for (let round = 0; round < LOAD_ROUNDS; round += 1) {
  rates.alone.push((await redirect(LOAD_MS)).count);
  const asking = askUntilStopped();
  rates.beside.push((await redirect(LOAD_MS)).count);
  await asking.stop();
}
const ratio = at(rates.beside, 0.5) / at(rates.alone, 0.5);
console.log(`as many redirects as go: ${Math.round((at(rates.alone, 0.5) / LOAD_MS) * 1000)}/s`);
report({ what: 'redirects a second beside questions about clicks', beside: 'without them', ratio });

await server.stop();
if (kept === undefined) rmSync(folder, { recursive: true, force: true });

function at(values: readonly number[], part: number): number {
  const ordered = values.toSorted((one, other) => one - other);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? Number.NaN;
}

function shown(times: readonly number[] = []): string {
  return `p50 ${at(times, 0.5).toFixed(1).padStart(6)} p95 ${at(times, 0.95).toFixed(1).padStart(6)} ms`;
}

function randomPath(): string {
  return `/${slugOf(Math.floor(Math.random() * LINKS))}`;
}

/** Connections of its own: servers close those that are silent. */
async function withLoad<T>(work: (load: Load) => Promise<T>): Promise<T> {
  const load = await openLoad(server.port, CONNECTIONS);
  try {
    return await work(load);
  } finally {
    load.close();
  }
}

function redirect(milliseconds: number, perSecond?: number) {
  return withLoad((load) => load.run(randomPath, milliseconds, perSecond));
}

async function ask(question: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.url}/healthz/ask`, { method: 'POST', headers, body: JSON.stringify(question) });
  // A busy machine may need more than a question may take.
  if (!answer.ok && answer.status !== 422) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

/** Milliseconds of each question, by its name. */
async function askAll(): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const [name, question] of questions) {
    const own: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await ask(question);
      own.push(performance.now() - began);
    }
    times.set(name, own);
  }
  return times;
}

function askUntilStopped() {
  const state = { isStopped: false };
  const done = (async () => {
    for (let turn = 0; !state.isStopped; turn += 1) await ask(questions[turn % questions.length]?.[1]);
  })();
  return {
    async stop() {
      state.isStopped = true;
      await done;
    },
  };
}

function redirectsUntilStopped() {
  const state = { isStopped: false };
  const latencies: number[] = [];
  const done = (async () => {
    while (!state.isStopped) latencies.push(...(await redirect(1000, REDIRECTS)).latencies);
  })();
  return {
    async stop() {
      state.isStopped = true;
      await done;
      return latencies;
    },
  };
}

async function startServer() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'redirect-server.ts'), 'ours', String(LINKS)], {
    env: { ...process.env, DATABASE_URL: join(folder, 'bench.db'), NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  if (!value) throw new Error('The server did not start.');
  const { port } = JSON.parse(new TextDecoder().decode(value)) as { port: number };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
