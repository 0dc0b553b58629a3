/**
 * What the bridge costs: a keyed `GET /api/v1/models` of 400 models through the bridge, beside a bare Elysia route
 * that returns the same JSON, beside trpc-to-openapi’s own handler over the same router. Each runs in a process of its
 * own; the load goes round among them, and the figure is requests per second of the server’s CPU time.
 *
 * Run with `bun tests/bench/bridge.ts`; `ROUNDS` and `ROUND_MS` set how long.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BenchServer } from './bridge-server';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const CONCURRENCY = 16;

const KINDS = ['bare', 'bare_text', 'bridge', 'library'] as const;
type Kind = (typeof KINDS)[number];

const database = join(mkdtempSync(join(tmpdir(), 'switchboard-bench-')), 'bench.db');
const servers = new Map<Kind, BenchServer & { stop: () => void }>();
for (const kind of KINDS) servers.set(kind, await startServer(kind));

const rates = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
for (const kind of KINDS) await load(kind, ROUND_MS / 2);
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of KINDS) rates.get(kind)?.push(await load(kind, ROUND_MS));
}
for (const server of servers.values()) server.stop();

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const of = (kind: Kind): number => median(rates.get(kind) ?? []);
for (const kind of KINDS) console.log(`${kind.padEnd(10)} ${Math.round(of(kind))} requests per CPU second`);
const what = 'a keyed GET of 400 models, requests a CPU second';
report({ what, beside: 'a bare Elysia route with the same JSON', ratio: of('bridge') / of('bare'), aim: '≥ 0.60' });
report({ what, beside: 'the same with its bytes made beforehand', ratio: of('bridge') / of('bare_text') });
report({ what, beside: 'the handler of trpc-to-openapi', ratio: of('bridge') / of('library'), aim: '≥ 4.00' });

async function startServer(kind: Kind) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bridge-server.ts'), kind], {
    env: { ...process.env, DATABASE_URL: database, NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const server = JSON.parse(new TextDecoder().decode(value)) as BenchServer;
  return { ...server, stop: () => child.kill() };
}

/** Requests per second of the server’s CPU time over `milliseconds`. */
async function load(kind: Kind, milliseconds: number): Promise<number> {
  const server = servers.get(kind);
  if (!server) throw new Error(kind);
  const cpu = async () => Number(await (await fetch(`${server.url}/healthz/cpu`)).text());
  const headers = { authorization: `Bearer ${server.key}` };

  const before = await cpu();
  const until = performance.now() + milliseconds;
  let count = 0;
  const one = async () => {
    while (performance.now() < until) {
      const response = await fetch(`${server.url}${server.path}`, { headers });
      if (response.status !== 200) throw new Error(`${kind} answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return count / (((await cpu()) - before) / 1e6);
}
