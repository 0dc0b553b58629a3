/**
 * What the model gateway costs: streamed and whole chat completions through it, metered and settled, beside a bare Bun
 * proxy in front of the same provider, which sends the same headers; streams that it converts to Anthropic’s form; and
 * how much later the first byte of a stream arrives than from the provider itself. Each server runs in a process of its
 * own.
 *
 * To compare with LiteLLM, whose page https://docs.litellm.ai/docs/benchmarks reports whole answers of a fake provider,
 * with PostgreSQL: 1,170 calls a second on 4 instances of 4 CPUs are 73 calls a CPU second, beside the line
 * `gateway_whole`; its “overhead duration” of 2 ms at p50 and 13 ms at p99, which its proxy measures inside itself,
 * stands beside the rows of the first byte, which are measured by the client and contain the network of both calls. For
 * one machine, start LiteLLM in front of the `provider` of `ai-server.ts`, and ask it as `requestTo` does.
 *
 * `bun tests/bench/ai.ts`; `ROUNDS` and `ROUND_MS` set how long, `CHUNKS` the length of a stream, `FIRST_BYTES` how
 * many streams are timed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AiBenchServer } from './ai-server';
import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import { quantile } from './open-loop';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const CHUNKS = process.env['CHUNKS'] ?? '400';
const FIRST_BYTES = Number(process.env['FIRST_BYTES'] ?? 1000);
const ADDED_MS = 5;
const PATH = '/api/v1/chat/completions';
const CONVERTED_PATH = '/api/v1/messages';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const start = (kind: string, upstream: string, headers: object = {}) => {
  const env = {
    CHUNKS,
    UPSTREAM: upstream,
    HEADERS: JSON.stringify(headers),
    DATABASE_URL: join(folder, `${kind}.db`),
  };
  return startBenchServer<AiBenchServer>('ai-server.ts', kind, env);
};
const provider = await start('provider', '');
const gateway = await start('gateway', provider.url);

const requestTo = ({ key, model }: AiBenchServer, stream: boolean) => ({
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ model, stream, max_tokens: 256, messages: [{ role: 'user', content: 'Tell me a story.' }] }),
});
const asks =
  (server: AiBenchServer, stream: boolean, path = PATH) =>
  (milliseconds: number) => {
    const { headers, body } = requestTo(server, stream);
    return requestsPerCpuSecond(server, path, headers, milliseconds, body);
  };
const sample = await fetch(`${gateway.url}${PATH}`, { method: 'POST', ...requestTo(gateway, true) });
await sample.text();
const copied = [...sample.headers].filter(([name]) => name !== 'date' && name !== 'transfer-encoding');
const proxy = await start('proxy', provider.url, Object.fromEntries(copied));

const rates = await takeTurns(
  {
    proxy_stream: asks(proxy, true),
    gateway_stream: asks(gateway, true),
    gateway_converted: asks(gateway, true, CONVERTED_PATH),
    proxy_whole: asks(proxy, false),
    gateway_whole: asks(gateway, false),
  },
  ROUNDS,
  ROUND_MS,
);

/** Milliseconds until the first byte of a stream, which is then read to its end. */
async function firstByteMs(server: AiBenchServer): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.url}${PATH}`, { method: 'POST', ...requestTo(server, true) });
  const reader = answer.body?.getReader();
  await reader?.read();
  const took = performance.now() - began;
  if (!answer.ok) throw new Error(`Answered ${answer.status}.`);
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read());
  return took;
}

const times: Record<'direct' | 'proxied' | 'ours', number[]> = { direct: [], proxied: [], ours: [] };
for (let count = 0; count < FIRST_BYTES; count += 1) {
  times.direct.push(await firstByteMs(provider));
  times.proxied.push(await firstByteMs(proxy));
  times.ours.push(await firstByteMs(gateway));
}
for (const server of [provider, proxy, gateway]) server.stop();
rmSync(folder, { recursive: true, force: true });

const at = (name: keyof typeof times, part: number): number =>
  quantile(
    times[name].toSorted((a, b) => a - b),
    part,
  );
for (const name of ['direct', 'proxied', 'ours'] as const) {
  const [half, most] = [at(name, 0.5), at(name, 0.99)];
  process.stdout.write(`${name.padEnd(16)} first byte p50 ${half.toFixed(2)} ms, p99 ${most.toFixed(2)} ms\n`);
}
const beside = 'a bare Bun proxy';
report({
  what: `a chat completion in ${CHUNKS} chunks, calls a CPU second`,
  beside,
  ratio: rates.gateway_stream / rates.proxy_stream,
  aim: '≥ 0.60',
});
report({
  what: `the same converted to Anthropic’s form, calls a CPU second`,
  beside,
  ratio: rates.gateway_converted / rates.proxy_stream,
});
report({
  what: 'a short chat completion as a whole, calls a CPU second',
  beside,
  ratio: rates.gateway_whole / rates.proxy_whole,
});
for (const [name, part] of [
  ['p50', 0.5],
  ['p99', 0.99],
] as const) {
  report({
    what: `the first byte of a stream, what the gateway adds at ${name}`,
    beside: `${ADDED_MS} ms`,
    ratio: (at('ours', part) - at('direct', part)) / ADDED_MS,
    ...(name === 'p99' ? { aim: '≤ 1' } : {}),
  });
}
