import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { nodes } from '../../server/webhooks/schema';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { createWorkQueues } from '../../server/work/work-queues';
import { freshDatabase } from '../support/app';
import { startProcess, until } from '../support/process';
import { engineOn, enqueue, messageOf, seedInstance } from '../whatsapp/queue-support';
import { leasedNotification } from './takeover-leases';

type TestDatabase = Awaited<ReturnType<typeof freshDatabase>>;

/** No lease ends by itself while the test runs. */
const LEASE_MS = 3_600_000;
const NODE_STANDS_STILL_MS = 7000;

const nodesOf = async ({ database }: TestDatabase): Promise<string[]> =>
  (await queries(database).select().from(nodes)).map(({ id }) => id);

/** Milliseconds since it was heard of; none of one that was given up. */
async function silenceOf({ database }: TestDatabase, id: string): Promise<number> {
  const [row] = await queries(database).select().from(nodes).where(eq(nodes.id, id));
  return row === undefined ? 0 : Date.now() - row.heartbeatAt.getTime();
}

/** A message on its way to a provider, and a notification that is being worked off, both by a process. */
async function leasedTo(testDatabase: TestDatabase, owner: string) {
  const { database } = testDatabase;
  const leaseUntil = new Date(Date.now() + LEASE_MS);
  const instance = await seedInstance(database);
  const [messageId] = await enqueue(engineOn(database), database, instance, [
    { to: '15550200001', text: 'On its way' },
  ]);
  if (messageId === undefined) throw new Error('No message was accepted.');
  await queries(database)
    .update(waMessages)
    .set({ status: 'sending', leaseOwner: owner, leaseUntil, dueAt: leaseUntil, dispatchedAt: new Date() })
    .where(eq(waMessages.id, messageId));
  const notification = await leasedNotification(database, instance, { owner, leaseUntil });
  return {
    read: async () => ({
      message: (await messageOf(database, messageId)).status,
      tries: (await notification.read())?.tries,
    }),
  };
}

test.skipIf(engine === 'sqlite')(
  'work of a killed process is free long before its lease ends; work of a stalled one is not taken',
  async () => {
    const testDatabase = await freshDatabase();
    await using one = await startProcess(testDatabase.url);
    const [id = ''] = await nodesOf(testDatabase);
    await using two = await startProcess(testDatabase.url);
    expect(await nodesOf(testDatabase)).toHaveLength(2);
    const leased = await leasedTo(testDatabase, id);

    one.kill('SIGSTOP');
    await until(async () => (await silenceOf(testDatabase, id)) > NODE_STANDS_STILL_MS);
    expect(await leased.read()).toEqual({ message: 'sending', tries: 1 });
    one.kill('SIGCONT');

    await one.crash();
    await until(async () => (await leased.read()).message === 'unconfirmed');
    await until(async () => (await leased.read()).tries !== 1);
    await until(async () => !(await nodesOf(testDatabase)).includes(id));
    expect(two.isRunning()).toBe(true);
    await testDatabase.close();
  },
);

test.skipIf(engine === 'sqlite')(
  'a process whose connection breaks acquires its lock again, and releases it at its end',
  async () => {
    const testDatabase = await freshDatabase();
    const nodeOf = () => {
      const of = {
        database: testDatabase.database,
        log: createLog('silent'),
        now: () => new Date(),
        metrics: createMetrics(),
      };
      return createWorkQueues(of).node;
    };
    const [one, two] = [nodeOf(), nodeOf()];
    await one.start();
    await two.start();
    const session = testDatabase.database.session();
    if (session === undefined) throw new Error('There is no session.');
    const locks = async () => {
      const text = `select pid from pg_locks where locktype = 'advisory' and classid = 7262002
        and database = (select oid from pg_database where datname = current_database())`;
      return (await session.run(text, [])).map(([pid]) => Number(pid));
    };
    const before = await locks();
    expect(before).toHaveLength(2);
    for (const pid of before) await session.run('select pg_terminate_backend($1)', [pid]);
    const isTakenAgain = (held: number[]) => held.length === 2 && !held.some((pid) => before.includes(pid));
    await until(async () => isTakenAgain(await locks()));
    expect((await nodesOf(testDatabase)).toSorted()).toEqual([one.id, two.id].toSorted());

    await one.stop();
    expect(await nodesOf(testDatabase)).toEqual([two.id]);
    await two.stop();
    expect(await nodesOf(testDatabase)).toEqual([]);
    // The server lets go of a lock once it has seen that its connection is closed.
    await until(async () => (await locks()).length === 0);
    await session.close();
    await testDatabase.close();
  },
);
