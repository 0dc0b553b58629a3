import { afterEach, expect, test } from 'bun:test';

import { endLeases } from '../../server/work/system/leases';
import type { Step } from '../../server/work/types';
import { freshDatabase } from '../support/app';
import { startProcess, until } from '../support/process';
import { lasting } from '../support/waiting';
import { effectsOf, FIXTURES, makeAll, type Server, startPaused, whenDone } from './scenes';

/** From the end of a process until another does what it had leased, and the work itself. */
const TIMEOUT_MS = 50_000;
/** A lane that has failed for long rests for a minute at most. */
const AFTER_REST_MS = 75_000;
const HOUR_MS = 3_600_000;
/** A few heartbeats. */
const SEEN_MS = 1500;
const BACKLOG = 30;
const SHARED_OUT = 'webhook_deliveries';
/** Rows that a lane may begin before it is the turn of the next one. */
const FIRST_TURN = 16;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function createScene() {
  const fresh = await freshDatabase();
  closing.push(() => fresh.close());
  const start = async () => {
    const server = await startPaused(fresh.database);
    closing.push(() => server.stop());
    return server;
  };
  return { ...fresh, start };
}

/** Holds every turn of a server before a step until `release`; tells which queues stand there. */
function holdAt({ services: { queues } }: Server, wanted: Step) {
  const held = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  queues.watch((queue, step) => {
    if (step !== wanted) return undefined;
    held.add(queue);
    return promise;
  });
  closing.push(async () => resolve());
  return { held, release: resolve };
}

const idle = async ({ services: { queues } }: Server): Promise<void> => {
  for (const queue of queues.all()) await queue.idle();
};

test('every queue of the server has a fixture', async () => {
  const { start } = await createScene();
  const { names } = await start();
  expect(names.toSorted()).toEqual(Object.keys(FIXTURES).toSorted());
});

test.each(['claim', 'claimed', 'run', 'ran'] as const)(
  'work of a process that is killed before the step %s is done once by another',
  async (step) => {
    const { start, url } = await createScene();
    const survivor = await start();
    const made = await makeAll(survivor);
    {
      await using victim = await startProcess(url, ENV(step, survivor), { program: 'tests/work/frozen.ts' });
      const frozen = () => new Set(victim.output().match(/(?<=frozen )\w+/g));
      await until(() => frozen().size === made.size, { timeoutMs: TIMEOUT_MS, everyMs: 20 }).catch(() => {});
      expect([...frozen()].toSorted()).toEqual([...made.keys()].toSorted());
    }
    survivor.resume();
    const { counts, once } = await whenDone(made, TIMEOUT_MS);
    expect(counts).toEqual(once);
  },
);

const ENV = (step: Step, { services: { config } }: Server) => ({
  FREEZE_AT: step,
  IMPORT_FOLDER: config.importFolder,
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'true',
});

test('two processes at once do each piece of work once', async () => {
  const { start } = await createScene();
  const [one, two] = [await start(), await start()];
  const made = [await makeAll(one), await makeAll(two), await makeAll(one)];
  one.resume();
  two.resume();
  for (const some of made) {
    const { counts, once } = await whenDone(some);
    expect(counts).toEqual(once);
  }
  await Promise.all([idle(one), idle(two)]);
  for (const some of made) expect(await effectsOf(some)).toEqual((await whenDone(some)).once);
});

test.each(['claimed', 'ran'] as const)(
  'a lease that is taken away while its owner stands before the step %s has one effect',
  async (step) => {
    const { start, database } = await createScene();
    const [slow, quick] = [await start(), await start()];
    const made = await makeAll(quick);
    // A webhook belongs to one living process, which goes on with it by itself.
    const { [SHARED_OUT]: _, ...others } = Object.fromEntries(made);
    const taken = new Map(Object.entries(others));
    const hold = holdAt(slow, step);
    slow.resume();
    await until(() => hold.held.size === made.size, { timeoutMs: TIMEOUT_MS, everyMs: 20 }).catch(() => {});
    expect([...hold.held].toSorted()).toEqual([...made.keys()].toSorted());

    await endLeases(database, slow.services.queues.leases(), slow.services.node.id);
    quick.resume();
    const { counts, once } = await whenDone(taken);
    expect(counts).toEqual(once);
    hold.release();
    await idle(slow);
    const after = await whenDone(made);
    expect(after.counts).toEqual(after.once);
  },
);

/** The wall clock of this process, ahead of the real one by what it is given, until the test ends. */
function shiftClock(): (milliseconds: number) => void {
  const { Date: real } = globalThis;
  let shift = 0;
  globalThis.Date = new Proxy(real, {
    get: (target, key) =>
      key === 'now' ? () => target.now() + shift : (Reflect.get(target, key) as (typeof Date)[keyof typeof Date]),
    construct: (target, args: number[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + shift] : args, newTarget) as Date,
  });
  closing.push(async () => void (globalThis.Date = real));
  return (milliseconds) => void (shift = milliseconds);
}

test.each([
  ['forth', [HOUR_MS]],
  // Times that have come lie ahead again, so some of it waits for the right clock.
  ['back, and right again,', [-HOUR_MS, 0]],
])('a clock that is set %s by an hour while work runs repeats and loses none of it', async (_, jumps) => {
  const { start } = await createScene();
  const server = await start();
  const setClock = shiftClock();
  const made = await makeAll(server);
  const hold = holdAt(server, 'run');
  server.resume();
  await until(() => hold.held.size === made.size, { timeoutMs: TIMEOUT_MS, everyMs: 20 }).catch(() => {});
  expect([...hold.held].toSorted()).toEqual([...made.keys()].toSorted());
  for (const jump of jumps) {
    setClock(jump);
    // The heartbeat notices it, and every queue looks again.
    await lasting(SEEN_MS);
    hold.release();
  }
  const { counts, once } = await whenDone(made);
  expect(counts).toEqual(once);
  await idle(server);
  expect(await effectsOf(made)).toEqual(once);
});

test('work that fails again and again rests, keeps no other back, and is done once it can be', async () => {
  const { start } = await createScene();
  const server = await start();
  const [poisoned, sound] = [await makeAll(server), await makeAll(server)];
  const bad = new Set([...poisoned.values()].map(({ workspaceId }) => workspaceId));
  const tries = new Map<string, number>();
  const isBad = (queue: string, lane: string): boolean =>
    // The lanes of time belong to no workspace.
    queue === 'publication_times' ? false : bad.has(lane.split(' ')[0] ?? '');
  server.services.queues.watch((queue, step, lane) => {
    if (step !== 'run' || !isBad(queue, lane)) return;
    tries.set(`${queue} ${lane}`, (tries.get(`${queue} ${lane}`) ?? 0) + 1);
    throw new Error('Poison.');
  });
  server.resume();
  const { counts, once } = await whenDone(sound);
  expect(counts).toEqual(once);
  const { publication_times: _, ...others } = await effectsOf(poisoned);
  expect(Object.values(others).every((count) => count === 0)).toBe(true);
  // A lane that fails rests for a second first, then for longer.
  for (const [lane, count] of tries) expect([lane, count < 10]).toEqual([lane, true]);

  server.services.queues.watch(() => {});
  await endLeases(server.services.store, server.services.queues.leases(), server.services.node.id);
  const after = await whenDone(poisoned, AFTER_REST_MS);
  expect(after.counts).toEqual(after.once);
});

test('a full stop in the middle leaves work to the next process, which does it once', async () => {
  const { start } = await createScene();
  const [first, next] = [await start(), await start()];
  const made = await makeAll(next);
  const hold = holdAt(first, 'run');
  first.resume();
  await until(() => hold.held.size === made.size, { timeoutMs: TIMEOUT_MS, everyMs: 20 }).catch(() => {});
  expect([...hold.held].toSorted()).toEqual([...made.keys()].toSorted());
  const stops = [...first.services.queues.all()].map((queue) => queue.stop());
  hold.release();
  await Promise.all(stops);
  await first.services.queues.node.stop();

  next.resume();
  const { counts, once } = await whenDone(made);
  expect(counts).toEqual(once);
});

test('a backlog of one workspace does not hold up a single piece of work of another', async () => {
  const { start } = await createScene();
  const server = await start();
  await makeAll(server, BACKLOG);
  const single = await makeAll(server);
  const begun = new Map<string, string[]>();
  const hasBegun = Promise.withResolvers<void>();
  server.services.queues.watch((queue, step, lane) => {
    if (step !== 'run') return undefined;
    const [workspaceId = ''] = lane.split(' ');
    begun.set(queue, [...(begun.get(queue) ?? []), workspaceId]);
    if (queue !== SHARED_OUT) return undefined;
    // How much the first workspace begins before the second one is read is a matter of time: it gets no answer until then.
    if (workspaceId === single.get(SHARED_OUT)?.workspaceId) hasBegun.resolve();
    return hasBegun.promise;
  });
  server.resume();
  const { counts, once } = await whenDone(single);
  expect(counts).toEqual(once);
  for (const [queue, { workspaceId }] of single) {
    // What is only a matter of time is done for all workspaces together; deliveries began beside those without an answer.
    if (queue === 'publication_times' || queue === SHARED_OUT) continue;
    const before = begun.get(queue)?.indexOf(workspaceId) ?? -1;
    expect([queue, before >= 0 && before <= FIRST_TURN]).toEqual([queue, true]);
  }
});
