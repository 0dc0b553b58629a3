import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What group commit saves: events with one delivery each, emitted one by one and sixteen at a time, in turns on one
 * database; and how long a lone small transaction takes after a pause, beside the same statements on a bare
 * connection of the driver.
 *
 * Run with `bun tests/bench/emit.ts`; `ROUNDS` and `ROUND_MS` set how long.
 */
import { scoped } from '../../server/db/scoped';
import { report } from './report';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
process.env['DATABASE_URL'] ??= join(folder, 'bench.db');
const { readConfig } = await import('../../server/config/config');
const { runStatement } = await import('../../server/db/database');
const { databaseUrl, engine } = await import('../../server/db/engine');
const { emit } = await import('../../server/events/emit');
const { createLog } = await import('../../server/log');
const { createServices } = await import('../../server/services');
const { newId } = await import('../../shared/ids');
const { seedWebhook } = await import('../webhooks/dispatcher/support');
const { database } = await import('../support/app');
const { seedWorkspace } = await import('../support/seed');

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 1500);
const AT_A_TIME = 16;
const PAUSES = 200;

const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog(config.logLevel));
const workspaceId = await seedWorkspace();
await seedWebhook(services, workspaceId, 'https://receiver.example/hook');
const data = { webhook_id: newId('whk'), message: 'x'.repeat(800) };
const context = { ...services, requestId: newId('req') };

const one = () =>
  database.transaction((tx) => emit(context, scoped(tx, workspaceId), [{ type: 'webhook.tested' as const, data }]));

/** Events a second, by so many writers that each wait for their own commit. */
async function rate(writers: number): Promise<number> {
  const began = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - began < ROUND_MS) {
      await one();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return (count * 1000) / (performance.now() - began);
}

/** Milliseconds of processor time an event, whatever the disk does meanwhile. */
async function processorTime(): Promise<number> {
  const before = process.cpuUsage();
  const count = 2000;
  await Promise.all(Array.from({ length: count }, one));
  const { user } = process.cpuUsage(before);
  return user / 1000 / count;
}

const STATEMENTS = {
  // A row that stays as it is needs no disk.
  'of nothing': 'update workspace_counter set webhooks_version = webhooks_version where workspace_id = $1',
  'of a change': 'update workspace_counter set webhooks_version = webhooks_version + 1 where workspace_id = $1',
};

/** Milliseconds of small transactions after a pause each: through the store, and on a bare connection. */
async function pauses(text: string): Promise<{ store: number[]; bare: number[] }> {
  const [store, bare]: [number[], number[]] = [[], []];
  const { Database } = await import('bun:sqlite');
  const connection = new Database(databaseUrl);
  connection.run('pragma synchronous = full');
  connection.run('pragma busy_timeout = 5000');
  const statement = connection.query(text.replace('$1', '?1'));
  for (let turn = 0; turn < PAUSES; turn += 1) {
    await Bun.sleep(3);
    let began = performance.now();
    await database.transaction((tx) => runStatement(tx, text, [workspaceId]));
    store.push(performance.now() - began);

    await Bun.sleep(3);
    began = performance.now();
    connection.run('begin immediate');
    statement.run(workspaceId);
    connection.run('commit');
    bare.push(performance.now() - began);
  }
  connection.close();
  return { store, bare };
}

const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

await rate(AT_A_TIME);
const [alone, together]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await rate(1));
  together.push(await rate(AT_A_TIME));
}
const [a, t] = [quantile(alone, 0.5), quantile(together, 0.5)];
console.log(`one by one       ${Math.round(a)} events/s`);
console.log(`${AT_A_TIME} at a time     ${Math.round(t)} events/s`);
report({ what: `events, ${AT_A_TIME} at a time`, beside: 'one by one', ratio: t / a, aim: '≥ 5.00' });
console.log(`user time        ${((await processorTime()) * 1000).toFixed(0)} µs an event`);

if (engine === 'sqlite') {
  for (const [name, text] of Object.entries(STATEMENTS)) {
    const { store, bare } = await pauses(text);
    const figures = [0.5, 0.99].map(
      (part) => `p${part * 100} ${quantile(store, part).toFixed(2)} ms (bare ${quantile(bare, part).toFixed(2)} ms)`,
    );
    console.log(`lone commit ${name}: ${figures.join(', ')}`);
    const ratio = quantile(store, 0.5) / quantile(bare, 0.5);
    report({ what: `a lone commit ${name}, time at p50`, beside: 'the same on a bare connection', ratio });
  }
}
await database.close();
rmSync(folder, { recursive: true });
