/**
 * What an inbound request costs: signed, mapped, one publication, beside a bare Elysia route that verifies the same
 * signature and inserts one row through the same group commit. Once the publication only waits, so that to take the
 * request is all; once it goes out to a webhook and once to WhatsApp’s sandbox, with its hand-over, its delivery and the
 * receipts. All are in one process; the load takes turns, and the figure is requests per second of the server’s CPU time,
 * counted until the last of them is out. Then requests come at half of the rate that was the most, whatever the answers
 * take: how long each waits from the instant that it was to be sent.
 *
 * Run with `bun tests/bench/inbound.ts`; `ROUNDS`, `ROUND_MS` and `SECONDS` set how long.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { delivery } from './inbound-load';
import type { InboundBench } from './inbound-server';
import { atRate, quantile } from './open-loop';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const CONCURRENCY = 32;
/** Before the first round, so that what is compiled while it runs is. */
const WARM_ROUNDS = 2;
const MAX_MS = 25;

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
const loads = {
  accept: oneOf(paths.approval),
  publish: oneOf(paths.publish),
  sandbox: oneOf(paths.sandbox),
  bare: () => `${bareUrl}/hook`,
};
type Load = keyof typeof loads;
const names = Object.keys(loads) as Load[];

const rates: Record<Load, number[]> = { accept: [], publish: [], sandbox: [], bare: [] };
const perSecond: Record<Load, number[]> = { accept: [], publish: [], sandbox: [], bare: [] };
for (const name of names) await load(loads[name], ROUND_MS * WARM_ROUNDS);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of names) {
    const { ofCpu, ofClock } = await load(loads[name], ROUND_MS);
    rates[name].push(ofCpu);
    perSecond[name].push(ofClock);
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
for (const name of names) {
  const [cpu, clock] = [median(rates[name]), median(perSecond[name])].map(Math.round);
  console.log(`${name.padEnd(8)} ${cpu} requests per CPU second, ${clock} per second`);
}
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
report({
  what: 'the same, and the publication is sent by WhatsApp’s sandbox and read',
  beside,
  ratio: median(rates.sandbox) / median(rates.bare),
});

const half = median(perSecond.accept) / 2;
const waits = await atRate({ rate: half, seconds: SECONDS }, () => sendTo(loads.accept()));
child.kill();
console.log(
  `at ${half.toFixed(0)} a second: p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms`,
);
report({
  what: 'a signed inbound request, p99 at half of the most a second',
  beside: `${MAX_MS} ms`,
  ratio: quantile(waits, 0.99) / MAX_MS,
  aim: '≤ 1',
});

/** Signs a request now, and sends it when told to. */
function sendTo(address: string): () => Promise<void> {
  const order = { method: 'POST', ...delivery() };
  return async () => {
    const response = await fetch(address, order);
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
}

/** Requests per second of the server’s CPU time and of the clock, with all that they set off. */
async function load(addressOf: () => string, milliseconds: number): Promise<{ ofCpu: number; ofClock: number }> {
  const cpu = async (): Promise<number> => Number(await (await fetch(`${bareUrl}/cpu`)).text());
  const before = await cpu();
  const began = performance.now();
  let count = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      await sendTo(addressOf())();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  await fetch(`${bareUrl}/idle`);
  const seconds = (performance.now() - began) / 1000;
  return { ofCpu: count / (((await cpu()) - before) / 1e6), ofClock: count / seconds };
}
