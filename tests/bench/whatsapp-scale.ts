/**
 * A server with a thousand instances and a million messages: what it holds in memory, and how long searches and lists
 * take, while it is watched how late its event loop comes. On SQLite.
 *
 * `bun tests/bench/whatsapp-scale.ts`; `INSTANCES`, `MESSAGES` and `COUNT`, the questions of each kind. With `KEEP` set
 * to a folder the data stays there, and is used again.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { report } from './report';
import type { Seeded } from './whatsapp-scale-seed';
import type { Figures } from './whatsapp-scale-server';
import { questions } from './whatsapp-scale-words';

interface Place extends Seeded {
  secret: string;
}

const { KEEP } = process.env;
const INSTANCES = Number(process.env['INSTANCES'] ?? 1000);
const MESSAGES = Number(process.env['MESSAGES'] ?? 1_000_000);
const COUNT = Number(process.env['COUNT'] ?? 100);
const folder = KEEP ?? mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
mkdirSync(folder, { recursive: true });
const noted = join(folder, 'place.json');
process.env['DATABASE_URL'] = join(folder, 'bench.db');

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string =>
  `load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** One instance and message come from the app; the others are copies of them. */
async function make(): Promise<Place> {
  const { database, startServer } = await import('../support/app');
  const { seedKey, seedWorkspace } = await import('../support/seed');
  const { seed } = await import('./whatsapp-scale-seed');
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId);
  const server = await startServer();
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const url = `${server.url}/api/v1/whatsapp/instances${path}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  };
  const instanceId = await post('', { name: 'First', driver: 'sandbox' });
  await server.services.whatsapp.idle();
  const content = { type: 'text', text: 'The first.' };
  const messageId = await post(`/${instanceId}/messages`, { to: '+4915100000000', content });
  await server.services.whatsapp.idle();
  await server.stop();
  const { file } = database;
  await database.close();
  const counts = { instances: INSTANCES, messages: MESSAGES };
  return { ...seed(file ?? '', { instanceId, messageId }, counts), secret };
}

let began = performance.now();
const place = existsSync(noted) ? (JSON.parse(readFileSync(noted, 'utf8')) as Place) : await make();
writeFileSync(noted, JSON.stringify(place));
say(`seeded in ${seconds(began)}, ${(Bun.file(join(folder, 'bench.db')).size / 1e6).toFixed(0)} MB; ${load()}`);

began = performance.now();
const child = Bun.spawn([process.execPath, join(import.meta.dir, 'whatsapp-scale-server.ts')], {
  env: { ...process.env },
  stdout: 'pipe',
  stderr: 'inherit',
});
const { value: told } = await child.stdout.getReader().read();
const { port } = JSON.parse(new TextDecoder().decode(told)) as { port: number };
const address = `http://127.0.0.1:${port}`;
const figures = async (): Promise<Figures> => (await (await fetch(`${address}/healthz/figures`)).json()) as Figures;
const memory = async (): Promise<string> => `${((await figures()).rss / 1e6).toFixed(0)} MB resident`;
say(`listens after ${seconds(began)}, ${await memory()}; ${load()}`);

async function get(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${place.secret}` };
  const answer = await fetch(`${address}/api/v1/whatsapp/${path}`, { headers });
  const body = (await answer.json()) as { data: unknown[] };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.data.length;
}

const medians = new Map<string, number>();
async function measure(name: string, paths: readonly string[]): Promise<void> {
  const before = await figures();
  const times: number[] = [];
  let found = 0;
  for (const path of paths) {
    const start = performance.now();
    found += await get(path);
    times.push(performance.now() - start);
  }
  const { cpu, late } = await figures();
  const parts = [
    `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
    `p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    `most ${Math.max(...times).toFixed(0)} ms`,
    `cpu ${((cpu - before.cpu) / 1000 / paths.length).toFixed(1)} ms`,
    `loop late p99 ${quantile(late, 0.99).toFixed(0)} most ${Math.max(...late).toFixed(0)} ms`,
    `${(found / paths.length).toFixed(1)} found`,
  ];
  say(`${name.padEnd(34)} ${parts.join(', ')}`);
  medians.set(name, quantile(times, 0.5));
}

const all = Array.from({ length: COUNT }, (_, index) => index);
const some = (ids: readonly string[]): string[] => all.map((index) => ids[(index * 37) % ids.length] ?? '');
await measure(
  'warming up',
  all.map((index) => `messages?limit=${1 + (index % 25)}`),
);
for (const [name, texts] of Object.entries(questions(COUNT, MESSAGES))) {
  await measure(
    name,
    texts.map((q) => `messages?q=${encodeURIComponent(q)}`),
  );
}
const ids = some(place.instanceIds);
const words = questions(COUNT, MESSAGES)['common word'] ?? [];
await measure(
  'common word, of an instance',
  ids.map((id, at) => `instances/${id}/messages?q=${words[at]}`),
);
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const lists: Record<string, string[]> = {
  'list of all': all.map((index) => `messages?limit=${1 + (index % 100)}`),
  'list of an instance': ids.map((id) => `instances/${id}/messages`),
  'list of a chat': some(place.chatIds).map((id) => `messages?chat_id=${id}`),
  'list of what came in': ids.map((id) => `instances/${id}/messages?direction=inbound`),
  'list of the last two days': all.map((index) => `messages?created_after=${daysAgo(2)}&limit=${1 + (index % 100)}`),
  'list of the last hour': all.map((index) => `messages?created_after=${daysAgo(1 / 24)}&limit=${1 + (index % 100)}`),
  'list of ten days ago': all.map((index) => `messages?created_before=${daysAgo(10)}&limit=${1 + (index % 100)}`),
  'list of what failed (none)': all.map((index) => `messages?status=failed&limit=${1 + (index % 100)}`),
  'chats of an instance': ids.map((id) => `instances/${id}/chats`),
  'list of instances': all.map((index) => `instances?limit=${1 + (index % 100)}`),
};
for (const [name, paths] of Object.entries(lists)) await measure(name, paths);
say(`${await memory()} at the end; ${load()}`);
const plain = medians.get('list of all') ?? Number.NaN;
for (const name of ['common word', 'list of a chat', 'chats of an instance']) {
  const ratio = (medians.get(name) ?? Number.NaN) / plain;
  report({ what: `${name} among ${MESSAGES} messages, time at p50`, beside: 'a page of all', ratio });
}
child.kill();
await child.exited;
if (KEEP === undefined) rmSync(folder, { recursive: true, force: true });
