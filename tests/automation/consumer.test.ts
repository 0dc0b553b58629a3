import { afterEach, beforeEach, expect, test } from 'bun:test';

import { type ConsumerOptions, createConsumer } from '../../server/automation/consumer';
import { scoped } from '../../server/db/scoped';
import { emit, type NewEvent } from '../../server/events/emit';
import { readCursor } from '../../server/work/queries/cursors';
import type { Workspace } from '../../shared/access/workspaces';
import { exampleOf } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { until } from '../support/process';
import { seedWorkspace } from '../support/seed';

let server: Awaited<ReturnType<typeof startServer>>;
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await server.stop();
});

const updated = (name: string): NewEvent => ({
  type: 'workspace.updated',
  data: { ...(exampleOf('workspace.updated').data as Workspace), name },
});

const write = (workspaceId: string, ...events: NewEvent[]) =>
  database.transaction((tx) => emit({ ...server.services, requestId: newId('req') }, scoped(tx, workspaceId), events));

/** A consumer that records the names in its events; `fails` makes it fail. */
function listener(options: Partial<ConsumerOptions> = {}) {
  const received: string[] = [];
  const consumer = createConsumer(server.services, {
    name: `test ${newId('req')}`,
    wants: (type) => type === 'workspace.updated',
    take: async (_, events) => async (tx) => {
      tx.store.afterCommit(() => {
        for (const { body } of events) received.push((JSON.parse(body) as { data: Workspace }).data.name);
      });
      return [];
    },
    ...options,
  });
  running.push(consumer);
  return { received, consumer, join: (id: string) => scoped(database, id).transaction((tx) => consumer.join(tx)) };
}

test('events committed after a workspace joined are handled once and in order, earlier ones are not', async () => {
  const [workspaceId, other] = [await seedWorkspace(), await seedWorkspace()];
  const { received, consumer, join } = listener();
  consumer.start();
  await write(workspaceId, updated('before'));
  await join(workspaceId);

  await write(workspaceId, updated('one'), { type: 'workspace.resumed', data: updated('x').data as Workspace });
  await write(other, updated('elsewhere'));
  await Promise.all(['two', 'three', 'four'].map((name) => write(workspaceId, updated(name))));
  await until(() => received.length >= 4);
  await consumer.idle();

  expect(received[0]).toBe('one');
  expect(received.toSorted()).toEqual(['four', 'one', 'three', 'two']);
});

test('effects, their events and the cursor are one transaction', async () => {
  const workspaceId = await seedWorkspace();
  const name = `test ${newId('req')}`;
  let failures = 2;
  const taken: string[][] = [];
  const consumer = createConsumer(server.services, {
    name,
    wants: (type) => type === 'workspace.updated',
    take: async (_, events) => async () => {
      taken.push(events.map(({ id }) => id));
      if ((failures -= 1) >= 0) throw new Error('Not now.');
      return [{ type: 'workspace.suspended', data: updated('raised').data as Workspace }];
    },
  });
  running.push(consumer);
  consumer.start();
  await scoped(database, workspaceId).transaction((tx) => consumer.join(tx));
  const from = (await readCursor(database, name, workspaceId)) ?? -1;

  await write(workspaceId, updated('one'));
  await until(() => taken.length >= 1);
  expect(await readCursor(database, name, workspaceId)).toBe(from);

  // A sweep finds what failed.
  await until(() => taken.length >= 3, { everyMs: 20 });
  await until(async () => (await readCursor(database, name, workspaceId)) === from + 1);
  expect(new Set(taken.map((ids) => ids.join())).size).toBe(1);
});

test('two consumers of one name share the work: each event has its effects once', async () => {
  const workspaceId = await seedWorkspace();
  const name = `test ${newId('req')}`;
  const [one, other] = [listener({ name }), listener({ name })];
  one.consumer.start();
  other.consumer.start();
  await one.join(workspaceId);
  await other.join(workspaceId);

  const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
  for (let from = 0; from < names.length; from += 30)
    await write(workspaceId, ...names.slice(from, from + 30).map(updated));
  await until(() => one.received.length + other.received.length >= 300);
  await one.consumer.idle();
  await other.consumer.idle();

  const received = [...one.received, ...other.received];
  expect(received).toHaveLength(300);
  expect(new Set(received).size).toBe(300);
});

test('events written while no consumer ran are found by its sweep', async () => {
  const workspaceId = await seedWorkspace();
  const name = `test ${newId('req')}`;
  const { join } = listener({ name });
  await join(workspaceId);
  await write(workspaceId, ...Array.from({ length: 250 }, (_, index) => updated(`n${index}`)));

  const { received, consumer } = listener({ name });
  consumer.start();
  await consumer.idle();

  expect(received).toEqual(Array.from({ length: 250 }, (_, index) => `n${index}`));
});
