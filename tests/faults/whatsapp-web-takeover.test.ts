import { Database as Driver } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';

import { type Database, queries, runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waSockets } from '../../server/whatsapp/schema/sockets';
import { watchLateness } from '../support/lateness';
import { type ServerProcess, until } from '../support/process';
import { lasting } from '../support/waiting';
import { type LinkedPhone, startLinkedPhones } from './linked-phones';

/** From the end of a process until another has its sockets open. */
const BOUND_MS = 5000;
const TIMEOUT_MS = 60_000;
const PHONES = ['15551000001', '15551000002', '15551000003'];

test('the sockets of a process that was killed are open in another one within five seconds, and never in two', async () => {
  await using network = await startLinkedPhones();
  const { database, run } = network;
  const victim = await network.startServer();
  const linked = [];
  for (const phone of PHONES) linked.push(await network.link(victim, phone));
  const owners = async () =>
    (await queries(database).select().from(waSockets)).map(({ leaseOwner, fence }) => ({ leaseOwner, fence }));
  const before = await owners();
  const survivor = await network.startServer();
  await until(() => survivor.output().includes('whatsapp web worker started'), { everyMs: 20 });
  using lateness = watchLateness();
  const { logins } = await run('stats');

  const late = lateness.late();
  const killedAt = performance.now();
  victim.kill('SIGKILL');
  await victim.exited;
  await until(async () => (await run('stats')).logins === logins + PHONES.length, {
    timeoutMs: TIMEOUT_MS,
    everyMs: 20,
  });
  await until(async () => (await network.online()).length === PHONES.length, { timeoutMs: TIMEOUT_MS, everyMs: 20 });
  const tookMs = performance.now() - killedAt;
  if (Bun.env['TOOK'] !== undefined) process.stdout.write(`${JSON.stringify({ sockets: Math.round(tookMs) })}\n`);

  expect(tookMs).toBeLessThan(BOUND_MS + lateness.late() - late);
  const after = await owners();
  expect(new Set(after.map(({ leaseOwner }) => leaseOwner)).size).toBe(1);
  expect(after[0]?.leaseOwner).not.toBe(before[0]?.leaseOwner ?? null);
  expect((await run('stats')).replacements).toBe(0);
}, 180_000);

/** What decrypts messages and proves who a device is. Sealed anew at each write, so that a write always shows. */
/** But lists of devices, which the owner may read anew at any time. */
async function keysOf({ database, databaseUrl }: { database: Database; databaseUrl: string }): Promise<string[]> {
  const text =
    "select instance, type, id, sealed from whatsapp_web_keys where type <> 'device-list' order by instance, type, id";
  if (engine === 'postgres') return (await runStatement(database, text, [])).map((row) => JSON.stringify(row));
  using file = new Driver(join(dirname(databaseUrl), 'whatsapp-web', 'credentials.db'), { readonly: true });
  return file
    .query(text)
    .values()
    .map((row) => JSON.stringify(row));
}

/** SQLite has one writer: a process that stands still while it writes would hold up the other, which is not tested here. */
async function freezeOutsideWrites(server: ServerProcess, paths: readonly string[]): Promise<void> {
  const isWritable = (path: string): boolean => {
    using file = new Driver(path);
    try {
      file.run('begin immediate');
      return true;
    } catch {
      return false;
    }
  };
  for (await server.freeze(); !paths.every(isWritable); await server.freeze()) {
    server.kill('SIGCONT');
    await lasting(1);
  }
}

test('a process that stood still loses its sockets: it opens none again, and what it still gets writes no key', async () => {
  await using network = await startLinkedPhones();
  const { database, databaseUrl, run } = network;
  const ada = '15552000001';
  await run('introduce', { phone: ada });
  const stale = await network.startServer();
  const linked: LinkedPhone[] = [];
  for (const phone of PHONES) linked.push(await network.link(stale, phone));
  const rows = () => queries(database).select().from(waMessages);
  const texts = async () =>
    (await rows()).map(({ content }) => (content.type === 'text' ? content.text : content.type));
  const arrives = (text: string) =>
    until(async () => (await texts()).filter((one) => one === text).length === PHONES.length, { everyMs: 20 });
  const write = async (text: string) => {
    for (const to of PHONES) await run('sendText', { from: ada, to, text });
  };
  const isSettled = async () =>
    (await Promise.all(PHONES.map((phone) => run('pending', { phone })))).flat().length === 0;
  await write('before');
  await arrives('before');
  await until(isSettled);
  const owner = await network.startServer();
  await until(() => owner.output().includes('whatsapp web worker started'), { everyMs: 20 });

  await freezeOutsideWrites(
    stale,
    engine === 'sqlite' ? [databaseUrl, join(dirname(databaseUrl), 'whatsapp-web', 'credentials.db')] : [],
  );
  // Goes to the sockets of the process that stands still, which reads it when it goes on, and to the next sockets.
  await write('meanwhile');
  const { logins } = await run('stats');
  await arrives('meanwhile');
  await until(isSettled);
  expect(await run('stats')).toMatchObject({ logins: logins + PHONES.length, replacements: PHONES.length });
  const keys = await keysOf(network);

  stale.kill('SIGCONT');
  const hasLost = ({ instanceId }: LinkedPhone) =>
    stale.output().includes(`"instance":"${instanceId}","msg":"socket closed: its lease is lost"`);
  await until(() => linked.every(hasLost), { everyMs: 20 });
  expect(await keysOf(network)).toEqual(keys);

  // The sessions of the owner go on in both directions.
  await write('after');
  await arrives('after');
  const call = network.callsTo(owner);
  for (const { instanceId, phone } of linked) {
    const content = { type: 'text', text: `Answer of ${phone}` };
    const answer = await call('POST', `/whatsapp/instances/${instanceId}/messages`, { to: `+${ada}`, content });
    expect(answer.status).toBe(202);
  }
  const answers = PHONES.map((phone) => `Answer of ${phone}`);
  const atAda = async () => (await run('received', { phone: ada })).map(({ text }) => text ?? '');
  await until(async () => (await atAda()).length === answers.length, { everyMs: 20 });
  expect((await atAda()).toSorted()).toEqual(answers);
  expect((await texts()).toSorted()).toEqual(
    [...answers, ...['before', 'meanwhile', 'after'].flatMap((text) => PHONES.map(() => text))].toSorted(),
  );
  expect((await rows()).filter(({ status }) => status === 'failed' || status === 'unconfirmed')).toEqual([]);
  expect(await run('stats')).toMatchObject({ logins: logins + PHONES.length, replacements: PHONES.length });
  expect(await run('faults')).toEqual([]);
}, 180_000);
