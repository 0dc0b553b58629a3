import { expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import type { SandboxStep } from '../../server/whatsapp/drivers/sandbox/steps';
import { waSandboxTimers } from '../../server/whatsapp/schema/instances';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { lasting } from '../support/waiting';
import { engineOn, messagesOf, postingDriver, seedInstance } from '../whatsapp/queue-support';
import { startToBeKilled } from './killed';

/** `KILLS=100 bun test tests/faults/whatsapp-kill.test.ts` is the same at length, and prints what it counted. */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
/** Messages that a process gets acknowledged before it is killed, at most. */
const MESSAGES = 60;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Longer than a lease. */
const LEASES_MS = 31_000;

/** A process that accepts messages, sends them, and says which were acknowledged, until it is killed. */
const SCRIPT = `
const { writeSync } = await import('node:fs');
const { nextTurn } = await import('./server/next-turn');
const { eq } = await import('drizzle-orm');
const { database } = await import('./tests/support/app');
const { queries } = await import('./server/db/database');
const { waInstances } = await import('./server/schema');
const { engineOn, enqueue, postingDriver } = await import('./tests/whatsapp/queue-support');
const [instance] = await queries(database).select().from(waInstances).where(eq(waInstances.id, Bun.env['INSTANCE']));
const provider = Bun.env['PROVIDER'];
const driver = provider === undefined ? undefined : postingDriver(provider);
const engine = engineOn(database, { ...(driver && { driver }), clock: { get ms() { return Date.now(); } } });
await engine.start();
for (let turn = 0; ; turn += 1) {
  const orders = Array.from({ length: 1 + (turn % 4) }, (_, index) => ({
    to: '1555020' + (1000 + ((turn * 7 + index) % 9)), text: 'Hello',
  }));
  const ids = await enqueue(engine, database, instance, orders);
  writeSync(1, ids.join('\\n') + '\\n');
  await nextTurn();
}
`;

const startSender = (url: string, instanceId: string, env: Record<string, string> = {}) =>
  startToBeKilled(SCRIPT, url, { INSTANCE: instanceId, ...env });

test(
  `kill -9 at ${KILLS} random times while sending loses no message and sends none twice`,
  async () => {
    const testDatabase = await freshDatabase();
    const { database } = testDatabase;
    // So that what reached the network still lies there at the end.
    const sandbox = { ...DEFAULT_SANDBOX, delays_ms: { sent: DAY, delivered: DAY, read: DAY } };
    const instance = await seedInstance(database, { driver: 'sandbox', sandbox });

    const kept: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sender = startSender(testDatabase.url, instance.id);
      await sender.acknowledged(1 + Math.floor(Math.random() * MESSAGES));
      kept.push(...(await sender.kill()));
    }
    const left = await messagesOf(database, instance.id);

    const engine = engineOn(database, { clock: { ms: Date.now() + LEASES_MS } });
    await engine.start();
    await engine.idle();
    const rows = await messagesOf(database, instance.id);
    const steps = await queries(database).select().from(waSandboxTimers);
    await engine.stop();
    await testDatabase.close();

    const ids = new Set(rows.map(({ id }) => id));
    expect(kept.filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(rows.map(({ status }) => status)).difference(new Set(['sending', 'unconfirmed']))).toEqual(
      new Set(),
    );
    for (const row of rows) if (row.status === 'sending') expect(row.acceptedAt).not.toBeNull();

    // Each of its steps once: the network heard of no message twice.
    const reported = new Map<string, string[]>();
    for (const { step } of steps) {
      const { event } = step as Extract<SandboxStep, { type: 'event' }>;
      if (event.kind === 'status')
        reported.set(event.messageId ?? '', [...(reported.get(event.messageId ?? '') ?? []), event.status]);
    }
    for (const statuses of reported.values()) expect(statuses.toSorted()).toEqual(['delivered', 'read', 'sent']);

    // Nobody can tell only of those that were on their way when a process ended.
    const open = new Map(left.map((row) => [row.id, row]));
    for (const { id, status } of rows) {
      // The sandbox keeps a message in the transaction that records its answer.
      expect(reported.has(id)).toBe(status === 'sending');
      if (status !== 'unconfirmed') continue;
      expect(open.get(id)?.dispatchedAt).toBeInstanceOf(Date);
    }
    const count = (of: typeof rows, status: string) => of.filter((row) => row.status === status).length;
    if (Bun.env['KILLS'] !== undefined) {
      process.stdout.write(
        `${kept.length} acknowledged, ${rows.length} kept, ${count(left, 'queued')} queued after the kills, ` +
          `${count(rows, 'unconfirmed')} unconfirmed\n`,
      );
    }
    expect(kept.length).toBeGreaterThan(0);
  },
  60_000 + KILLS * 20_000,
);

test(
  `kill -9 at ${KILLS} random times around the answers of a provider brings it no message twice`,
  async () => {
    const testDatabase = await freshDatabase();
    const { database } = testDatabase;
    const received: string[] = [];
    using provider = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        received.push(new URL(request.url).pathname.slice(1));
        // So that a kill may fall before, while and after it is asked.
        await lasting(Math.random() * 20);
        return new Response('{}');
      },
    });
    const url = provider.url.href;
    const pacing = { max_per_minute: 60_000, jitter_ms: [0, 0] as [number, number] };
    const settings = { ...DEFAULT_SETTINGS, pacing: { ...pacing, new_chats_per_hour: null, new_chats_per_day: null } };
    const instance = await seedInstance(database, { driver: 'cloud', settings });

    const kept: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sender = startSender(testDatabase.url, instance.id, { PROVIDER: url });
      await sender.acknowledged(1 + Math.floor(Math.random() * MESSAGES));
      kept.push(...(await sender.kill()));
    }
    const left = new Map((await messagesOf(database, instance.id)).map((row) => [row.id, row]));

    const clock = { ms: Date.now() + LEASES_MS };
    const engine = engineOn(database, { clock, driver: postingDriver(url) });
    await engine.start();
    await until(async () => {
      clock.ms += MINUTE;
      await engine.idle();
      return (await messagesOf(database, instance.id)).every(({ status }) => status !== 'queued');
    });
    await engine.stop();
    const rows = new Map((await messagesOf(database, instance.id)).map((row) => [row.id, row]));
    await testDatabase.close();

    expect(kept.filter((id) => !rows.has(id))).toEqual([]);
    expect(received).toHaveLength(new Set(received).size);
    for (const [id, { status }] of rows) {
      if (status === 'sent') expect(received).toContain(id);
      // Nobody can tell only of those that were on their way when a process ended.
      else expect([status, left.get(id)?.dispatchedAt]).toEqual(['unconfirmed', expect.any(Date)]);
    }
    expect(kept.length).toBeGreaterThan(0);
  },
  60_000 + KILLS * 20_000,
);
