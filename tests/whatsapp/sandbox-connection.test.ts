import { afterAll, beforeAll, expect, test } from 'bun:test';

import { asc, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstanceHistory, waInstances } from '../../server/whatsapp/schema/instances';
import { DEFAULT_SANDBOX, type SandboxSettings } from '../../shared/whatsapp/drivers/sandbox';
import { freshDatabase } from '../support/app';
import { engineOn, enqueue, eventsOf, messagesOf, seedInstance } from './queue-support';

let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

async function running(settings: Partial<SandboxSettings> = {}, status: 'created' | 'connected' = 'created') {
  const clock = { ms: Date.now() };
  const engine = engineOn(place.database, { clock });
  await engine.start();
  const sandbox = { ...DEFAULT_SANDBOX, ...settings };
  const instance = await seedInstance(place.database, {
    driver: 'sandbox',
    name: 'sandbox',
    status,
    phone: null,
    sandbox,
  });
  return {
    engine,
    clock,
    instance,
    async row() {
      const [row] = await queries(place.database).select().from(waInstances).where(eq(waInstances.id, instance.id));
      if (!row) throw new Error('The instance is gone.');
      return row;
    },
    async history() {
      const rows = await queries(place.database)
        .select()
        .from(waInstanceHistory)
        .where(eq(waInstanceHistory.instanceId, instance.id))
        .orderBy(asc(waInstanceHistory.seq));
      return rows.map(({ status: reached, reason }) => (reason === null ? reached : `${reached}/${reason}`));
    },
    told: () => eventsOf(place.database, instance.workspaceId),
    [Symbol.asyncDispose]: () => engine.stop(),
  };
}

test('it connects at once, and again only when asked to', async () => {
  await using run = await running();
  const { connections } = run.engine;
  await connections.connect(run.instance);
  await connections.connect(run.instance);
  expect(await run.row()).toMatchObject({
    status: 'connected',
    statusReason: null,
    phone: '+15550109999',
    generation: 1,
  });
  await connections.disconnect(run.instance);
  expect(await run.row()).toMatchObject({ status: 'disconnected', statusReason: 'user_stopped' });
  await connections.connect(run.instance);
  await connections.restart(run.instance);
  await connections.logout(run.instance);
  expect(await run.history()).toEqual([
    'connecting',
    'connected',
    'disconnected/user_stopped',
    'connecting',
    'connected',
    'connecting',
    'connected',
    'logged_out',
  ]);
  expect(await run.told()).toEqual(Array.from({ length: 8 }, () => 'whatsapp.instance.status_changed'));
});

test('a QR code expires, is replaced by others, and pairing ends when none is scanned', async () => {
  await using run = await running({ require_scan: true });
  const { connections } = run.engine;
  await connections.connect(run.instance);
  await run.engine.idle();
  const first = connections.pairing(await run.row());
  expect(first).toMatchObject({ attempt: 1, maxAttempts: 6, expiresAt: new Date(run.clock.ms + 60_000) });
  expect((await run.row()).pairingSealed).not.toContain(first?.raw ?? '');

  await run.engine.sandbox.advance(run.instance, 60);
  const second = connections.pairing(await run.row());
  expect(second?.attempt).toBe(2);
  expect(second?.raw).not.toBe(first?.raw);

  await run.engine.sandbox.advance(run.instance, 99);
  expect((await run.row()).status).toBe('pairing');
  await run.engine.sandbox.advance(run.instance, 1);
  expect(await run.row()).toMatchObject({ status: 'disconnected', statusReason: 'qr_expired', pairingSealed: null });
  expect(connections.pairing(await run.row())).toBeUndefined();
});

test('a scan connects it, and no further codes are shown', async () => {
  await using run = await running({ require_scan: true });
  await run.engine.connections.connect(run.instance);
  await run.engine.idle();
  await run.engine.sandbox.scan(run.instance);
  expect(await run.row()).toMatchObject({ status: 'connected', phone: '+15550109999', pairingSealed: null });
  await run.engine.sandbox.advance(run.instance, 600);
  expect((await run.row()).status).toBe('connected');
  expect(run.engine.sandbox.scan(run.instance)).rejects.toMatchObject({ code: 'invalid_state' });
});

test('events of a closed connection are ignored', async () => {
  await using run = await running();
  await run.engine.connections.connect(run.instance);
  const { generation } = await run.row();
  await run.engine.connections.restart(run.instance);
  const late = { kind: 'connection', generation, status: 'failed', reason: 'banned' } as const;
  await run.engine.report(run.instance.id, [late]);
  expect((await run.row()).status).toBe('connected');
});

test('a short interruption is not reported, a longer one is after two seconds', async () => {
  await using run = await running({}, 'connected');
  const { generation } = await run.row();
  const driverEvent = { kind: 'connection', generation, reason: null } as const;
  await run.engine.report(run.instance.id, [{ ...driverEvent, status: 'reconnecting', reason: 'network' }]);
  run.clock.ms += 1999;
  await run.engine.idle();
  await run.engine.report(run.instance.id, [{ ...driverEvent, status: 'connected' }]);
  run.clock.ms += 10_000;
  await run.engine.idle();
  expect(await run.told()).toEqual([]);
  expect(await run.history()).toEqual(['reconnecting/network', 'connected']);

  await run.engine.report(run.instance.id, [{ ...driverEvent, status: 'reconnecting', reason: 'network' }]);
  run.clock.ms += 2000;
  await run.engine.idle();
  expect(await run.told()).toEqual(['whatsapp.instance.status_changed']);
  await run.engine.report(run.instance.id, [{ ...driverEvent, status: 'connected' }]);
  expect((await run.told()).length).toBe(2);
});

/** The network drops three of ten, by their ids: it drops none of so many once in 10^10. */
const orders = Array.from({ length: 64 }, (_, index) => ({ to: `1555010${2000 + index}`, text: 'Hello' }));

test('on a flaky network every message arrives once', async () => {
  await using run = await running({ scenario: 'unreliable' }, 'connected');
  await enqueue(run.engine, place.database, run.instance, orders);
  await run.engine.sandbox.advance(run.instance, 1000);
  const rows = await messagesOf(place.database, run.instance.id);
  expect(rows.map(({ status }) => status)).toEqual(orders.map(() => 'read'));
  expect(Math.max(...rows.map(({ retries }) => retries))).toBeGreaterThan(0);
  for (const { statusHistory } of rows) {
    expect(statusHistory.filter(({ status }) => status === 'sent').length).toBe(1);
  }
  expect(await run.history()).toContain('reconnecting/network');
});

test('a network that logs out or bans reports it at the first message', async () => {
  for (const [scenario, state, code] of [
    ['logged_out', 'logged_out/device_removed', undefined],
    ['banned', 'failed/banned', 'account_restricted'],
  ] as const) {
    await using run = await running({ scenario }, 'connected');
    await enqueue(run.engine, place.database, run.instance, orders.slice(0, 1));
    await run.engine.idle();
    expect(await run.history()).toEqual([state]);
    const [message] = await messagesOf(place.database, run.instance.id);
    expect(message?.error?.code).toBe(code);
  }
});
