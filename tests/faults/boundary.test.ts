import { afterAll, describe, expect, test } from 'bun:test';

import { freshDatabase, startServer } from '../support/app';
import { startProcess, until } from '../support/process';
import { openSocket, sendRaw, type RawAnswer } from '../support/raw';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';

const MIB = 1024 * 1024;
const fresh = await freshDatabase();
const server = await startProcess(fresh.url);
const impatient = await startServer({ bodyTimeoutMs: 400 });
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await impatient.stop();
  await fresh.close();
});
const { secret } = await seedKey(await seedWorkspace('Edge', fresh.database), { fullAccess: true }, fresh.database);
const { secret: impatientSecret } = await seedKey(await seedWorkspace());

let addresses = 0;
/** Head of a request, from an address of its own; `fields` as they stand on the wire. */
const head = (line: string, ...fields: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', `X-Forwarded-For: 203.0.113.${(addresses += 1)}`, ...fields, '', ''].join(
    '\r\n',
  );
const bearer = `Authorization: Bearer ${secret}`;
const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';
const chunk = (size: number): string => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const NEW_KEY = JSON.stringify({ kind: 'ak', name: 'Edge', scopes: ['models:read'] });
/** Begun first and judged last. A head without an end, a letter at a time: many of them would hold every connection. */
const dripping = { ...(await openSocket(server.port)), began: performance.now() };
dripping.send('GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
const letters = setInterval(() => dripping.send('a'), 500);

const outcome = (answer: RawAnswer | undefined) => [answer?.status, answer?.code];

/** Memory of the process in MiB. */
const memory = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / MIB;
};

describe('a body', () => {
  test.each([['POST /api/v1/keys'], ['POST /trpc/auth.sign_in'], ['POST /trpc/keys.create']])(
    'of 10 MB is refused at %s by its declared size, before anybody asks who sends it',
    async (line) => {
      using socket = await openSocket(server.port);
      socket.send(head(line, json, `Content-Length: ${10 * MIB}`));
      const answer = await socket.answer();
      expect(outcome(answer)).toEqual([413, 'payload_too_large']);
      expect(answer?.text).toMatch(/The body can have at most \d+ bytes\./);
      expect(answer?.headers.get('x-request-id')).toStartWith('req_');

      // Its bytes are no second request, and the connection goes on.
      for (let sent = 0; sent < 10; sent += 1)
        socket.send(Buffer.alloc(MIB, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
      socket.send(head('GET /api/v1/me', bearer));
      expect(outcome(await socket.answer())).toEqual([200, undefined]);
    },
  );

  test('of 10 MB leaves no trace in memory, declared or not', async () => {
    const send = async (...fields: string[]) => {
      using socket = await openSocket(server.port);
      socket.send(head('POST /api/v1/keys', json, ...fields));
      for (let sent = 0; sent < 10; sent += 1) {
        socket.send(fields.includes(chunked) ? chunk(MIB) : Buffer.alloc(MIB));
        await lasting(1);
      }
      expect((await socket.answer())?.status).toBeOneOf([401, 413]);
    };
    const kinds = [[`Content-Length: ${10 * MIB}`], [chunked], [chunked, bearer]];
    for (const fields of kinds) await send(...fields);
    const before = await memory();
    for (let round = 0; round < 10; round += 1) await Promise.all(kinds.map((fields) => send(...fields)));
    // 300 MB went by.
    expect((await memory()) - before).toBeLessThan(60);
  });

  test('without a declared size is cut at 1 MiB', async () => {
    const send = async (line: string, size: number) => {
      using socket = await openSocket(server.port);
      socket.send(head(line, json, chunked, bearer));
      for (let sent = 0; sent < size; sent += MIB / 4) socket.send(chunk(Math.min(MIB / 4, size - sent)));
      if (size <= MIB) socket.send('0\r\n\r\n');
      return outcome(await socket.answer());
    };
    for (const line of ['POST /api/v1/keys', 'POST /trpc/keys.create']) {
      expect(await send(line, MIB)).toEqual([400, 'malformed_json']);
      expect(await send(line, MIB + 1)).toEqual([413, 'payload_too_large']);
    }
  });

  test('that never ends is given up, and its connection closed', async () => {
    for (const path of ['/api/v1/keys', '/trpc/keys.create']) {
      for (const [size, piece] of [
        ['Content-Length: 1000', ' '],
        [chunked, '1\r\n \r\n'],
      ] as const) {
        using socket = await openSocket(Number(new URL(impatient.url).port));
        const began = performance.now();
        socket.send(head(`POST ${path}`, `Authorization: Bearer ${impatientSecret}`, json, size));
        const drip = setInterval(() => socket.send(piece), 50);
        const answer = await socket.answer();
        expect(outcome(answer)).toEqual([400, 'malformed_json']);
        expect(answer?.headers.get('connection')).toBe('close');
        expect((await socket.closed) - began).toBeGreaterThan(350);
        clearInterval(drip);
      }
    }
  });

  test('that breaks off is no error of the server', async () => {
    const socket = await openSocket(server.port);
    socket.send(head('POST /api/v1/keys', bearer, json, 'Content-Length: 1000', 'X-Request-Id: broken-off') + '{');
    await fetch(`${server.url}/healthz`);
    socket[Symbol.dispose]();
    await until(() => server.output().includes('broken-off'));
    expect(server.output()).toMatch(/"client_request_id":"broken-off".*"status":400/);
  });
});

describe('the parser', () => {
  test.each([
    ['two lengths that differ', ['Content-Length: 2', 'Content-Length: 3'], '{}x'],
    ['a length and chunks', ['Content-Length: 2', chunked], '0\r\n\r\n'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a coding besides chunks', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  ])('refuses %s and closes the connection', async (_, fields, body) => {
    using socket = await openSocket(server.port);
    socket.send(head('POST /api/v1/keys', bearer, json, ...fields) + body + head('GET /healthz'));
    expect((await socket.answer())?.status).toBe(400);
    await socket.closed;
    expect(await socket.answer()).toBeUndefined();
  });

  test('takes the path of an absolute URI, and goes nowhere else', async () => {
    for (const host of ['localhost', 'evil.example', `127.0.0.1:${server.port}`]) {
      expect(outcome(await sendRaw(server.port, head(`GET http://${host}/api/v1/me`)))).toEqual([
        401,
        'missing_api_key',
      ]);
    }
    const answer = await sendRaw(server.port, head('GET http://evil.example/nothing', 'Accept: application/json'));
    expect(outcome(answer)).toEqual([404, 'link_not_found']);
  });

  test('resolves dots before anything reads the path', async () => {
    for (const path of [
      '/api/v1/../v1/me',
      '/api/v1/keys/../me',
      '/api/v1/./me',
      '/api/v1/keys/%2e%2e/me',
      '/x/../api/v1/me',
    ]) {
      expect(outcome(await sendRaw(server.port, head(`GET ${path}`)))).toEqual([401, 'missing_api_key']);
    }
    for (const path of [
      '/../../etc/passwd',
      '/api/v1/../../etc/passwd',
      '/user/api/../../../etc/passwd',
      '/%2e%2e/etc/passwd',
    ]) {
      const answer = await sendRaw(server.port, head(`GET ${path}`, 'Accept: application/json'));
      expect(outcome(answer)).toEqual([404, 'link_not_found']);
      expect(answer?.text).toContain('"instance":"/etc/passwd"');
    }
  });

  test.each([
    '/api/v1//me',
    '//api/v1/me',
    '/api//v1/me',
    '/api/v1/me/',
    '/api/v1/me;x=1',
    '/api/v1/keys/a%2fb',
    '/api/v1/keys/a%2Fb',
    '/api/v1/keys/a%5cb',
    '/api/v1/keys/%00',
    '/api/v1/keys/a%0db',
    '/api/v1/keys/%7f',
    '/api/v1/keys/%zz',
    '/api/v1/keys/%',
    '/api/v1/me#x',
    '/API/v1/me',
  ])('knows no route %s, with a key or without', async (path) => {
    for (const fields of [[], [bearer]]) {
      const answer = await sendRaw(server.port, head(`GET ${path}`, ...fields));
      expect(outcome(answer)).toEqual([404, 'route_not_found']);
      expect(answer?.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('refuses two Authorization headers, also when both hold the key', async () => {
    for (const second of [bearer, 'Authorization: Bearer x', 'authorization: Basic eDp5', 'Authorization: ']) {
      const answer = await sendRaw(server.port, head('GET /api/v1/me', bearer, second));
      expect([second, ...outcome(answer)]).toEqual([second, 401, 'invalid_api_key']);
    }
    const rpc = await sendRaw(server.port, head('GET /trpc/me.get', bearer, bearer));
    expect(outcome(rpc)).toEqual([401, 'invalid_api_key']);
  });

  test.each(['Host: localhost', 'Host: evil.example', 'Host: '])('refuses a second header %j', async (second) => {
    for (const path of ['/api/v1/me', '/trpc/auth.status', '/trpc/me.get']) {
      const answer = await sendRaw(server.port, head(`GET ${path}`, bearer, second));
      expect([path, ...outcome(answer)]).toEqual([path, 400, 'validation_failed']);
    }
  });

  test.each(['', 'a/b', 'a?b', 'a#b', 'user@a', 'a b', '[::1'])('refuses the Host %j', async (host) => {
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${bearer}\r\n\r\n`;
    for (const path of ['/api/v1/me', '/api/v1/keys/x', '/trpc/me.get']) {
      expect([path, (await sendRaw(server.port, request(path)))?.status]).toEqual([path, 400]);
    }
  });

  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '[::1]:3000', 'api_1.internal-net', 'xn--bcher-kva.example'])(
    'takes the Host %s',
    async (host) => {
      const request = `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\n${bearer}\r\n\r\n`;
      expect((await sendRaw(server.port, request))?.status).toBe(200);
    },
  );

  test('refuses a request without a Host, a head that is too long and an unknown method', async () => {
    expect((await sendRaw(server.port, 'GET /api/v1/me HTTP/1.1\r\n\r\n'))?.status).toBe(400);
    expect((await sendRaw(server.port, head('GET /api/v1/me', `X-Long: ${'a'.repeat(20_000)}`)))?.status).toBe(431);
    expect(await sendRaw(server.port, head('FOO /api/v1/me'))).toBeUndefined();
    expect(outcome(await sendRaw(server.port, head('TRACE /api/v1/me')))).toEqual([405, 'method_not_allowed']);
    expect(outcome(await sendRaw(server.port, head('GET /api/v1/me', bearer)))).toEqual([200, undefined]);
  });

  test('serves the next request of a connection whatever became of the one before', async () => {
    using socket = await openSocket(server.port);
    const create = head('POST /api/v1/keys', bearer, json, `Content-Length: ${NEW_KEY.length}`) + NEW_KEY;
    const requests = [
      head('GET /nothing'),
      create,
      head('GET /api/v1/me', 'Authorization: Bearer x'),
      head('GET /api/v1/me', bearer),
    ];
    const statuses: (number | undefined)[] = [];
    for (const request of requests) {
      socket.send(request);
      statuses.push((await socket.answer())?.status);
    }
    expect(statuses).toEqual([404, 201, 401, 200]);
  });
});

test('a head that comes a letter at a time ends at the socket', async () => {
  expect((await dripping.closed) - dripping.began).toBeGreaterThan(7000);
  clearInterval(letters);
  expect(await dripping.answer()).toBeUndefined();
});
