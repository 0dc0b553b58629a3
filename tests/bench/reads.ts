/**
 * What a keyed read costs, beside the least that an answer of its size takes: of memory a bare Elysia route with the
 * same JSON, of the database such a route with one prepared statement. Both run in processes of their own over one
 * database; the load goes round among them, and the figure is requests per second of the server’s CPU time.
 *
 * Run with `bun tests/bench/reads.ts`; `ROUNDS` and `ROUND_MS` set how long, `READS` chooses rows by name. With `DATABASE_URL=postgres://…` the
 * floors ask PostgreSQL.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import type { ReadServer } from './reads-server';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);

const DATABASE_URL = process.env['DATABASE_URL'] ?? join(mkdtempSync(join(tmpdir(), 'switchboard-bench-')), 'bench.db');
const ours = await startBenchServer<ReadServer>('reads-server.ts', 'ours', { DATABASE_URL });
const floor = await startBenchServer<ReadServer>('reads-server.ts', 'floor', {
  DATABASE_URL,
  OURS: JSON.stringify({ ...ours, stop: undefined }),
});

const headers = { authorization: `Bearer ${ours.key}` };
const asks = (server: ReadServer, path: string) => (milliseconds: number) =>
  requestsPerCpuSecond(server, `/api/v1${path}`, headers, milliseconds);

const memory = { beside: 'a bare Elysia route with the same JSON', aim: '≥ 0.60' };
const one = { beside: 'a bare Elysia route with one prepared row', aim: '≥ 0.50' };
const page = { beside: 'a bare Elysia route with one prepared page', aim: '≥ 0.60' };
const READS = [
  { name: 'me', path: '/me', what: '/me', ...memory },
  { name: 'models', path: '/models', what: '/models', ...memory },
  ...ours.nouns.flatMap(({ name, path, id }) => [
    { name, path: `${path}/${id}`, what: `one ${name}`, ...one },
    { name: `${name} page`, path: `${path}?limit=20`, what: `a page of 20 (${name})`, ...page },
  ]),
].filter(({ name }) => process.env['READS']?.split(',').includes(name) ?? true);
const loads = READS.flatMap(({ name, path }) => [
  [name, asks(ours, path)] as const,
  [`floor of ${name}`, asks(floor, path)] as const,
]);
const rates: Record<string, number> = await takeTurns(Object.fromEntries(loads), ROUNDS, ROUND_MS);
ours.stop();
floor.stop();

for (const { name, what, beside, aim } of READS) {
  report({
    what: `a keyed GET of ${what}, requests a CPU second`,
    beside,
    ratio: (rates[name] ?? Number.NaN) / (rates[`floor of ${name}`] ?? Number.NaN),
    aim,
  });
}
