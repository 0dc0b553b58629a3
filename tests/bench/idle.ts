/**
 * What a server costs that has nothing to do: its start to the first answer, and then its CPU time and memory, with a
 * thousand workspaces of a key, a link and a webhook each and fifty connected sandbox instances. Beside it a bare
 * `Bun.serve` in a process of its own.
 *
 * Run with `bun tests/bench/idle.ts`; `IDLE` and `INSTANCES` set how many there are, `STARTS` and `SECONDS` how long.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { database, startServer } from '../support/app';
import { serverProgram } from '../support/program';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { percentile, print } from './delivery-stage';
import { report } from './report';
import { SECRET_KEY } from './start-copies';

const IDLE = Number(process.env['IDLE'] ?? 1000);
const INSTANCES = Number(process.env['INSTANCES'] ?? 50);
const STARTS = Number(process.env['STARTS'] ?? 7);
const SECONDS = Number(process.env['SECONDS'] ?? 30);
const SETTLE_MS = 65_000;
const AT_ONCE = 50;
const [MAX_CPU, MAX_MIB, MAX_MS] = [0.3, 110, 400];
const BARE = `Bun.serve({ port: process.env.PORT, hostname: '127.0.0.1', fetch: () => new Response('ok') })`;

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
await seed();
const ours = [await serverProgram({ bytecode: true })];
const bare = ['-e', BARE];

const starts: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
for (let round = 0; round < STARTS; round += 1) {
  for (const [name, order] of Object.entries({ ours, bare })) {
    const { ms, child } = await start(order);
    starts[name as 'ours' | 'bare'].push(ms);
    await end(child);
  }
}
const [first, firstBare] = [percentile(starts.ours, 0.5), percentile(starts.bare, 0.5)];
print(`first answer after ${first.toFixed(0)} ms, bare ${firstBare.toFixed(0)} ms`);
const [still, stillBare] = await Promise.all([idleness(ours), idleness(bare)]);
print(`idle: ${still.percent.toFixed(2)} % of a core, ${still.mib.toFixed(0)} MiB`);
print(`bare: ${stillBare.percent.toFixed(2)} % of a core, ${stillBare.mib.toFixed(0)} MiB`);
rmSync(folder, { recursive: true, force: true });

report({ what: 'start to the first answer', beside: `${MAX_MS} ms`, ratio: first / MAX_MS, aim: '≤ 1' });
const among = `among ${IDLE} workspaces and ${INSTANCES} instances`;
report({
  what: `an idle server’s CPU ${among}`,
  beside: `${MAX_CPU} % of a core`,
  ratio: still.percent / MAX_CPU,
  aim: '≤ 1',
});
report({
  what: `an idle server’s memory ${among}`,
  beside: `${MAX_MIB} MiB`,
  ratio: still.mib / MAX_MIB,
  aim: '≤ 1',
});
process.exit(0);

async function seed(): Promise<void> {
  const server = await startServer({ webhookAllowPrivate: ['127.0.0.0/8'] });
  const make = async (secret: string, what: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const order = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/api/v1/${what}`, order);
    if (answer.status !== 201) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  };
  const one = async (index: number): Promise<void> => {
    const workspaceId = await seedWorkspace();
    await seedMember(workspaceId, (await seedUser()).id, 'owner');
    const { secret } = await seedKey(workspaceId);
    await make(secret, 'links', { url: `https://example.com/${index}` });
    await make(secret, 'webhooks', { url: 'https://127.0.0.1:1024/hook', events: ['link.clicked'] });
    if (index < INSTANCES) await make(secret, 'whatsapp/instances', { name: 'Support', driver: 'sandbox' });
  };
  for (let from = 0; from < IDLE; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(IDLE - from, AT_ONCE) }, (_, index) => one(from + index)));
  await server.services.whatsapp.idle();
  await server.stop();
  await database.close();
}

async function start(order: string[]) {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const began = performance.now();
  const child = Bun.spawn([process.execPath, ...order], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: process.env['DATABASE_URL'] ?? '',
      DATA_DIR: folder,
      SECRET_KEY: SECRET_KEY.toString('base64'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    stdout: 2,
    stderr: 2,
  });
  const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  while ((await status().catch(() => 0)) !== 200) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    await Bun.sleep(2);
  }
  return { child, ms: performance.now() - began };
}

async function end(child: Bun.Subprocess): Promise<void> {
  child.kill();
  await child.exited;
}

async function idleness(order: string[]): Promise<{ percent: number; mib: number }> {
  const { child } = await start(order);
  await Bun.sleep(SETTLE_MS);
  const before = cpuOf(child.pid);
  await Bun.sleep(SECONDS * 1000);
  let seconds = 0;
  // Threads that end meanwhile, as those of the compiler do, are left out.
  for (const [thread, total] of cpuOf(child.pid)) seconds += total - (before.get(thread) ?? 0);
  const percent = (100 * seconds) / SECONDS;
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  await end(child);
  return { percent, mib: Number(kib) / 1024 };
}

/** Seconds of CPU of each thread, to the nanosecond: ticks of `/proc/{pid}/stat` would be too coarse. */
function cpuOf(pid: number): Map<string, number> {
  const files = [...new Bun.Glob('*/schedstat').scanSync({ cwd: `/proc/${pid}/task` })];
  const of = (file: string) => Number(readFileSync(`/proc/${pid}/task/${file}`, 'utf8').split(' ')[0]) / 1e9;
  return new Map(files.map((file) => [file, of(file)]));
}
