/**
 * What an inbound request costs: signed, mapped, one publication, beside a bare Elysia route that verifies the same
 * signature and inserts one row through the same group commit. Both are in one process; the load takes
 * turns, and the figure is requests per second of the server’s CPU time.
 *
 * Run with `bun tests/bench/inbound.ts`; `ROUNDS` and `ROUND_MS` set how long.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { delivery } from './inbound-load';
import type { InboundBench } from './inbound-server';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const CONCURRENCY = 32;

const child = Bun.spawn([process.execPath, join(import.meta.dir, 'inbound-server.ts')], {
  env: {
    ...process.env,
    DATABASE_URL: process.env['DATABASE_URL'] ?? join(mkdtempSync(join(tmpdir(), 'switchboard-bench-')), 'bench.db'),
    NODE_ENV: 'production',
  },
  stdout: 'pipe',
  stderr: 'inherit',
});
const { value } = await child.stdout.getReader().read();
const { url, bareUrl, paths } = JSON.parse(new TextDecoder().decode(value)) as InboundBench;

let next = 0;
const inbound = (): string => `${url}${paths[(next += 1) % paths.length] ?? ''}`;
const bare = (): string => `${bareUrl}/hook`;

await load(inbound, ROUND_MS / 2);
await load(bare, ROUND_MS / 2);
const rates = { inbound: [] as number[], bare: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rates.inbound.push(await load(inbound, ROUND_MS));
  rates.bare.push(await load(bare, ROUND_MS));
}
child.kill();

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
for (const [name, values] of Object.entries(rates))
  console.log(`${name.padEnd(8)} ${Math.round(median(values))} requests per CPU second`);
report({
  what: 'a signed inbound request with its mapping and one publication',
  beside: 'a bare Elysia route that verifies the signature and inserts one row',
  ratio: median(rates.inbound) / median(rates.bare),
  aim: '≥ 0.25',
});

/** Requests per second of the server’s CPU time. */
async function load(addressOf: () => string, milliseconds: number): Promise<number> {
  const cpu = async (): Promise<number> => Number(await (await fetch(`${bareUrl}/cpu`)).text());
  const before = await cpu();
  const began = performance.now();
  let count = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      const response = await fetch(addressOf(), { method: 'POST', ...delivery() });
      if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return count / (((await cpu()) - before) / 1e6);
}
