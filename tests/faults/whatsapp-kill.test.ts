import { expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { waSandboxTimers } from '../../server/db/schema';
import type { SandboxStep } from '../../server/providers/whatsapp/sandbox/steps';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/instance';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { engineOn, messagesOf, seedInstance } from '../whatsapp/queue-support';

/** `KILLS=100 bun test tests/faults/whatsapp-kill.test.ts` is the same at length, and prints what it counted. */
const KILLS = Number(Bun.env['KILLS'] ?? 3);
/** Messages that a process gets acknowledged before it is killed, at most. */
const MESSAGES = 60;
const DAY = 86_400_000;
/** Longer than a lease. */
const LEASES_MS = 31_000;

/** A process that accepts messages, sends them, and says which were acknowledged, until it is killed. */
const SCRIPT = `
const { writeSync } = await import('node:fs');
const { eq } = await import('drizzle-orm');
const { database } = await import('./tests/support/app');
const { queries } = await import('./server/db/database');
const { waInstances } = await import('./server/db/schema');
const { engineOn, enqueue } = await import('./tests/whatsapp/queue-support');
const [instance] = await queries(database).select().from(waInstances).where(eq(waInstances.id, Bun.env['INSTANCE']));
const engine = engineOn(database, { clock: { get ms() { return Date.now(); } } });
await engine.start();
for (let turn = 0; ; turn += 1) {
  const orders = Array.from({ length: 1 + (turn % 4) }, (_, index) => ({
    to: '1555020' + (1000 + ((turn * 7 + index) % 9)), text: 'Hello',
  }));
  const ids = await enqueue(engine, database, instance, orders);
  writeSync(1, ids.join('\\n') + '\\n');
  await Bun.sleep(0);
}
`;

function startSender(url: string, instanceId: string) {
  const child = Bun.spawn([process.execPath, '-e', SCRIPT], {
    env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: url, DATABASE_CONNECTIONS: '5', INSTANCE: instanceId },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of child.stdout) text += decoder.decode(part, { stream: true });
  };
  const ended = read();
  const lines = () => text.split('\n').slice(0, -1);
  return {
    acknowledged: (count: number) => until(() => lines().length >= count || child.exitCode !== null, 60_000),
    async kill(): Promise<string[]> {
      child.kill('SIGKILL');
      await child.exited;
      await ended;
      return lines();
    },
  };
}

test(
  `kill -9 at ${KILLS} random times while sending loses no message and sends none twice`,
  async () => {
    const place = await freshDatabase();
    const { database } = place;
    // So that what reached the network still lies there at the end.
    const sandbox = { ...DEFAULT_SANDBOX, delays_ms: { sent: DAY, delivered: DAY, read: DAY } };
    const instance = await seedInstance(database, { driver: 'sandbox', sandbox });

    const kept: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sender = startSender(place.url, instance.id);
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
    await place.close();

    const ids = new Set(rows.map(({ id }) => id));
    expect(kept.filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(rows.map(({ status }) => status)).difference(new Set(['sending', 'unconfirmed']))).toEqual(
      new Set(),
    );
    for (const row of rows) if (row.status === 'sending') expect(row.acceptedAt).not.toBeNull();

    // Each of its steps once: the network heard of no message twice.
    const told = new Map<string, string[]>();
    for (const { step } of steps) {
      const { news } = step as Extract<SandboxStep, { type: 'news' }>;
      if (news.kind === 'status')
        told.set(news.messageId ?? '', [...(told.get(news.messageId ?? '') ?? []), news.status]);
    }
    for (const statuses of told.values()) expect(statuses.toSorted()).toEqual(['delivered', 'read', 'sent']);

    // Nobody can tell only of those that were on their way when a process ended.
    const open = new Map(left.map((row) => [row.id, row]));
    for (const { id, status } of rows) {
      if (status === 'sending') expect(told.has(id)).toBe(true);
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
