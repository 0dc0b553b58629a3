import { describe, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { until, type ServerProcess } from '../support/process';
import { lasting } from '../support/waiting';
import { startLinkedPhones, type LinkedPhone, type LinkedPhones } from './linked-phones';

/**
 * `KILLS=20 INSTANCES=20 bun test tests/faults/whatsapp-web-kill.test.ts` is the same at length, and prints what it
 * counted; each of its tests takes some minutes.
 */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
const INSTANCES = Number(Bun.env['INSTANCES'] ?? 3);
/** Messages that a server gets acknowledged before it is killed, at most. */
const MESSAGES = 40;
const PHONES = Array.from({ length: INSTANCES }, (_, at) => String(15_551_000_001 + at));
const PEOPLE = ['15552000001', '15552000002'];
/** Of each instance: all together write as often, however many they are. */
const PAUSE_MS = 15 * INSTANCES;
/** Of each phone, while its server is away: a slow machine would take minutes for all that is written meanwhile. */
const MAX_WAITING = 20;
/** After a kill, until all sockets are open again; a worker that ends again and again is started a minute later. */
const BACK_MS = 70_000 + INSTANCES * 1000;
const DONE: ReadonlySet<string> = new Set(['sent', 'delivered', 'read']);

/** All phones write and are written to, until the server does not answer. */
function startTraffic(network: LinkedPhones, server: ServerProcess, phones: readonly LinkedPhone[]) {
  const call = network.callsTo(server);
  const acknowledged: string[] = [];
  const received: string[] = [];
  const state = { isStopped: false };

  const write = async ({ instanceId }: LinkedPhone, at: number): Promise<void> => {
    for (let turn = at; !state.isStopped; turn += 1) {
      const content = { type: 'text', text: `Out ${crypto.randomUUID()}` };
      const order = { to: `+${PEOPLE[turn % PEOPLE.length]}`, content };
      const answer = await call('POST', `/whatsapp/instances/${instanceId}/messages`, order).catch(() => undefined);
      if (answer?.status === 202) acknowledged.push(answer.body.id);
      await lasting(PAUSE_MS);
    }
  };
  const beWrittenTo = async ({ phone }: LinkedPhone, at: number): Promise<void> => {
    for (let turn = at; !state.isStopped; turn += 1) {
      const from = PEOPLE[turn % PEOPLE.length] ?? '';
      received.push(await network.run('sendText', { from, to: phone, text: `In ${turn}` }));
      await lasting(PAUSE_MS);
      const isFull = async () => (await network.run('pending', { phone })).length >= MAX_WAITING;
      await until(async () => state.isStopped || !(await isFull()));
    }
  };
  const all = Promise.all(phones.flatMap((phone, at) => [write(phone, at), beWrittenTo(phone, at)]));
  return {
    acknowledged,
    received,
    async stop(): Promise<void> {
      state.isStopped = true;
      await all;
    },
  };
}

type Traffic = ReturnType<typeof startTraffic>;

const IS_LONG = Bun.env['KILLS'] !== undefined;
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** Waits until nothing is left, and tells what is. */
async function untilNone(
  what: string,
  listLeft: () => Promise<unknown[]>,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<void> {
  const began = performance.now();
  let left: unknown[] = [];
  const isOver = async () => (left = await listLeft()).length === 0;
  await until(isOver, { everyMs: 100, ...(timeoutMs === undefined ? {} : { timeoutMs }) }).catch(() => {});
  if (IS_LONG) tell(`${what}: ${left.length} after ${Math.round(performance.now() - began)} ms`);
  expect(left).toEqual([]);
}

const repeated = <T>(items: readonly T[]): T[] => items.filter((item, at) => items.indexOf(item) !== at);

/** Has the phones linked, write and be written to, while `kill` is called, and compares both sides in the end. */
async function compareAfter(
  network: LinkedPhones,
  first: ServerProcess,
  kill: (server: ServerProcess, traffic: Traffic) => Promise<ServerProcess>,
): Promise<void> {
  const { database, run } = network;
  for (const phone of PEOPLE) await run('introduce', { phone });
  let server = first;
  const phones: LinkedPhone[] = [];
  for (const phone of PHONES) phones.push(await network.link(server, phone));
  const codes = async (): Promise<number> => {
    const path = '/events?type=whatsapp.instance.qr_updated&limit=100';
    return (await network.callsTo(server)('GET', path)).body.data.length;
  };
  const codesBefore = await codes();
  const messages = () => queries(database).select().from(waMessages);

  const acknowledged: string[] = [];
  const received: string[] = [];
  const dispatched = new Set<string>();
  for (let round = 0; round < KILLS; round += 1) {
    const traffic = startTraffic(network, server, phones);
    const count = 1 + Math.floor(Math.random() * MESSAGES);
    await until(() => traffic.acknowledged.length >= count, { everyMs: 1 });
    const loginsBefore = (await run('stats')).logins;
    server = await kill(server, traffic);
    await traffic.stop();
    acknowledged.push(...traffic.acknowledged);
    received.push(...traffic.received);
    for (const { id, dispatchedAt } of await messages()) if (dispatchedAt !== null) dispatched.add(id);
    const killedAt = performance.now();
    const online = async () => new Set(await network.online());
    await until(async () => (await run('stats')).logins >= loginsBefore + PHONES.length, { timeoutMs: BACK_MS });
    await untilNone('offline', async () => [...new Set(PHONES).difference(await online())], { timeoutMs: BACK_MS });
    if (IS_LONG) tell(`round ${round + 1}: back in ${Math.round(performance.now() - killedAt)} ms`);
  }

  const open = new Set(['queued', 'sending']);
  await untilNone('open', async () => {
    const rows = (await messages()).filter(({ status }) => open.has(status));
    const instances = rows.length === 0 ? [] : await queries(database).select().from(waInstances);
    const statusOf = new Map(instances.map(({ id, status, statusReason }) => [id, [status, statusReason]]));
    return rows.map(({ id, instanceId, status, waiting, dueAt, leaseUntil, dispatchedAt }) => {
      return { id, instance: statusOf.get(instanceId), status, waiting, dueAt, leaseUntil, dispatchedAt };
    });
  });
  await untilNone('unacknowledged', async () =>
    (await Promise.all(phones.map(({ phone }) => run('pending', { phone })))).flat(),
  );
  await untilNone('not in the log', async () => {
    const ids = new Set((await messages()).map(({ providerMessageId }) => providerMessageId));
    return received.filter((id) => !ids.has(id));
  });

  const rows = await messages();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const readByPeople = async () =>
    (await Promise.all(PEOPLE.map((phone) => run('received', { phone }))))
      .flat()
      .filter(({ from }) => PHONES.includes(from));
  const sent = rows.filter(({ direction, status }) => direction === 'outbound' && DONE.has(status));
  // A phone decrypts after the network has acknowledged.
  await until(async () => (await readByPeople()).length >= sent.length, { everyMs: 50 }).catch(() => {});
  const atPeople = await readByPeople();
  const texts = atPeople.map(({ text }) => text);

  expect(await codes()).toBe(codesBefore);
  expect(acknowledged.filter((id) => !rowOf.has(id))).toEqual([]);
  expect(repeated(atPeople.map(({ id }) => id))).toEqual([]);
  expect(repeated(texts)).toEqual([]);
  const ours = rows.filter(({ direction }) => direction === 'outbound');
  const textOf = ({ content }: (typeof rows)[number]) => (content.type === 'text' ? content.text : content.type);
  const timesRead = (row: (typeof rows)[number]) => texts.filter((text) => text === textOf(row)).length;
  const ends = ours.map((row) => ({ id: row.providerMessageId, status: row.status, read: timesRead(row) }));
  const wronglyRead = ends.filter(({ status, read }) => DONE.has(status) && read !== 1);
  expect(wronglyRead).toEqual([]);
  // Nobody can tell only of those that were on their way when a process ended.
  const unclear = ours.filter(({ status }) => !DONE.has(status));
  expect(unclear.filter(({ id, status }) => status !== 'unconfirmed' || !dispatched.has(id))).toEqual([]);
  const logged = rows.filter(({ direction }) => direction === 'inbound').map((row) => row.providerMessageId ?? '');
  expect(logged.toSorted()).toEqual(received.toSorted());
  expect((await run('stats')).replacements).toBe(0);
  expect(await run('faults')).toEqual([]);
  const unconfirmed = rows.filter(({ status }) => status === 'unconfirmed').length;
  if (IS_LONG) tell(`${acknowledged.length} acknowledged, ${unconfirmed} unconfirmed, ${received.length} received`);
}

/** Where the sockets run is no matter of the engine: on PostgreSQL the server is killed, with a worker of its own. */
const ISOLATIONS = engine === 'postgres' ? (['process'] as const) : (['thread', 'process'] as const);

describe.each(ISOLATIONS)('with the sockets in a %s', (isolation) => {
  test(
    `kill -9 of the server at ${KILLS} random times loses no message, repeats none, and links no phone again`,
    async () => {
      await using network = await startLinkedPhones({ WHATSAPP_WEB_ISOLATION: isolation });
      await compareAfter(network, await network.startServer(), async (server) => {
        await server.crash();
        return network.startServer();
      });
    },
    120_000 + KILLS * BACK_MS + INSTANCES * 5000,
  );
});

test.skipIf(engine === 'postgres')(
  `kill -9 of the worker at ${KILLS} random times loses no message, repeats none, and links no phone again`,
  async () => {
    await using network = await startLinkedPhones({ WHATSAPP_WEB_ISOLATION: 'process' });
    const server = await network.startServer();
    const workerOf = (): number => {
      const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(server.pid)]);
      return Number(/^\s*(\d+) .*\/worker\.[jt]s$/m.exec(stdout.toString())?.[1]);
    };
    await compareAfter(network, server, async (_, { acknowledged }) => {
      const worker = workerOf();
      process.kill(worker, 'SIGKILL');
      // Each instance accepts a message while it has no worker, which is away for a minute when it ends often.
      const enough = acknowledged.length + INSTANCES;
      await until(() => workerOf() !== worker && acknowledged.length >= enough);
      return server;
    });
  },
  120_000 + KILLS * BACK_MS + INSTANCES * 5000,
);
