/** The whole product as a process, with its peer in another one. */
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { startLinkedPhones, type LinkedPhone } from '../faults/linked-phones';
import { type ServerProcess, until } from '../support/process';
import { lasting } from '../support/waiting';
import { atRate, quantile } from './open-loop';
import { cpuOf, numbers, rateOf, residentOf } from './whatsapp-web-load';

const PEOPLE = numbers(4, 15_550_200_001);
const SETTLE_MS = 4000;
const AT_ONCE = 32;

type Network = Awaited<ReturnType<typeof startLinkedPhones>>;

const worker = (server: ServerProcess): number => {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(server.pid)]);
  return Number(/^\s*(\d+) .*\/worker\.[jt]s$/m.exec(stdout.toString())?.[1]);
};

const toPeople = (index: number): string => PEOPLE[index % PEOPLE.length] ?? '';

async function start(count: number, env: Record<string, string> = {}) {
  const network = await startLinkedPhones(env);
  for (const phone of PEOPLE) await network.run('introduce', { phone });
  const server = await network.startServer();
  const bare = residentOf(server.pid);
  const phones: LinkedPhone[] = [];
  const link = async (): Promise<void> =>
    void phones.push(await network.link(server, String(15_550_100_001 + phones.length)));
  while (phones.length < count) await link();
  const dispose = () => network[Symbol.asyncDispose]();
  return { network, server, phones, bare, link, call: network.callsTo(server), [Symbol.asyncDispose]: dispose };
}

/** The database is the server’s own: one count now and then, instead of reading rows. */
const countOf = (network: Network, where: SQL | undefined): Promise<number> =>
  queries(network.database).$count(waMessages, where);
const OUTBOUND = eq(waMessages.direction, 'outbound');
const ACKNOWLEDGED = and(OUTBOUND, isNotNull(waMessages.sentAt));
const INBOUND = eq(waMessages.direction, 'inbound');

const LOOK = { everyMs: 50 };

/** Milliseconds of the processor that each process used for one of so many messages. */
async function cpuPerMessage(processes: Record<string, number>, messages: number, work: () => Promise<unknown>) {
  const before = Object.entries(processes).map(([name, pid]) => ({ name, pid, cpu: cpuOf(pid) }));
  await work();
  return new Map(before.map(({ name, pid, cpu }) => [name, (cpuOf(pid) - cpu) / messages]));
}

/** Messages a second in each direction, and the milliseconds from the answer 202 to WhatsApp, the shortest first. */
export async function measureProduct({ accounts = 4, messages = 1000, rate = 20, seconds = 10 } = {}) {
  await using stage = await start(accounts);
  const { network, phones, call, server } = stage;
  const processes = { server: server.pid, peer: network.peerPid, bench: process.pid };
  const send = async (index: number): Promise<string> => {
    const { instanceId = '' } = phones[index % accounts] ?? {};
    const content = { type: 'text', text: `Out ${index}` };
    const answer = await call('POST', `/whatsapp/instances/${instanceId}/messages`, {
      to: `+${toPeople(index)}`,
      content,
    });
    if (answer.status !== 202) throw new Error(`A send was answered ${answer.status}.`);
    return answer.body.id;
  };
  // Of the peer, which is no part of the product, the benches ask how many messages it got.
  const hasReached = async (count: number): Promise<boolean> => (await network.run('stats')).accepted >= count;
  const areAcknowledged = async (count: number): Promise<boolean> => (await countOf(network, ACKNOWLEDGED)) >= count;
  const warm = accounts * PEOPLE.length;
  for (let index = 0; index < warm; index += 1) await send(index);
  await until(() => areAcknowledged(warm), LOOK);
  const rates = { sends: 0, receives: 0 };
  const sendCpu = await cpuPerMessage(processes, messages, async () => {
    rates.sends = await rateOf({ total: messages, atOnce: AT_ONCE }, send, () => hasReached(warm + messages));
    await until(() => areAcknowledged(warm + messages), LOOK);
  });

  const each = Math.ceil(messages / accounts);
  const before = await countOf(network, INBOUND);
  const receive = (index: number) =>
    network.run('sendMany', { from: toPeople(index), to: phones[index]?.phone ?? '', text: 'In', count: each });
  const areThere = async () => (await countOf(network, INBOUND)) >= before + each * accounts;
  const receiveCpu = await cpuPerMessage(processes, messages, async () => {
    rates.receives = each * (await rateOf({ total: accounts, atOnce: accounts }, receive, areThere));
  });

  const answered = new Map<string, number>();
  await atRate({ rate, seconds }, (index) => async () => {
    const id = await send(index);
    answered.set(id, Date.now());
  });
  await until(() => areAcknowledged(warm + messages + answered.size), LOOK);
  const reached = new Map((await network.run('accepted')).map(({ id, at }) => [id, at]));
  const rows = await queries(network.database).select().from(waMessages).where(OUTBOUND);
  const waits = rows.flatMap(({ id, providerMessageId }) => {
    const [from, at] = [answered.get(id), reached.get(providerMessageId ?? '')];
    return from === undefined || at === undefined ? [] : [at - from];
  });
  return { ...rates, sendCpu, receiveCpu, waits: waits.toSorted((a, b) => a - b) };
}

/** Bytes that the first connection adds to a bare server, and each further one that nobody uses. */
export async function measureMemory({ sockets = 20 } = {}): Promise<{ first: number; further: number }> {
  await using stage = await start(0);
  const { server, bare, link } = stage;
  const settled = async (): Promise<number> => {
    await lasting(SETTLE_MS);
    return residentOf(server.pid);
  };
  await link();
  const one = await settled();
  for (let index = 0; index < sockets; index += 1) await link();
  return { first: one - bare, further: ((await settled()) - one) / sockets };
}

/** Milliseconds of answers of the API, before and after the process of the connections was killed. */
export async function measureCrashLatency({ sockets = 20, rate = 50, seconds = 6 } = {}) {
  await using stage = await start(sockets, { WHATSAPP_WEB_ISOLATION: 'process' });
  const { server, call } = stage;
  const ask = () => async (): Promise<void> => {
    const { status } = await call('GET', '/whatsapp/instances?limit=20');
    if (status !== 200) throw new Error(`The API answered ${status}.`);
  };
  await atRate({ rate, seconds: 2 }, ask);
  const before = await atRate({ rate, seconds }, ask);
  process.kill(worker(server), 'SIGKILL');
  const during = await atRate({ rate, seconds }, ask);
  return { before: quantile(before, 0.99), during: quantile(during, 0.99) };
}
