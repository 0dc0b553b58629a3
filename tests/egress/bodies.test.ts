import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';

import { reply, SMALL_LIMITS, startReceiver, type Behaviour } from '../support/receiver';
import { lasting } from '../support/waiting';
import { answer, around, drip, flood, settled, text, wire } from './misbehaving';

test('after complete headers the response counts, whatever happens to its body', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n';
  const behaviours: Behaviour[] = [
    (socket) => socket.end(`${head}ab`),
    (socket) => void socket.write(`${head}ab`, () => lasting(20).then(() => socket.resetAndDestroy())),
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'),
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n'),
  ];
  for (const behaviour of behaviours) {
    const result = await answer(behaviour);
    expect([result.answer.status, result.answer.incomplete, text(result.answer)]).toEqual([200, true, 'ab']);
    expect(result.left).toBe(0);
  }
});

test('a body that drips ends at its own deadline, and at that of the attempt', async () => {
  const slow = drip('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nx', 'x');
  const own = await answer(slow, { bodyMs: 300 });
  expect(own.answer).toMatchObject({ status: 200, incomplete: true, truncated: false });
  expect(own.answer.bodyBytes).toBeGreaterThan(0);
  expect([around(own.tookMs, 300), around(own.closedMs, 300)]).toEqual([true, true]);

  const whole = await answer(slow, { totalMs: 300 });
  expect(around(whole.closedMs, 300)).toBe(true);
});

test('a body without length ends with the connection', async () => {
  const { answer: got } = await answer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall'));
  expect(got).toMatchObject({ incomplete: false, truncated: false, bodyBytes: 3 });
  const reset = await answer(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nall', () => lasting(20).then(() => socket.resetAndDestroy())),
  );
  expect(reset.answer).toMatchObject({ incomplete: true, bodyBytes: 3 });
});

test('an endless body is cut and takes no memory', async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const chunk = Buffer.alloc(65_536, 'a');
  for (let round = 0; round < 20; round += 1) {
    const { answer: got, left } = await answer(flood('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n', chunk));
    expect(got).toMatchObject({ incomplete: true, truncated: true });
    expect(got.body.byteLength).toBe(SMALL_LIMITS.collectBytes);
    expect(got.bodyBytes).toBeGreaterThan(SMALL_LIMITS.readBytes);
    expect(got.bodyBytes).toBeLessThan(2_000_000);
    expect(left).toBe(0);
  }
  Bun.gc(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
});

test('a body larger than what is stored is read fully, and the connection is kept', async () => {
  const { answer: got, left } = await answer((socket) => socket.write(reply('b'.repeat(50_000))));
  expect(got).toMatchObject({ incomplete: false, truncated: true, bodyBytes: 50_000 });
  expect([got.body.byteLength, left]).toEqual([SMALL_LIMITS.collectBytes, 1]);
});

test('a compressed body stays as it was sent', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const { answer: got } = await answer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  expect(got).toMatchObject({ bodyBytes: bomb.length, truncated: false, incomplete: false });
  expect(Buffer.from(got.body).equals(bomb)).toBe(true);
});

test('bytes after a response close the connection and reach no later request', async () => {
  const behaviours: Behaviour[] = [
    (socket) => socket.write(`${reply('first')}EXTRA`),
    (socket) => socket.write(reply('first') + reply('second')),
    (socket) => void socket.write(reply('first'), () => lasting(10).then(() => socket.write(reply('second')))),
  ];
  for (const behaviour of behaviours) {
    const { answer: got, left } = await answer(behaviour, {}, true);
    expect([text(got), left]).toEqual(['first', 0]);
  }
});

test('a response before the request is read closes the connection, so that no unsent bytes remain', async () => {
  const large = new Uint8Array(8_000_000);
  let resume = (): void => {};
  const receiver = await startReceiver(() => {}, {
    onConnect: (socket) => {
      resume = () => socket.resume();
      socket.once('data', () => {
        socket.pause();
        socket.write(reply('early', '413 Content Too Large'));
      });
    },
  });
  const got = await wire.post(receiver.target(), [], large, SMALL_LIMITS);
  expect([got.status, wire.idleCount()]).toEqual([413, 0]);
  resume();
  await settled(() => receiver.open() === 0);
  expect(receiver.open()).toBe(0);
  expect(receiver.seen.bytes).toBeLessThan(large.byteLength);
  receiver.stop();
});
