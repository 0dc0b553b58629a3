import type { KeyActor } from '../../server/actor';
/** Cost of what every request does, in nanoseconds a call: `bun tests/bench/units.ts`. Printed, never judged. */
import { inNetworks, parseCidrs } from '../../server/limits/client-address';
import { createLimiter, createRatePolicy, rateLimitHeaders } from '../../server/limits/gcra';
import { mask } from '../../server/secrets/mask';
import { isWellFormedKey, newKeySecret, sha256Hex } from '../../server/secrets/tokens';
import type { RequestRecord } from '../../server/usage/recorder';
import { createTallies } from '../../server/usage/tallies';
import { createKeyUses } from '../../server/usage/uses';
import { report } from './report';

const ROUNDS = 300_000;
let kept: unknown;

/** Best of five runs, so that a busy neighbour counts less. */
function nanoseconds(job: (round: number) => unknown): number {
  let best = Infinity;
  for (let run = 0; run < 5; run += 1) {
    const start = Bun.nanoseconds();
    for (let round = 0; round < ROUNDS; round += 1) kept = job(round);
    best = Math.min(best, (Bun.nanoseconds() - start) / ROUNDS);
  }
  return best;
}

const keys = Array.from({ length: 64 }, () => newKeySecret('ak'));
const keyAt = (round: number): string => keys[round & 63] ?? '';
const mistyped = keys.map((key) => `${key.slice(0, 20)}0${key.slice(21)}`);

const limiter = createLimiter();
const policies = [createRatePolicy('key', 100_000, 1), createRatePolicy('workspace', 100_000, 1)] as const;
const one = keys.map((bucket) => [{ bucket, policy: policies[0] }]);
const two = keys.map((bucket) => [
  { bucket, policy: policies[0] },
  { bucket: `ws_${bucket}`, policy: policies[1] },
]);
const networks = parseCidrs(['10.0.0.0/8', '203.0.113.0/24', '2001:db8::/32']);
const line = `GET /api/v1/links 200 12ms req_01jd9x3k2mf8v9q4zt7w5b6n0c Authorization: Bearer ${keyAt(0)}`;

const origin = { ip: '203.0.113.9', peer: '203.0.113.9', userAgent: 'bench', headers: new Headers() };
const callers = keys.map((key) => ({ secretHash: sha256Hex(key) }) as KeyActor);
const clock = { store: undefined as never, now: () => new Date(), monotonic: () => performance.now() };
const uses = createKeyUses(clock);
const tallies = createTallies(clock.now, clock.monotonic);
const requests = keys.map((_, index) => {
  const operationId = `operation_${index}`;
  return { keyId: `key_${index & 7}`, operationId, status: 200, durationMs: 1.5 } as RequestRecord;
});

const jobs: Record<string, (round: number) => unknown> = {
  'nothing (loop)': (round) => round,
  'key shape and checksum, good': (round) => isWellFormedKey(keyAt(round)),
  'key shape and checksum, mistyped': (round) => isWellFormedKey(mistyped[round & 63] ?? ''),
  'sha256Hex of a key': (round) => sha256Hex(keyAt(round)),
  'GCRA, 1 policy': (round) => limiter.take(one[round & 63] ?? []),
  'GCRA, 2 policies': (round) => limiter.take(two[round & 63] ?? []),
  'GCRA, 1 policy, with header texts': (round) => rateLimitHeaders(limiter.take(one[round & 63] ?? [])),
  'GCRA, 2 policies, with header texts': (round) => rateLimitHeaders(limiter.take(two[round & 63] ?? [])),
  'performance.now alone': () => performance.now(),
  'address in 3 networks': () => inNetworks('203.0.113.9', networks),
  'mark the use of a key': (round) => uses.mark(callers[round & 63] as KeyActor, origin),
  'count a request': (round) => tallies.count('ws_bench', requests[round & 63] as RequestRecord),
  'mask a log line': () => mask(line),
};

const costs = new Map(Object.entries(jobs).map(([name, job]) => [name, nanoseconds(job)]));
for (const [name, cost] of costs) process.stdout.write(`${cost.toFixed(0).padStart(6)} ns  ${name}\n`);
const hash = costs.get('sha256Hex of a key') ?? Number.NaN;
for (const name of ['key shape and checksum, good', 'GCRA, 2 policies, with header texts', 'mask a log line']) {
  report({ what: `${name}, time`, beside: 'the SHA-256 of a key', ratio: (costs.get(name) ?? Number.NaN) / hash });
}
if (kept === ROUNDS) process.stdout.write('\n');
