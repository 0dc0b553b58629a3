import { afterAll, expect, test } from 'bun:test';

import { eq, inArray, isNotNull } from 'drizzle-orm';

import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { AT_ONCE, startAutomation } from '../automation/support';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { startReceiver } from '../webhooks/dispatcher/support';
import { startToBeKilled } from './killed';

/** `KILLS=100 bun test tests/faults/automation-kill.test.ts` is the same at length, and prints what it counted. */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
/** Publications that a process gets acknowledged before it is killed, at most. */
const PUBLICATIONS = 30;
const OPEN = ['pending', 'waiting', 'sending'] as const;

/** A server that publishes, and says which were acknowledged, until it is killed. */
const SCRIPT = `
const { writeSync } = await import('node:fs');
const { startAutomation } = await import('./tests/automation/support');
const { restClient } = await import('./tests/support/client');
const server = await startAutomation();
const call = restClient(server.url, Bun.env['KEY']);
const { INSTANCE, WEBHOOK } = Bun.env;
for (let turn = 0; ; turn += 1) {
  const to = Array.from({ length: 1 + (turn % 7) }, (_, index) => '+1555700' + (1000 + index * 13 + turn));
  const targets = [{ channel: 'whatsapp', instance_id: INSTANCE, to }, { channel: 'webhook', to: [WEBHOOK] }];
  const { status, body } = await call('POST', '/publications', { content: { text: 'Turn ' + turn }, targets });
  if (status === 202) writeSync(1, body.id + '\\n');
}
`;

const receiver = startReceiver(() => new Response('ok'));
afterAll(() => receiver.stop());

test(
  `kill -9 at ${KILLS} random times while publishing hands nothing over twice, and leaves nothing behind`,
  async () => {
    const testDatabase = await freshDatabase();
    const { database } = testDatabase;
    const db = queries(database);
    const workspaceId = await seedWorkspace('Kill', database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, database);
    const first = await startAutomation({}, { store: database });
    const call = restClient(first.url, secret);
    const instance = (await call('POST', '/whatsapp/instances', { name: 'Kill', sandbox: AT_ONCE })).body.id;
    const webhook = (await call('POST', '/webhooks', { url: receiver.url, events: [] })).body.id;
    await first.stop();

    const kept: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const publisher = startToBeKilled(SCRIPT, testDatabase.url, {
        KEY: secret,
        INSTANCE: instance,
        WEBHOOK: webhook,
      });
      await publisher.acknowledged(1 + Math.floor(Math.random() * PUBLICATIONS));
      kept.push(...(await publisher.kill()));
    }
    const left = await db.$count(publicationDeliveries, inArray(publicationDeliveries.status, [...OPEN]));

    const server = await startAutomation({}, { store: database });
    // What was at the simulated network when a process ended waits for its lease.
    const isOver = async () =>
      (await db.$count(publicationDeliveries, inArray(publicationDeliveries.status, [...OPEN]))) === 0;
    await until(isOver, { timeoutMs: 120_000 + KILLS * 2000, everyMs: 200 }).catch(() => {});
    const open = await db
      .select()
      .from(publicationDeliveries)
      .where(inArray(publicationDeliveries.status, [...OPEN]));
    const rows = await db.select().from(publicationDeliveries);
    const messages = await db.select().from(waMessages).where(isNotNull(waMessages.publicationDeliveryId));
    const pushed = await db.select().from(events).where(eq(events.type, 'automation.publication.pushed'));
    const made = await db.select().from(publications);
    await server.stop();
    await testDatabase.close();

    expect(open.map(({ id, status, waitReason }) => [id, status, waitReason])).toEqual([]);
    const ids = new Set(made.map(({ id }) => id));
    expect(kept.filter((id) => !ids.has(id))).toEqual([]);

    // Each was handed over once: one message, or one event, for each delivery.
    const carried = [
      ...messages.map(({ publicationDeliveryId }) => publicationDeliveryId ?? ''),
      ...pushed.map(({ body }) => (JSON.parse(body) as { data: { delivery_id: string } }).data.delivery_id),
    ];
    expect(carried.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    for (const row of rows) expect(['sent', 'delivered', 'read', 'unconfirmed']).toContain(row.status);
    for (const { status } of made) expect(['published', 'partially_published', 'failed']).toContain(status);
    if (Bun.env['KILLS'] !== undefined) {
      const unconfirmed = rows.filter(({ status }) => status === 'unconfirmed').length;
      process.stdout.write(
        `${kept.length} acknowledged, ${made.length} kept, ${rows.length} deliveries, ${left} open after the kills, ` +
          `${unconfirmed} unconfirmed\n`,
      );
    }
    expect(kept.length).toBeGreaterThan(0);
  },
  240_000 + KILLS * 30_000,
);
