import { expect, test } from 'bun:test';

import { POOL_LIMITS } from '../../server/egress/pool';
import { createWire } from '../../server/egress/wire';
import { watchLateness } from '../support/lateness';
import { until } from '../support/process';
import { reply, SMALL_LIMITS, startReceiver, type Behaviour } from '../support/receiver';
import { lasting } from '../support/waiting';
import { createAuthority } from './certificates';

const body = new TextEncoder().encode('{}');

async function withReceiver(behaviour: Behaviour, limits: Partial<typeof POOL_LIMITS> = {}) {
  const receiver = await startReceiver(behaviour);
  const wire = createWire({ pool: { ...POOL_LIMITS, ...limits } });
  const post = () => wire.post(receiver.target(), [], body, SMALL_LIMITS);
  return {
    receiver,
    wire,
    post,
    stop: () => {
      wire.close();
      receiver.stop();
    },
  };
}

const ok: Behaviour = (socket) => socket.write(reply('ok'));

test('requests one after the other share a connection', async () => {
  const { receiver, post, stop } = await withReceiver(ok);
  const reused = [];
  for (let index = 0; index < 20; index += 1) reused.push((await post()).reused);
  expect(reused).toEqual([false, ...Array.from({ length: 19 }, () => true)]);
  expect(receiver.seen.connections).toBe(1);
  stop();
});

test('kept connections are limited per target and in total', async () => {
  const { receiver, wire, post, stop } = await withReceiver(ok);
  await Promise.all(Array.from({ length: 40 }, post));
  expect(receiver.seen.connections).toBe(40);
  // As many as one webhook has in flight at most: with fewer, a busy one would connect anew again and again.
  await until(() => receiver.open() === 32);
  expect([wire.idleCount(), receiver.open()]).toEqual([32, 32]);
  stop();

  const few = await withReceiver(ok, { idle: 3 });
  const others = await Promise.all([1, 2, 3].map(() => startReceiver(ok)));
  await few.post();
  for (const other of others) await few.wire.post(other.target(), [], body, SMALL_LIMITS);
  await until(() => few.receiver.open() === 0);
  expect([few.wire.idleCount(), few.receiver.open(), ...others.map((other) => other.open())]).toEqual([3, 0, 1, 1, 1]);
  few.stop();
  for (const other of others) other.stop();
});

test('a kept connection is closed when it was idle, or open, for too long', async () => {
  for (const limits of [{ idleMs: 60 }, { lifeMs: 60 }]) {
    const { receiver, wire, post, stop } = await withReceiver(ok, limits);
    await post();
    expect(receiver.open()).toBe(1);
    await until(() => receiver.open() === 0);
    expect([receiver.open(), wire.idleCount()]).toEqual([0, 0]);
    stop();
  }

  const old = await withReceiver((socket) => void lasting(80).then(() => socket.write(reply('ok'))), { lifeMs: 60 });
  await old.post();
  await until(() => old.receiver.open() === 0);
  expect((await old.post()).reused).toBe(false);
  old.stop();
});

test('a hint of the receiver shortens the time, by a second', async () => {
  const hinting = (seconds: number) =>
    withReceiver((socket) => socket.write(reply('ok', '200 OK', `keep-alive: timeout=${seconds}\r\n`)));
  const none = await hinting(1);
  expect([(await none.post()).reused, (await none.post()).reused]).toEqual([false, false]);
  none.stop();

  const long = await hinting(60);
  expect([(await long.post()).reused, (await long.post()).reused]).toEqual([false, true]);
  long.stop();

  const one = await hinting(2);
  const started = performance.now();
  expect((await one.post()).reused).toBe(false);
  await until(() => one.receiver.open() === 0);
  expect(one.receiver.open()).toBe(0);
  expect(performance.now() - started).toBeGreaterThan(900);
  one.stop();
});

test('a connection that went stale is replaced at once, within the same attempt', async () => {
  const authority = createAuthority();
  const certificate = authority.issue('DNS:a.example');
  for (const end of ['destroy', 'end', 'resetAndDestroy'] as const) {
    for (const options of [{}, { certificate }]) {
      const receiver = await startReceiver((socket, _request, count) => {
        if (count === 2) socket[end]();
        else socket.write(reply('ok'));
      }, options);
      const wire = createWire({ extraRoots: authority.root });
      const post = () => wire.post(receiver.target(), [], body, SMALL_LIMITS);
      await post();
      expect(await post()).toMatchObject({ status: 200, reused: false });
      expect([receiver.seen.connections, receiver.seen.requests.length]).toEqual([2, 3]);
      wire.close();
      receiver.stop();
    }
  }
  authority.remove();
});

test('once only, and not when the receiver began to answer or the connection was new', async () => {
  const silent = await withReceiver((socket, _request, count) =>
    count === 1 ? socket.write(reply('ok')) : socket.destroy(),
  );
  await silent.post();
  expect(await silent.post().catch((error: unknown) => error)).toMatchObject({
    code: 'connection_reset',
    reused: false,
  });
  expect(silent.receiver.seen.requests.length).toBe(3);
  silent.stop();

  for (const begun of ['HTTP/1.1 2', 'HTTP/1.1 100 Continue\r\n\r\n']) {
    const answering = await withReceiver((socket, _request, count) =>
      count === 1 ? socket.write(reply('ok')) : socket.end(begun),
    );
    await answering.post();
    expect(await answering.post().catch((error: unknown) => error)).toMatchObject({
      code: 'connection_reset',
      reused: true,
    });
    expect(answering.receiver.seen.requests.length).toBe(2);
    answering.stop();
  }
});

const TOTAL_MS = 2000;
const BROKEN_AFTER_MS = TOTAL_MS / 4;
test('a resend keeps the deadline of the attempt', async () => {
  const { receiver, wire, stop } = await withReceiver((socket, _request, count) => {
    if (count === 1) socket.write(reply('ok'));
    else if (count === 2) void lasting(BROKEN_AFTER_MS).then(() => socket.destroy());
  });
  const post = () => wire.post(receiver.target(), [], body, { ...SMALL_LIMITS, totalMs: TOTAL_MS });
  await post();
  using lateness = watchLateness();
  const started = performance.now();
  expect(await post().catch((error: unknown) => error)).toMatchObject({ code: 'timeout' });
  // Another deadline for the resend would have ended no sooner.
  expect(performance.now() - started).toBeLessThan(TOTAL_MS + BROKEN_AFTER_MS + lateness.late());
  expect(receiver.seen.requests.length).toBe(3);
  stop();
});
