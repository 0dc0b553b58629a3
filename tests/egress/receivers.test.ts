import { expect, test } from 'bun:test';

import { WireError } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { reply, SMALL_LIMITS, startReceiver, type Behaviour } from '../support/receiver';
import { answer, around, body, drip, failure, flood, settled, text, wire } from './misbehaving';

test('the request is sent byte for byte', async () => {
  const receiver = await startReceiver((socket) => socket.write(reply('ok')));
  const headers = [
    ['content-type', 'application/json'],
    ['webhook-id', 'evt_1'],
    ['Host', 'evil.example'],
    ['Content-Length', '3'],
    ['Transfer-Encoding', 'chunked'],
    ['connection', 'upgrade'],
  ] as const;
  await wire.post(receiver.target(), headers, body, SMALL_LIMITS);
  const [head = '', sent] = (receiver.seen.requests[0] ?? '').split('\r\n\r\n');
  expect(head.toLowerCase().split('\r\n')).toEqual([
    'post /hook?x=1 http/1.1',
    `host: a.example:${receiver.port}`,
    'content-type: application/json',
    'webhook-id: evt_1',
    'content-length: 13',
    'connection: keep-alive',
  ]);
  expect(sent).toBe('{"ping":true}');

  await wire.get(receiver.target(), [], SMALL_LIMITS);
  expect(receiver.seen.requests[1]).toStartWith('GET /hook?x=1 HTTP/1.1\r\nhost: a.example');
  receiver.stop();
});

test('a header that cannot be sent fails as the wire fails, before any connection', async () => {
  const receiver = await startReceiver(() => {});
  const error = await wire
    .post(receiver.target(), [['x', 'a\r\nb: c']], body, SMALL_LIMITS)
    .catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(WireError);
  expect(receiver.seen.connections).toBe(0);
  receiver.stop();
});

test('a receiver that hangs, or drips its head, ends at the deadline', async () => {
  for (const behaviour of [() => {}, drip('HTTP/1.1 200 OK\r\n', 'x-a: 1\r\n'), drip('', 'H')] as Behaviour[]) {
    const { code, error, tookMs, closedMs } = await failure(behaviour, { totalMs: 400 });
    if (behaviour.length === 0) expect([code, error.phase]).toEqual(['timeout', 'head']);
    // Half a status line is not HTTP, which may show before the deadline.
    else expect(['timeout', 'protocol_error']).toContain(code);
    if (code === 'timeout') expect([around(tookMs, 400), around(closedMs, 400)]).toEqual([true, true]);
  }
});

test('a receiver that does not read the request ends at the deadline, and nothing is kept for it', async () => {
  const receiver = await startReceiver(() => {}, {
    onConnect: (socket) => void setImmediate(() => socket.removeAllListeners('data').pause()),
  });
  const large = new Uint8Array(16 * 1024 * 1024);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const started = performance.now();
    const error = await wire.post(receiver.target(), [], large, { ...SMALL_LIMITS, totalMs: 200 }).catch(String);
    expect(error).toContain('timeout');
    expect(around(performance.now() - started, 200)).toBe(true);
  }
  // It sees no end of what it does not read.
  expect([wire.inFlight(), wire.idleCount(), receiver.seen.connections]).toEqual([0, 0, 4]);
  expect(receiver.seen.bytes).toBeLessThan(large.byteLength);
  receiver.stop();
});

test('an unanswered handshake ends as connect_timeout', async () => {
  const receiver = await startReceiver(() => {});
  const started = performance.now();
  const target = receiver.target({ tls: true });
  const error = await wire
    .post(target, [], body, { ...SMALL_LIMITS, connectMs: 300 })
    .catch((failed: unknown) => failed);
  expect(error).toMatchObject({ code: 'connect_timeout', phase: 'tls' });
  expect(around(performance.now() - started, 300)).toBe(true);
  await settled(() => receiver.open() === 0);
  expect(receiver.open()).toBe(0);
  receiver.stop();
});

test('no listener is connect_refused', async () => {
  const receiver = await startReceiver(() => {});
  receiver.stop();
  const error = await wire.post(receiver.target(), [], body, SMALL_LIMITS).catch((failed: unknown) => failed);
  expect(error).toMatchObject({ code: 'connect_refused', phase: 'connect', reused: false });
});

test('a connection that ends before or in the head is connection_reset', async () => {
  const behaviours: Behaviour[] = [
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(),
    (socket) => socket.end('HTTP/1.'),
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
    (socket) => socket.write('HTTP/1.1 200 OK\r\nx: ', () => socket.resetAndDestroy()),
  ];
  for (const behaviour of behaviours) expect((await failure(behaviour)).code).toBe('connection_reset');
});

test('a flood of headers, or one endless header, is header_overflow', async () => {
  for (const chunk of [`x-a: ${'b'.repeat(500)}\r\n`, 'b'.repeat(500)]) {
    expect((await failure(flood('HTTP/1.1 200 OK\r\nx: 1', chunk))).code).toBe('header_overflow');
  }
  const small = await answer((socket) => socket.write(reply('', '200 OK', `x: ${'b'.repeat(8000)}\r\n`)));
  expect(small.answer.status).toBe(200);
});

test('a few interim answers are passed over, a flood of them is protocol_error', async () => {
  const few: Behaviour = (socket) =>
    socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${reply('ok')}`);
  expect(text((await answer(few)).answer)).toBe('ok');
  expect((await failure(flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)))).code).toBe('protocol_error');
  const hints = `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(5000)}\r\n\r\n`;
  expect((await failure(flood('', hints))).code).toBe('protocol_error');
});

test('what is not HTTP/1.1, or could be read in two ways, is protocol_error', async () => {
  const answers = [
    '\u0000\u0001garbage\r\n\r\n',
    'SSH-2.0-OpenSSH_9.0\r\n',
    '<html>hello</html>',
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 99999 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 2\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\ncontent-length: +3\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\ncontent-length: 0x3\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nx: a\r\n folded\r\ncontent-length: 2\r\n\r\nok',
    'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
    'HTTP/1.1 200 OK\r\nbad name: 1\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ];
  for (const sent of answers) {
    const { code } = await failure((socket) => void socket.end(sent));
    expect([sent, code]).toEqual([sent, 'protocol_error']);
  }
});

test('a redirect is an answer like another', async () => {
  const canary = await startReceiver((socket) => socket.write(reply('caught')));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `location: http://127.0.0.1:${canary.port}/\r\n`;
    const { answer: got } = await answer((socket) => socket.write(reply('', `${status} Moved`, location)));
    expect(got.status).toBe(status);
    expect(got.headers).toContainEqual(['location', `http://127.0.0.1:${canary.port}/`]);
  }
  expect(canary.seen.connections).toBe(0);
  canary.stop();
});

test('closing the wire interrupts what runs', async () => {
  const own = createWire();
  const receiver = await startReceiver(() => {});
  const failed = [
    own.post(receiver.target(), [], body, SMALL_LIMITS),
    own.post(receiver.target({ tls: true }), [], body, SMALL_LIMITS),
  ].map((running) => running.catch((error: unknown) => error));
  await settled(() => receiver.seen.connections === 2);
  own.close();
  expect(await Promise.all(failed)).toMatchObject([{ code: 'interrupted' }, { code: 'interrupted' }]);
  await settled(() => receiver.open() === 0);
  expect([receiver.open(), own.inFlight()]).toEqual([0, 0]);
  const after = await own.post(receiver.target(), [], body, SMALL_LIMITS).catch((error: unknown) => error);
  expect(after).toMatchObject({ code: 'interrupted' });
  receiver.stop();
});
