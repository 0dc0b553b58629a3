/**
 * What a message costs: accepted by the API with its chat and event, and a notification of Meta kept
 * and applied, each beside the bare insert of the same row on the same database, in turns of one process. Nothing is
 * sent: the instance waits for its connection. Ratios per second of processor time hold on a machine that does other
 * things too.
 *
 * `bun tests/bench/whatsapp.ts`; `ROUNDS` and `COUNT` set how long, `AT_A_TIME` how many callers there are.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report } from './report';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
process.env['DATABASE_URL'] ??= join(folder, 'bench.db');
const { eq } = await import('drizzle-orm');
const { createApp } = await import('../../server/app');
const { readConfig } = await import('../../server/config/config');
const { queries } = await import('../../server/db/database');
const { waInstances, waMessages, waProviderRaw } = await import('../../server/schema');
const { insertNew } = await import('../../server/db/insert-new');
const { insertRaw } = await import('../../server/whatsapp/system/ingress');
const { createLog } = await import('../../server/log');
const { createServices } = await import('../../server/services');
const { newId } = await import('../../shared/ids');
const { database } = await import('../support/app');
const { signature } = await import('../whatsapp/meta-graph/notify');
const { seedKey, seedWorkspace } = await import('../support/seed');

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const COUNT = Number(process.env['COUNT'] ?? 1500);
const AT_A_TIME = Number(process.env['AT_A_TIME'] ?? 16);
const CHATS = 50;
const APP_SECRET = 'secret-of-the-app';
const NUMBER = '106540352242922';

const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog(config.logLevel));
const app = createApp(services);
await services.start();
const workspaceId = await seedWorkspace();
const { secret } = await seedKey(workspaceId);

async function ask(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, { method: 'POST', body, headers });
  const answer = await app.handle(request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
const api = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
const cloud = { phone_number_id: NUMBER, access_token: 'EAAtoken', app_secret: APP_SECRET };
const made = await ask(
  '/api/v1/whatsapp/instances',
  JSON.stringify({ name: 'bench', driver: 'cloud', connect: false, cloud }),
  api,
);
const instance = (await made.json()) as { id: string; cloud: { ingress_url: string } };
const ingress = new URL(instance.cloud.ingress_url).pathname;
await queries(database).update(waInstances).set({ status: 'reconnecting' }).where(eq(waInstances.id, instance.id));

let counter = 0;
const next = (): number => (counter += 1);
const phoneOf = (number: number): string => `1650555${1000 + (number % CHATS)}`;

const content = { type: 'text', text: 'Your parcel is on its way and comes between nine and eleven.' };
// A template needs no open window.
const template = { type: 'template', name: 'parcel', language: 'en_US', variables: { body: [content.text] } };
const accept = () =>
  ask(
    `/api/v1/whatsapp/instances/${instance.id}/messages`,
    JSON.stringify({ to: phoneOf(next()), content: template }),
    api,
  );

const bodyOf = (number: number): string => {
  const text = { type: 'text', text: { body: content.text } };
  const messages = [{ from: phoneOf(number), id: `wamid.${number}`, timestamp: '1749416383', ...text }];
  const value = { metadata: { phone_number_id: NUMBER, display_phone_number: '15550783881' }, messages };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
};
const notify = () => {
  const body = bodyOf(next());
  return ask(ingress, body, { 'x-hub-signature-256': signature(APP_SECRET, body) });
};

async function times(work: () => Promise<unknown>): Promise<void> {
  let left = COUNT;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}

interface Cost {
  wall: number[];
  cpu: number[];
}

/** A second of the clock, and of the processor, in pieces. */
async function measure(cost: Cost, work: () => Promise<void>): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  cost.wall.push((COUNT * 1000) / (performance.now() - began));
  cost.cpu.push((COUNT * 1_000_000) / (user + system));
}

await accept();
await notify();
await services.whatsapp.idle();
const [message] = await queries(database).select().from(waMessages).limit(1);
const [raw] = await queries(database).select().from(waProviderRaw).limit(1);
if (!message || !raw) throw new Error('Nothing was kept.');

const jobs: Record<string, () => Promise<void>> = {
  'bare insert of a message': () =>
    times(() => {
      const id = newId('msg');
      // Of a status that nobody looks for.
      const row = { ...message, id, providerMessageId: id, status: 'canceled' as const, dueAt: null };
      return database.transaction((tx) => insertNew(tx, waMessages, [row]));
    }),
  'accepted send, with its event': () => times(accept),
  'bare insert of a notification': () =>
    times(() => {
      // As old as what is purged, and not to be worked off before it is.
      const row = { ...raw, bodyHash: `bare ${next()}`, at: new Date(Date.now() + 86_400_000) };
      return database.transaction((tx) => insertRaw(tx, [row]));
    }),
  'notification kept and answered': () => times(notify),
  'notification kept and applied': async () => {
    await times(notify);
    await services.whatsapp.idle();
  },
};
const costs = new Map<string, Cost>(Object.keys(jobs).map((name) => [name, { wall: [], cpu: [] }]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, work] of Object.entries(jobs)) {
    await measure(costs.get(name) ?? { wall: [], cpu: [] }, work);
    await services.whatsapp.idle();
    // A bare row that waits would keep those of the app from being worked off.
    await queries(database).delete(waProviderRaw).where(eq(waProviderRaw.sealed, raw.sealed));
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const figures = (name: string) => {
  const cost = costs.get(name) ?? { wall: [], cpu: [] };
  return { wall: median(cost.wall), cpu: median(cost.cpu) };
};
for (const name of Object.keys(jobs)) {
  const { wall, cpu } = figures(name);
  const bare = figures(name.includes('notification') ? 'bare insert of a notification' : 'bare insert of a message');
  const ratios = `${(wall / bare.wall).toFixed(2)} of the bare by the clock, ${(cpu / bare.cpu).toFixed(2)} by the processor`;
  process.stdout.write(
    `${name.padEnd(32)} ${wall.toFixed(0).padStart(6)}/s ${cpu.toFixed(0).padStart(6)}/cpu s  ${ratios}\n`,
  );
  if (!name.startsWith('bare'))
    report({ what: `${name}, a CPU second`, beside: 'a bare insert of the row', ratio: cpu / bare.cpu });
}
await services.stop();
await database.close();
rmSync(folder, { recursive: true, force: true });
