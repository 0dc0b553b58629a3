import { expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { waSockets } from '../../server/whatsapp/schema/sockets';
import { until } from '../support/process';
import { watchLateness } from './lateness';
import { startLinkedPhones } from './linked-phones';

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

  const late = lateness.late();
  const killedAt = performance.now();
  victim.kill('SIGKILL');
  await victim.exited;
  await until(async () => (await network.online()).length === 0, { everyMs: 5 });
  await until(async () => (await network.online()).length === PHONES.length, { timeoutMs: TIMEOUT_MS, everyMs: 20 });
  const tookMs = performance.now() - killedAt;
  if (Bun.env['TOOK'] !== undefined) process.stdout.write(`${JSON.stringify({ sockets: Math.round(tookMs) })}\n`);

  expect(tookMs).toBeLessThan(BOUND_MS + lateness.late() - late);
  const after = await owners();
  expect(new Set(after.map(({ leaseOwner }) => leaseOwner)).size).toBe(1);
  expect(after[0]?.leaseOwner).not.toBe(before[0]?.leaseOwner ?? null);
  expect((await run('stats')).replacements).toBe(0);
}, 180_000);
