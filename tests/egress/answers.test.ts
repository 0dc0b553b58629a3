import { expect, test } from 'bun:test';

import { AnswerBody } from '../../server/egress/answer-body';
import { checkBeginning, parseHead } from '../../server/egress/answer-head';
import { Failure } from '../../server/egress/failure';
import { createWire } from '../../server/egress/wire';
import { SMALL_LIMITS, startReceiver } from '../support/receiver';

/** What a chunked or counted body becomes, given in two pieces. */
function bodyOf(framing: number | 'chunked' | 'close', text: string, cut: number) {
  const body = new AnswerBody(framing);
  let got = '';
  const pieces = [text.slice(0, cut), text.slice(cut)].map((piece) => Buffer.from(piece, 'latin1'));
  const excess = pieces.map((piece) => body.take(piece, (data) => void (got += data.toString('latin1'))));
  return { got, hasEnded: body.hasEnded, excess: excess.reduce((sum, one) => sum + one, 0) };
}

test('a body is the same, wherever the network cuts it', () => {
  const chunked = '5;name=value\r\nhello\r\nA\r\n0123456789\r\n0\r\ntrailer: x\r\n\r\n';
  for (const [framing, text, got] of [
    ['chunked', chunked, 'hello0123456789'],
    [11, 'hello world', 'hello world'],
    [0, '', ''],
  ] as const) {
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(bodyOf(framing, text, cut)).toEqual({ got, hasEnded: true, excess: 0 });
      expect(bodyOf(framing, `${text}more`, cut)).toEqual({ got, hasEnded: true, excess: 4 });
      if (cut < text.length) expect(bodyOf(framing, text.slice(0, cut), 0).hasEnded).toBe(false);
    }
  }
  expect(bodyOf('close', 'all', 1)).toEqual({ got: 'all', hasEnded: false, excess: 0 });
});

test('malformed chunks are refused', () => {
  const malformed = [
    'x\r\n',
    '\r\n',
    '-1\r\n',
    '+1\r\n',
    '0x1\r\n',
    ' 1\r\n',
    '1\n',
    '1 1\r\n',
    '2\r\nabc\r\n',
    '1\r\naX',
    '0'.repeat(5000),
  ];
  for (const text of malformed) {
    for (let cut = 0; cut <= Math.min(text.length, 20); cut += 1)
      expect(() => bodyOf('chunked', `${text}\r\n`, cut)).toThrow();
  }
  const trailers = `0\r\n${'a: b\r\n'.repeat(5000)}`;
  expect(() => bodyOf('chunked', trailers, 0)).toThrow();
});

const head = (...lines: string[]) => parseHead(['HTTP/1.1 200 OK', ...lines].join('\r\n'));

test('the end of a body follows from its head', () => {
  expect(head().framing).toBe('close');
  expect(head('Content-Length: 12').framing).toBe(12);
  expect(head('Transfer-Encoding: gzip, Chunked').framing).toBe('chunked');
  expect(head('transfer-encoding: gzip', 'transfer-encoding: chunked').framing).toBe('chunked');
  for (const status of ['204', '304 Not Modified', '100 Continue'])
    expect(parseHead(`HTTP/1.1 ${status}\r\ncontent-length: 5`).framing).toBe(0);
});

test('a connection is kept as the version and the headers say', () => {
  const kept = (first: string, ...lines: string[]) => parseHead([first, ...lines].join('\r\n')).keepsAlive;
  expect(kept('HTTP/1.1 200 OK')).toBe(true);
  expect(kept('HTTP/1.1 200')).toBe(true);
  expect(kept('HTTP/1.1 200 OK', 'Connection: x, Close')).toBe(false);
  expect(kept('HTTP/1.0 200 OK')).toBe(false);
  expect(kept('HTTP/1.0 200 OK', 'connection: Keep-Alive')).toBe(true);
  expect(head('keep-alive: max=5, timeout=7').keepAliveMs).toBe(7000);
  expect(head('keep-alive: max=5').keepAliveMs).toBeUndefined();
});

test('headers come as they were sent, with names in lower case', () => {
  expect(head('X-A:  b\t', 'x-a: c', 'x-b:').headers).toEqual([
    ['x-a', 'b'],
    ['x-a', 'c'],
    ['x-b', ''],
  ]);
});

test('a head that could be read in two ways is refused', () => {
  const lines = [
    ['content-length: 3', 'content-length: 3'],
    ['content-length: 3, 3'],
    ['content-length: 3', 'transfer-encoding: chunked'],
    ['transfer-encoding: gzip'],
    ['transfer-encoding: chunked, gzip'],
    ['transfer-encoding: chunked, chunked'],
    ['transfer-encoding: xchunked'],
    ['content-length : 3'],
    [' content-length: 3'],
    ['x: a', '\tb'],
    ['no colon'],
    [': empty'],
    ['x: a\rb'],
    ['x: a\u0000b'],
  ];
  for (const given of lines) expect(() => head(...given)).toThrow(Failure);
  for (const first of [
    'HTTP/1.1 2000 OK',
    'HTTP/1.1 20',
    'HTTP/1.2 200 OK',
    'http/1.1 200 OK',
    'HTTP/1.1  200 OK',
    'HTTP/1.1 200OK',
  ])
    expect(() => parseHead(first)).toThrow(Failure);
  for (const begun of ['G', 'HTTP/2', 'HTTP/1.1 200 OK\n', 'HTTP/1.1 200 OK\r\na: b\n'])
    expect(() => checkBeginning(begun, 0)).toThrow(Failure);
  for (const begun of ['', 'H', 'HTTP/1.', 'HTTP/1.1 200 OK\r', 'HTTP/1.1 200 OK\r\n']) checkBeginning(begun, 0);
});

test('a connection that ends at any byte of an answer leaves what had come, and nothing for the next request', async () => {
  const shared = 'HTTP/1.1 200 OK\r\nx: y\r\n';
  const answers = [
    { begin: `${shared}content-length: 5\r\n\r\n`, body: 'hello' },
    { begin: `${shared}transfer-encoding: chunked\r\n\r\n`, body: '3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n' },
  ];
  for (const { begin, body } of answers) {
    const whole = begin + body;
    let cut = 0;
    const receiver = await startReceiver((socket) => void socket.end(whole.slice(0, cut)));
    const wire = createWire();
    for (cut = 0; cut <= whole.length; cut += 1) {
      const got = await wire
        .post(receiver.target(), [], new Uint8Array(2), SMALL_LIMITS)
        .catch((error: unknown) => error);
      if (cut < begin.length) expect([cut, got]).toMatchObject([cut, { code: 'connection_reset' }]);
      else expect([cut, got]).toMatchObject([cut, { status: 200, incomplete: cut < whole.length }]);
    }
    wire.close();
    receiver.stop();
  }
});

test('answers that come byte by byte are the same, and share their connection', async () => {
  const whole =
    'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
  const receiver = await startReceiver(async (socket) => {
    socket.setNoDelay(true);
    for (const byte of whole) await new Promise((resolve) => void socket.write(byte, resolve));
  });
  const wire = createWire();
  const post = () => wire.post(receiver.target(), [], new Uint8Array(2), SMALL_LIMITS);
  for (const reused of [false, true, true]) {
    const got = await post();
    expect([got.status, new TextDecoder().decode(got.body), got.incomplete, got.reused]).toEqual([
      200,
      'hello',
      false,
      reused,
    ]);
  }
  wire.close();
  receiver.stop();
});
