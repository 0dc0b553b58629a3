import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries, type Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { newId } from '../../shared/ids';
import { startAutomation } from '../automation/support';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { freshAddress, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';
import { startReceiver } from '../webhooks/dispatcher/support';

/** `PUBLICATIONS=10000 bun test tests/faults/automation-due.test.ts` is the same at length, and prints what it measured. */
const PUBLICATIONS = Number(Bun.env['PUBLICATIONS'] ?? 1000);
const WORKSPACES = 2;
/** SQLite is for one. */
const PROCESSES = engine === 'postgres' ? 2 : 1;
const ROWS_A_STATEMENT = 100;
const TIMEOUT_MS = 60_000 + 60 * PUBLICATIONS;
/** Between two requests of somebody else. */
const PAUSE_MS = 20;
/** For the slowest of a hundred requests of somebody else, on a machine that does other things too. */
const MOST_P99_MS = 2000;
const DAY_MS = 86_400_000;

const ALLOWED = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
const receiver = startReceiver(() => new Response('ok'));
afterAll(() => receiver.stop());

/** As many as the one that is scheduled, each with its delivery; all of them due at an instant. */
async function multiply(store: Store, id: string, count: number, dueAt: Date): Promise<void> {
  const db = queries(store);
  const [publication] = await db.select().from(publications).where(eq(publications.id, id));
  const [delivery] = await db.select().from(publicationDeliveries).where(eq(publicationDeliveries.publicationId, id));
  if (!publication || !delivery) throw new Error('There is nothing to multiply.');
  for (let made = 0; made < count; made += ROWS_A_STATEMENT) {
    const ids = Array.from({ length: Math.min(ROWS_A_STATEMENT, count - made) }, () => newId('pub'));
    await db.insert(publications).values(ids.map((own) => ({ ...publication, id: own, dueAt })));
    await db
      .insert(publicationDeliveries)
      .values(ids.map((publicationId) => ({ ...delivery, id: newId('pdl'), publicationId, nextAttemptAt: dueAt })));
  }
  await db.delete(publications).where(eq(publications.id, id));
}

/** Asks again and again until it is told to end; how long each answer took, but for what the machine gave to others. */
async function askBeside(ask: () => Promise<number>, over: { isOver: boolean }): Promise<number[]> {
  const took: number[] = [];
  using lateness = watchLateness();
  while (!over.isOver) {
    const [began, late] = [performance.now(), lateness.late()];
    expect(await ask()).toBe(200);
    took.push(performance.now() - began - (lateness.late() - late));
    await lasting(PAUSE_MS);
  }
  return took.toSorted((a, b) => a - b);
}

test(
  `${PUBLICATIONS} publications that are due at one minute go out once each, while others are served`,
  async () => {
    const testDatabase = await freshDatabase();
    const { url, database } = testDatabase;
    const db = queries(database);
    const dueAt = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const server = await startAutomation({}, { store: database });
    const samples: string[] = [];
    for (let index = 0; index < WORKSPACES; index += 1) {
      const workspaceId = await seedWorkspace('Due', database);
      const call = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true }, database)).secret);
      const webhook = (await call('POST', '/webhooks', { url: receiver.url, events: [] })).body.id;
      const targets = [{ channel: 'webhook', to: [webhook] }];
      const schedule_at = new Date(Date.now() + DAY_MS).toISOString();
      const made = await call('POST', '/publications', { content: { text: 'Now.' }, targets, schedule_at });
      samples.push(made.body.id);
    }
    const workspaceId = await seedWorkspace('Other', database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, database);
    await server.stop();
    for (const id of samples) await multiply(database, id, PUBLICATIONS / WORKSPACES, dueAt);

    await using stack = new AsyncDisposableStack();
    const started = Array.from({ length: PROCESSES }, () => startProcess(url, ALLOWED));
    const processes = (await Promise.all(started)).map((one) => stack.use(one));
    const ask = async () => {
      const headers = { authorization: `Bearer ${secret}`, ...freshAddress() };
      return (await fetch(`${processes[0]?.url}/api/v1/links?limit=1`, { headers })).status;
    };
    const over = { isOver: false };
    const beside = askBeside(ask, over);
    const began = performance.now();
    const done = () => db.$count(publications, eq(publications.status, 'published'));
    await until(async () => (await done()) === PUBLICATIONS, { timeoutMs: TIMEOUT_MS, everyMs: 250 }).catch(() => {});
    const seconds = (performance.now() - began) / 1000;
    over.isOver = true;
    const took = await beside;

    expect(await done()).toBe(PUBLICATIONS);
    const published = receiver.requests.map(({ body }) => JSON.parse(body).data.publication_id as string);
    expect(published).toHaveLength(PUBLICATIONS);
    expect(new Set(published).size).toBe(PUBLICATIONS);
    const p99 = took[Math.floor(took.length * 0.99)] ?? Infinity;
    expect(p99).toBeLessThan(MOST_P99_MS);
    for (const { output } of processes) expect(output()).not.toContain('"level":50');
    if (Bun.env['PUBLICATIONS'] !== undefined) {
      const median = took[Math.floor(took.length / 2)] ?? 0;
      process.stdout.write(
        `${PUBLICATIONS} out in ${seconds.toFixed(1)} s; ${took.length} requests beside, ` +
          `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
      );
    }
    await stack.disposeAsync();
    await testDatabase.close();
  },
  TIMEOUT_MS + 60_000,
);
