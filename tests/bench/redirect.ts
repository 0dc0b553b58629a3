/**
 * What a redirect costs: random requests over 100,000 links, each click safe before its answer (`process`), beside a
 * bare `Bun.serve` and a bare Elysia that answer 302 at once. Each runs in a process of its own and the load goes round
 * among them; the figure is requests per second of the server’s CPU time, which holds on a machine that does other
 * things too. `ours` answers from memory, as it does once links were asked for.
 *
 * Run with `bun tests/bench/redirect.ts`; `ROUNDS`, `ROUND_MS`, `LINKS` and `CONNECTIONS` set the size; for the memory of a
 * million links `LINKS=1000000 LINK_CACHE_ENTRIES=1000000`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { acquireFileLock } from '../../server/db/sqlite/file-lock';
import { openLoad, type Load } from './redirect-load';
import { slugOf } from './redirect-slugs';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const LINKS = Number(process.env['LINKS'] ?? 100_000);
const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 32);

const KINDS = ['ours', 'bun', 'elysia'] as const;
type Kind = (typeof KINDS)[number];

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
// Whoever holds it drains: as long as it is here, the redirect is measured alone.
const release = acquireFileLock(join(folder, 'bench.db.drain'));
const servers = new Map<Kind, Awaited<ReturnType<typeof startServer>>>();
for (const kind of KINDS) servers.set(kind, await startServer(kind));

const before = await memoryOfOurs();
await withLoad('ours', (load) => load.all(Array.from({ length: LINKS }, (_, index) => `/${slugOf(index)}`)));
const after = await memoryOfOurs();

const rounds: Record<Kind, number>[] = [];
const rates = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
for (const kind of KINDS) await measure(kind);
for (let round = 0; round < ROUNDS; round += 1) {
  const perCpu = { ours: 0, bun: 0, elysia: 0 };
  for (const kind of KINDS) {
    const { perCpuSecond, perSecond } = await measure(kind);
    perCpu[kind] = perCpuSecond;
    rates.get(kind)?.push(perSecond);
  }
  rounds.push(perCpu);
}
const half = percentile(rates.get('ours') ?? [], 0.5) / 2;
const { latencies } = await withLoad('ours', (load) => load.run(randomPath, ROUND_MS * 2, half));
for (const started of servers.values()) await started.stop();
release?.();
rmSync(folder, { recursive: true, force: true });

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
}
const median = (values: readonly number[]): number => percentile(values, 0.5);
for (const kind of KINDS) {
  const perCpu = Math.round(median(rounds.map((round) => round[kind])));
  console.log(
    `${kind.padEnd(7)} ${perCpu} requests per CPU second, ${Math.round(median(rates.get(kind) ?? []))} a second`,
  );
}
for (const kind of ['bun', 'elysia'] as const) {
  const ratios = rounds.map((round) => round.ours / round[kind]);
  console.log(`ours / ${kind}: ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`);
  const beside = kind === 'bun' ? 'a bare Bun.serve that answers 302' : 'a bare Elysia that answers 302';
  const what = 'a redirect with its click safe, requests a CPU second';
  report({ what, beside, ratio: median(ratios), aim: '≥ 0.60, at least 0.45' });
}
const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
console.log(`latency at ${Math.round(half)}/s: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms  (aim: 1 and 5)`);
const bytes = (after.heapUsed - before.heapUsed) / LINKS;
console.log(`memory of a kept link: ${Math.round(bytes)} bytes  (aim: 800 or less)`);

function server(kind: Kind) {
  const found = servers.get(kind);
  if (!found) throw new Error(kind);
  return found;
}

function randomPath(): string {
  return `/${slugOf(Math.floor(Math.random() * LINKS))}`;
}

/** Connections of its own: servers close those that are silent. */
async function withLoad<T>(kind: Kind, work: (load: Load) => Promise<T>): Promise<T> {
  const load = await openLoad(server(kind).port, CONNECTIONS);
  try {
    return await work(load);
  } finally {
    load.close();
  }
}

async function measure(kind: Kind): Promise<{ perCpuSecond: number; perSecond: number }> {
  const { cpu } = server(kind);
  const cpuBefore = await cpu();
  const began = performance.now();
  const { count } = await withLoad(kind, (load) => load.run(randomPath, ROUND_MS));
  const seconds = (performance.now() - began) / 1000;
  return { perCpuSecond: count / (((await cpu()) - cpuBefore) / 1e6), perSecond: count / seconds };
}

async function memoryOfOurs(): Promise<{ heapUsed: number }> {
  return (await (await fetch(`${server('ours').url}/healthz/memory`)).json()) as { heapUsed: number };
}

async function startServer(kind: Kind) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'redirect-server.ts'), kind, String(LINKS)], {
    env: { ...process.env, DATABASE_URL: join(folder, 'bench.db'), NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  if (!value) throw new Error(`The server ${kind} did not start.`);
  const { port } = JSON.parse(new TextDecoder().decode(value)) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    cpu: async () => ((await (await fetch(`${url}/healthz/figures`)).json()) as { cpu: number }).cpu,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
