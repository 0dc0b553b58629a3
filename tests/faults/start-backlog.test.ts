import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries, runStatement } from '../../server/db/database';
import { webhookDeliveries } from '../../server/webhooks/schema';
import { waBatches, waInstances, waSandboxTimers } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { newId } from '../../shared/ids';
import { freshDatabase, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const BATCHES = 4;
const RECIPIENTS = 75;
const STEPS = 600;
const DELIVERIES = 600;
const HOOKS = { webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true };

/** Rows that wait: batches to be written, steps of the simulated network, and deliveries that a process had in flight. */
async function seedBacklog(testDatabase: Awaited<ReturnType<typeof freshDatabase>>, hook: string) {
  const { database } = testDatabase;
  const workspaceId = await seedWorkspace('Backlog', database);
  const { secret } = await seedKey(workspaceId, {}, database);
  const server = await startServer(HOOKS, { store: database });
  const call = restClient(server.url, secret);
  const instance = await call('POST', '/whatsapp/instances', { name: 'Backlog', driver: 'sandbox' });
  await call('POST', '/webhooks', { name: 'Backlog', url: hook, events: ['link.created'] });
  await call('POST', '/links', { url: 'https://example.com/1' });
  await server.services.whatsapp.idle();
  await server.services.delivery.idle();
  await server.stop();

  const now = new Date();
  const rowOf = { workspaceId, instanceId: instance.body.id as string };
  const waiting = Array.from({ length: RECIPIENTS }, (_, index) => ({ to: `+4915100${1000 + index}` }));
  const order = { content: { type: 'text' as const, text: 'Hello' }, mediaId: null, waiting };
  const at = { createdAt: now, updatedAt: now };
  await queries(database)
    .insert(waBatches)
    .values(
      Array.from({ length: BATCHES }, () => ({
        ...rowOf,
        ...at,
        id: newId('bat'),
        status: 'queued' as const,
        order,
        total: RECIPIENTS,
      })),
    );
  const event = { kind: 'status', messageId: newId('msg'), providerMessageId: 'none', status: 'read' };
  await queries(database)
    .insert(waSandboxTimers)
    .values(Array.from({ length: STEPS }, () => ({ ...rowOf, step: { type: 'event', event }, dueAt: now })));
  const [delivery] = await queries(database).select().from(webhookDeliveries);
  if (delivery === undefined) throw new Error('Nothing was delivered.');
  const { no: _, ...pattern } = delivery;
  const leased = { state: 1 as const, leaseOwner: 'nod_gone', leaseUntil: new Date(Date.now() - 1000) };
  for (let from = 0; from < DELIVERIES; from += 100) {
    await queries(database)
      .insert(webhookDeliveries)
      .values(Array.from({ length: 100 }, () => ({ ...pattern, ...leased, id: newId('dlv') })));
  }
  return { secret, instanceId: rowOf.instanceId };
}

test('a start answers before the backlog of the process before it is worked off, and then works it off', async () => {
  const testDatabase = await freshDatabase();
  const { database } = testDatabase;
  using hooks = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(null, { status: 204 }) });
  const { secret, instanceId } = await seedBacklog(testDatabase, `${hooks.url}hook`);
  const count = async (statement: string): Promise<number> =>
    Number((await runStatement(database, statement, []))[0]?.[0]);
  const left = async () => ({
    batches: await count(`select count(*) from wa_batches where status = 'queued'`),
    steps: await count('select count(*) from wa_sandbox_timers'),
    inFlight: await count('select count(*) from webhook_deliveries where state = 1'),
  });

  const server = await startServer(HOOKS, { store: database });
  const answer = await restClient(server.url, secret)('GET', '/me');
  const atFirst = await left();
  expect(answer.status).toBe(200);
  for (const [kind, rows] of Object.entries(atFirst)) expect([kind, rows > 0]).toEqual([kind, true]);

  await server.services.whatsapp.idle();
  await server.services.delivery.idle();
  expect(await left()).toMatchObject({ batches: 0, inFlight: 0 });
  const messages = await queries(database).select().from(waMessages).where(eq(waMessages.instanceId, instanceId));
  expect(messages).toHaveLength(BATCHES * RECIPIENTS);
  const [row] = await queries(database).select().from(waInstances).where(eq(waInstances.id, instanceId));
  expect(row?.status).toBe('connected');
  await server.stop();
  await testDatabase.close();
});
