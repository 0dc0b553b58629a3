/**
 * Notifications of Meta at a fixed rate, whatever the answers take: how long each waits from the instant that it was to
 * be sent, and whether every one is kept and applied. Then what forged ones cost the server, beside the HMAC of their
 * bytes alone; and a body of nothing but halves of surrogate pairs, beside escapes that are fit.
 *
 * `bun tests/bench/ingress.ts`; `RATE` and `SECONDS` set the load.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readNotified } from '../../server/whatsapp/drivers/cloud/notified-json';
import { isSignedBy } from '../../server/whatsapp/drivers/cloud/signature';
import { APP_SECRET, forgery, notification } from './ingress-load';
import type { IngressBench } from './ingress-server';
import { atRate, quantile } from './open-loop';
import { report } from './report';

const RATE = Number(process.env['RATE'] ?? 300);
const SECONDS = Number(process.env['SECONDS'] ?? 60);
/** Longer than what is kept may wait. */
const MAX_MS = 120_000;
const [SMALL, LARGE] = [2048, 4 * 1024 * 1024];

const child = Bun.spawn([process.execPath, join(import.meta.dir, 'ingress-server.ts')], {
  env: {
    ...process.env,
    DATABASE_URL: process.env['DATABASE_URL'] ?? join(mkdtempSync(join(tmpdir(), 'switchboard-bench-')), 'bench.db'),
    NODE_ENV: 'production',
  },
  stdout: 'pipe',
  stderr: 'inherit',
});
const { value } = await child.stdout.getReader().read();
const { callback, url } = JSON.parse(new TextDecoder().decode(value)) as IngressBench;
const ask = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
const cpuMs = async (): Promise<number> => Number(await ask('/cpu')) / 1000;
const kept = async () => JSON.parse(await ask('/kept')) as { notifications: number; messages: number };

/** Returns the milliseconds that each took, the shortest first; throws when one was refused. */
const load = (seconds: number, first: number): Promise<number[]> =>
  atRate({ rate: RATE, seconds }, (index) => {
    const order = { method: 'POST', ...notification(first + index) };
    return async () => {
      const answer = await fetch(callback, order);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    };
  });

/** Milliseconds of the server’s processor for each forged one. */
async function forged(size: number, times: number): Promise<number> {
  const order = { method: 'POST', ...forgery(size) };
  const before = await cpuMs();
  for (let count = 0; count < times; count += 1) {
    const answer = await fetch(callback, order);
    if (answer.status !== 401) throw new Error(`A forged one was answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
  return ((await cpuMs()) - before) / times;
}

/** Milliseconds of this processor for each; the best of some. */
function cost(work: () => unknown): number {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

const warm = RATE * 2;
await load(2, 0);
const before = await cpuMs();
const times = await load(SECONDS, warm);
const answeredAt = performance.now();
// All of them, once those that wait are applied.
while ((await kept()).messages < warm + times.length && performance.now() - answeredAt < MAX_MS) await Bun.sleep(200);
const behindMs = performance.now() - answeredAt;
const spent = (await cpuMs()) - before;
const at = (part: number): number => quantile(times, part);
const sent = warm + times.length;
const found = await kept();
console.log(
  `${times.length} notifications at ${RATE} a second; ${(spent / times.length).toFixed(2)} CPU ms each, applied`,
);
console.log(`p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`);
console.log(
  `${found.notifications} of ${sent} kept, ${found.messages} messages, the last ${(behindMs / 1000).toFixed(1)} s after it was answered`,
);
if (found.notifications !== sent || found.messages !== sent) throw new Error('Notifications were lost.');
report({ what: `notification, p50 at ${RATE} a second`, beside: '20 ms', ratio: at(0.5) / 20, aim: '≤ 1' });
report({ what: `notification, p99 at ${RATE} a second`, beside: '100 ms', ratio: at(0.99) / 100, aim: '≤ 1' });

await forged(SMALL, 200);
const small = await forged(SMALL, 2000);
const large = await forged(LARGE, 40);
if ((await kept()).notifications !== sent) throw new Error('A forged one was kept.');
child.kill();

const { body, headers } = forgery(LARGE);
const hmac = cost(() => isSignedBy(APP_SECRET, body, headers['x-hub-signature-256']));
console.log(
  `forged: ${small.toFixed(3)} CPU ms of ${SMALL} bytes, ${large.toFixed(1)} of ${LARGE}; HMAC alone ${hmac.toFixed(1)}`,
);
report({
  what: `forged notification of ${SMALL} bytes`,
  beside: 'a millisecond of processor',
  ratio: small,
  aim: '≤ 1',
});
report({ what: 'forged notification of 4 MiB', beside: 'the HMAC of its bytes', ratio: large / hmac });

const escapes = (one: string): string => `["${one.repeat(690_000)}"]`;
report({
  what: 'reading 4 MiB of halves of surrogate pairs',
  beside: '4 MiB of other escapes',
  ratio: cost(() => readNotified(escapes(String.raw`\ud800`))) / cost(() => readNotified(escapes(String.raw`\u0041`))),
  aim: '≤ 3',
});
