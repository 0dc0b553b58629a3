/** The whole product as a process, with its peer in another one. */
import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { startLinkedPhones, type LinkedPhone } from '../faults/linked-phones';
import { type ServerProcess, until } from '../support/process';
import { lasting } from '../support/waiting';
import { atRate, quantile } from './open-loop';
import { numbers, rateOf, residentOf } from './whatsapp-web-load';

const PEOPLE = numbers(4, 15_550_200_001);
const SETTLE_MS = 4000;
const AT_ONCE = 32;

type Network = Awaited<ReturnType<typeof startLinkedPhones>>;

const worker = (server: ServerProcess): number => {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(server.pid)]);
  return Number(/^\s*(\d+) .*\/worker\.ts$/m.exec(stdout.toString())?.[1]);
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

const rowsOf = (network: Network, direction: 'inbound' | 'outbound') =>
  queries(network.database).select().from(waMessages).where(eq(waMessages.direction, direction));

/** Messages a second in each direction, and the milliseconds from the answer 202 to WhatsApp, the shortest first. */
export async function measureProduct({ accounts = 4, messages = 1000, rate = 20, seconds = 10 } = {}) {
  await using stage = await start(accounts);
  const { network, phones, call } = stage;
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
  const isAcknowledged = async (count: number): Promise<boolean> =>
    (await rowsOf(network, 'outbound')).filter(({ sentAt }) => sentAt !== null).length >= count;
  const warm = accounts * PEOPLE.length;
  for (let index = 0; index < warm; index += 1) await send(index);
  await until(() => isAcknowledged(warm), { everyMs: 50 });
  const sends = await rateOf({ total: messages, atOnce: AT_ONCE }, send, () => isAcknowledged(warm + messages));

  const each = Math.ceil(messages / accounts);
  const before = (await rowsOf(network, 'inbound')).length;
  const receives = await rateOf(
    { total: accounts, atOnce: accounts },
    (index) =>
      network.run('sendMany', { from: toPeople(index), to: phones[index]?.phone ?? '', text: 'In', count: each }),
    async () => (await rowsOf(network, 'inbound')).length >= before + each * accounts,
  );

  const answered = new Map<string, number>();
  await atRate({ rate, seconds }, (index) => async () => {
    const id = await send(index);
    answered.set(id, Date.now());
  });
  await until(() => isAcknowledged(warm + messages + answered.size), { everyMs: 50 });
  const reached = new Map((await network.run('accepted')).map(({ id, at }) => [id, at]));
  const waits = (await rowsOf(network, 'outbound')).flatMap(({ id, providerMessageId }) => {
    const [from, at] = [answered.get(id), reached.get(providerMessageId ?? '')];
    return from === undefined || at === undefined ? [] : [at - from];
  });
  return { sends, receives: receives * each, waits: waits.toSorted((a, b) => a - b) };
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
