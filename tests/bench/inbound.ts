/**
 * What an inbound request costs: signed, mapped, one publication, beside a bare Elysia route that verifies the same
 * signature and inserts one row through the same group commit. Once the publication only waits, so that to take the
 * request is all; once it goes out, with its hand-over, its delivery and the receipt. All are in one process; the load
 * takes turns, and the figure is requests per second of the server’s CPU time.
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
const oneOf = (all: readonly string[]) => (): string => `${url}${all[(next += 1) % all.length] ?? ''}`;
const loads = { accept: oneOf(paths.approval), publish: oneOf(paths.publish), bare: () => `${bareUrl}/hook` };
type Load = keyof typeof loads;
const names = Object.keys(loads) as Load[];

const rates: Record<Load, number[]> = { accept: [], publish: [], bare: [] };
for (const name of names) await load(loads[name], ROUND_MS / 2);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of names) rates[name].push(await load(loads[name], ROUND_MS));
}
child.kill();

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
for (const [name, values] of Object.entries(rates))
  console.log(`${name.padEnd(8)} ${Math.round(median(values))} requests per CPU second`);
const beside = 'a bare Elysia route that verifies the signature and inserts one row';
report({
  what: 'a signed inbound request with its mapping and one publication',
  beside,
  ratio: median(rates.accept) / median(rates.bare),
  aim: '≥ 0.25',
});
report({
  what: 'the same, and the publication is delivered',
  beside,
  ratio: median(rates.publish) / median(rates.bare),
});

/** Requests per second of the server’s CPU time, with all that they set off. */
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
  await fetch(`${bareUrl}/idle`);
  return count / (((await cpu()) - before) / 1e6);
}
