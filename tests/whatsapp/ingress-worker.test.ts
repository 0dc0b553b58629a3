import { afterAll, beforeEach, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import type { Config } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { createMetrics } from '../../server/metrics';
import type { DriverEvent } from '../../server/whatsapp/drivers/driver-events';
import { createIngress } from '../../server/whatsapp/ingress/ingress';
import { countWaitingBytes } from '../../server/whatsapp/queries/ingress';
import { waCloudApps, waInstances, waProviderRaw } from '../../server/whatsapp/schema/instances';
import { whatsappSealer } from '../../server/whatsapp/sealed';
import { claimRaw } from '../../server/whatsapp/system/ingress';
import { endLeases } from '../../server/work/system/leases';
import { createWorkQueues } from '../../server/work/work-queues';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { engineOn, seedInstance } from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

const HOUR_MS = 3_600_000;
/** Longer than a claim lasts. */
const LEASE_MS = 21_000;
const clock = { ms: Date.now() };
beforeEach(() => void (clock.ms = Date.now()));

const idOf = (driverEvent: DriverEvent): string =>
  'providerMessageId' in driverEvent ? (driverEvent.providerMessageId ?? '') : '';

/** A process that works off notifications, and what it applied; `apply` may throw. */
function start(applied: string[], apply: (id: string) => Promise<void> = async () => {}, change: Partial<Config> = {}) {
  const { work: own } = engineOn(database, { clock });
  const work = { ...own, config: { ...own.config, ...change }, metrics: createMetrics() };
  const queues = createWorkQueues({ ...work, database });
  const inbox = {
    report: async () => {},
    async apply(_work: unknown, driverEvent: DriverEvent) {
      applied.push(idOf(driverEvent));
      await apply(idOf(driverEvent));
    },
  };
  const { ingress, queue } = createIngress({ work, database, inbox, queues });
  queue.start();
  return { ...queue, ingress, queues };
}

/** An app with one instance, and the way to tell it something. */
async function appWith(secret = newId('x')) {
  const id = newId('wca');
  const number = String(Math.floor(Math.random() * 1e12));
  const instance = await seedInstance(database, { phoneNumberId: number });
  const sealer = whatsappSealer(new Uint8Array(32).fill(7));
  const now = new Date();
  const tokens = { secretSealed: sealer.seal('appSecret', id, secret), verifyTokenSealed: '', verifyTokenHint: '' };
  const row = { id, workspaceId: instance.workspaceId, secretHash: secret, ingressToken: id, ...tokens };
  await queries(database)
    .insert(waCloudApps)
    .values({ ...row, createdAt: now, updatedAt: now });
  await queries(database).update(waInstances).set({ appId: id }).where(eq(waInstances.id, instance.id));
  const app = { id, workspaceId: instance.workspaceId, secret };
  const body = (ids: string[]): Uint8Array => {
    const messages = ids.map((one) => ({ from: '16505551234', id: one, type: 'text', text: { body: one } }));
    const value = { metadata: { phone_number_id: number }, messages };
    return new TextEncoder().encode(JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }));
  };
  const rows = () =>
    queries(database).select().from(waProviderRaw).where(eq(waProviderRaw.appId, id)).orderBy(waProviderRaw.seq);
  return { app, body, rows };
}

test('an item that fails is tried again by itself, and the others are done', async () => {
  const applied: string[] = [];
  let isBroken = true;
  const node = start(applied, async (id) => {
    if (id === 'bad' && isBroken) throw new RangeError('Its words may hold what nobody is to read.');
  });
  const { app, body, rows } = await appWith();
  await node.ingress.keep(app, body(['one', 'bad', 'two']));
  await node.idle();
  expect(applied).toEqual(['one', 'bad', 'two']);
  const path = 'entry[0].changes[0].value.messages[1]';
  const problems = [{ path, message: 'The notification could not be processed (RangeError).' }];
  expect(await rows()).toMatchObject([{ parsedAt: null, tries: 1, problems }]);

  clock.ms += 900;
  await node.idle();
  expect(applied).toHaveLength(3);
  clock.ms += 200;
  isBroken = false;
  await node.idle();
  await node.stop();
  expect(applied).toEqual(['one', 'bad', 'two', 'bad']);
  expect(await rows()).toMatchObject([{ parsedAt: expect.any(Date), tries: 2, problems: null }]);
});

test('a notification that keeps failing is given up, and its problems are kept', async () => {
  const applied: string[] = [];
  const node = start(applied, async () => {
    throw new RangeError('Always.');
  });
  const { app, body, rows } = await appWith();
  await node.ingress.keep(app, body(['hopeless']));
  for (let turn = 0; turn < 12; turn += 1) {
    await node.idle();
    clock.ms += HOUR_MS + 1000;
  }
  await node.stop();
  expect(applied).toHaveLength(9);
  expect(await rows()).toMatchObject([
    { parsedAt: expect.any(Date), tries: 9, problems: [{ message: expect.any(String) }] },
  ]);
});

test('two processes apply each item once, the items of an app in order', async () => {
  const applied: string[] = [];
  const busy = new Set<string>();
  const overlaps: string[] = [];
  const apply = async (id: string): Promise<void> => {
    const app = id.split(' ', 1)[0] ?? '';
    if (busy.has(app)) overlaps.push(id);
    busy.add(app);
    await Promise.resolve();
    busy.delete(app);
  };
  const processes = [start(applied, apply), start(applied, apply)];
  const apps = await Promise.all(['a', 'b', 'c'].map(async (name) => ({ name, ...(await appWith()) })));
  const wanted: Record<string, string[]> = { a: [], b: [], c: [] };
  for (let turn = 0; turn < 30; turn += 1) {
    for (const { name, app, body } of apps) {
      const ids = [`${name} ${turn}.1`, `${name} ${turn}.2`];
      wanted[name]?.push(...ids);
      await processes[turn % 2]?.ingress.keep(app, body(ids));
    }
    clock.ms += 1;
  }
  await Promise.all(processes.map((one) => one.idle()));
  await Promise.all(processes.map((one) => one.stop()));
  expect(Map.groupBy(applied, (id) => id.split(' ', 1)[0])).toEqual(new Map(Object.entries(wanted)));
  expect(overlaps).toEqual([]);
});

test('what a dead process had claimed is continued in order', async () => {
  const applied: string[] = [];
  const keeper = start([]);
  await keeper.stop();
  const { app, body, rows } = await appWith();
  const claim = () =>
    claimRaw(database, app.workspaceId, {
      owner: 'nod_gone',
      now: new Date(clock.ms),
      until: new Date(clock.ms + 20_000),
      limit: 64,
    });

  await keeper.ingress.keep(app, body(['first']));
  expect(await claim()).toHaveLength(1);
  clock.ms += 1;
  await keeper.ingress.keep(app, body(['second']));
  expect(await claim()).toEqual([]);

  const next = start(applied);
  await next.idle();
  expect(applied).toEqual([]);
  clock.ms += LEASE_MS;
  await next.idle();
  expect(applied).toEqual(['first', 'second']);

  await keeper.ingress.keep(app, body(['third']));
  expect(await claim()).toHaveLength(1);
  await endLeases(database, next.queues.leases(), 'nod_gone');
  await next.idle();
  await next.stop();
  expect(applied).toEqual(['first', 'second', 'third']);
  expect((await rows()).every(({ parsedAt }) => parsedAt !== null)).toBe(true);
});

// A transaction of SQLite that is open keeps everybody waiting.
test.skipIf(engine === 'sqlite')('a long claim stays with its process', async () => {
  const applied: string[] = [];
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = start(applied, async () => {
    reached.resolve();
    await go.promise;
  });
  const { app, body, rows } = await appWith();
  await slow.ingress.keep(app, body(['long']));
  await reached.promise;
  const other = start(applied);
  for (let turn = 0; turn < 3; turn += 1) {
    clock.ms += 15_000;
    await slow.renew();
  }
  await other.idle();
  go.resolve();
  await slow.idle();
  await Promise.all([slow.stop(), other.stop()]);
  expect(applied).toEqual(['long']);
  expect(await rows()).toMatchObject([{ tries: 1, parsedAt: expect.any(Date) }]);
});

test('notifications of a deleted app do not block others', async () => {
  const node = start([]);
  const [here, gone] = [await appWith(), await appWith()];
  await queries(database).update(waInstances).set({ appId: null }).where(eq(waInstances.appId, gone.app.id));
  await queries(database).delete(waCloudApps).where(eq(waCloudApps.id, gone.app.id));
  const kept = await Promise.allSettled([
    node.ingress.keep(here.app, here.body(['before'])),
    node.ingress.keep(here.app, here.body(['one'])),
    node.ingress.keep(gone.app, gone.body(['two'])),
    node.ingress.keep(here.app, here.body(['three'])),
  ]);
  expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await node.idle();
  await node.stop();
  expect(await here.rows()).toHaveLength(3);
});

test('a workspace with a full backlog of notifications is refused more, and other workspaces are not', async () => {
  const applied: string[] = [];
  const state = { isBroken: true };
  const fail = async (): Promise<void> => {
    if (state.isBroken) throw new RangeError('Not now.');
  };
  const [busy, other] = [await appWith(), await appWith()];
  const whatsappBacklogMax = busy.body(['one']).length * 2;
  const node = start(applied, fail, { whatsappBacklogMax });
  await node.ingress.keep(busy.app, busy.body(['one']));
  const refused = await node.ingress
    .keep(busy.app, busy.body(['a longer one', 'and one more']))
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'overloaded',
    details: { detail: expect.stringContaining('WHATSAPP_BACKLOG_MAX'), headers: { 'Retry-After': '60' } },
  });
  expect(await busy.rows()).toHaveLength(1);
  await node.ingress.keep(other.app, other.body(['of another']));

  // What was worked off takes no room any more. The failed try is written first: its next one is counted from the clock.
  await node.idle();
  state.isBroken = false;
  clock.ms += 2000;
  await node.idle();
  await until(() =>
    node.ingress.keep(busy.app, busy.body(['next'])).then(
      () => true,
      () => false,
    ),
  );
  await node.idle();
  await node.stop();
  expect(applied).toContain('next');
});

test('of notifications at once, no more are kept than the backlog has room for', async () => {
  const busy = await appWith();
  const fail = async (): Promise<void> => {
    throw new RangeError('Not now.');
  };
  const whatsappBacklogMax = 20_000;
  const node = start([], fail, { whatsappBacklogMax });
  const keep = (_: unknown, index: number) =>
    node.ingress.keep(busy.app, busy.body(['x'.repeat(2000), `no. ${index}`]));
  const kept = await Promise.allSettled(Array.from({ length: 40 }, keep));
  expect(kept.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await node.idle();
  await node.stop();
  expect(await countWaitingBytes(database, busy.app.workspaceId)).toBeLessThanOrEqual(whatsappBacklogMax);
});

test('waiting bytes are counted in slices, without other workspaces and finished rows', async () => {
  const [busy, other] = [await appWith(), await appWith()];
  const at = Date.now();
  const keep = async ({ app }: typeof busy, count: number, more: Partial<typeof waProviderRaw.$inferInsert> = {}) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      workspaceId: app.workspaceId,
      appId: app.id,
      bodyHash: Bun.randomUUIDv7(),
      sealed: 'é',
      // Many of one instant, as after a claim.
      nextTryAt: new Date(at + (index % 3)),
      createdAt: new Date(at),
      ...more,
    }));
    for (let from = 0; from < count; from += 500)
      await queries(database)
        .insert(waProviderRaw)
        .values(rows.slice(from, from + 500));
  };
  await keep(busy, 2300);
  await keep(busy, 40, { problems: [{ path: '/entry', message: 'Not now.' }] });
  await keep(busy, 40, { parsedAt: new Date(at) });
  await keep(other, 40);

  let statements = 0;
  database.observe(() => void (statements += 1));
  const bytes = await countWaitingBytes(database, busy.app.workspaceId);
  database.observe(undefined);
  expect(bytes).toBe(2 * (2300 + 40));
  expect(statements).toBeGreaterThan(3);
  expect(await countWaitingBytes(database, newId('ws'))).toBe(0);
});
