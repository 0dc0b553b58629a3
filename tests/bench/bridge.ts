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
import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);

const DATABASE_URL = join(mkdtempSync(join(tmpdir(), 'switchboard-bench-')), 'bench.db');
const servers = {
  bare: await startBenchServer<BenchServer>('bridge-server.ts', 'bare', { DATABASE_URL }),
  bare_text: await startBenchServer<BenchServer>('bridge-server.ts', 'bare_text', { DATABASE_URL }),
  bridge: await startBenchServer<BenchServer>('bridge-server.ts', 'bridge', { DATABASE_URL }),
  library: await startBenchServer<BenchServer>('bridge-server.ts', 'library', { DATABASE_URL }),
};
const asks = (kind: keyof typeof servers) => (milliseconds: number) => {
  const server = servers[kind];
  return requestsPerCpuSecond(server, server.path, { authorization: `Bearer ${server.key}` }, milliseconds);
};
const of = await takeTurns(
  { bare: asks('bare'), bare_text: asks('bare_text'), bridge: asks('bridge'), library: asks('library') },
  ROUNDS,
  ROUND_MS,
);
for (const server of Object.values(servers)) server.stop();

const what = 'a keyed GET of 400 models, requests a CPU second';
report({ what, beside: 'a bare Elysia route with the same JSON', ratio: of.bridge / of.bare, aim: '≥ 0.60' });
report({ what, beside: 'the same with its bytes made beforehand', ratio: of.bridge / of.bare_text });
report({ what, beside: 'the handler of trpc-to-openapi', ratio: of.bridge / of.library, aim: '≥ 4.00' });
