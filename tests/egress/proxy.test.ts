import { afterAll, expect, test } from 'bun:test';
import { connect } from 'node:net';

import { parseProxy } from '../../server/egress/proxy';
import type { ExchangeTarget } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { reply, SMALL_LIMITS, startReceiver } from '../support/receiver';
import { createAuthority } from './certificates';

const authority = createAuthority();
const certificate = authority.issue('DNS:a.example,DNS:localhost');
const secure = await startReceiver((socket) => socket.write(reply('secure')), { certificate });
const plain = await startReceiver((socket) => socket.write(reply('plain')));
const body = new TextEncoder().encode('{}');

/** Tunnels every name to this machine. */
const tunnels: string[] = [];
const tunnel = (options: { certificate?: typeof certificate } = {}) =>
  startReceiver((socket, request) => {
    tunnels.push(request);
    const port = Number(/^CONNECT \S+:(\d+) HTTP\/1\.1\r\n/.exec(request)?.[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.removeAllListeners('data');
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }, options);
const proxy = await tunnel();
const secureProxy = await tunnel({ certificate });
afterAll(() => {
  for (const part of [secure, plain, proxy, secureProxy]) part.stop();
  authority.remove();
});

const wireOver = (url: string) => createWire({ extraRoots: authority.root, proxy: parseProxy(url) });
const named = (target: ExchangeTarget): ExchangeTarget => ({ ...target, address: 'a.example' });

test('requests go by CONNECT with the name, end to end encrypted, on a tunnel that is kept', async () => {
  const wire = wireOver(`http://user:p%40ss@127.0.0.1:${proxy.port}`);
  const post = (target: ExchangeTarget) => wire.post(named(target), [], body, SMALL_LIMITS);
  const first = await post(secure.target());
  expect(new TextDecoder().decode(first.body)).toBe('secure');
  expect(first).toMatchObject({ status: 200, remoteIp: null, reused: false });
  expect(tunnels.at(-1)).toBe(
    `CONNECT a.example:${secure.port} HTTP/1.1\r\nHost: a.example:${secure.port}\r\nProxy-Authorization: ${basic('user:p@ss')}\r\n\r\n`,
  );
  expect((await post(secure.target())).reused).toBe(true);
  expect(new TextDecoder().decode((await post(plain.target())).body)).toBe('plain');

  const wrong = await post(secure.target({ servername: 'b.example' })).catch((error: unknown) => error);
  expect(wrong).toMatchObject({ code: 'tls_error' });
  wire.close();
});

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

test('the way to the proxy may be encrypted too, and its certificate is verified', async () => {
  const wire = wireOver(`https://localhost:${secureProxy.port}`);
  for (const receiver of [secure, plain]) {
    expect(await wire.post(named(receiver.target()), [], body, SMALL_LIMITS)).toMatchObject({ status: 200 });
  }
  wire.close();

  const unverified = wireOver(`https://127.0.0.1:${secureProxy.port}`);
  const error = await unverified.post(named(plain.target()), [], body, SMALL_LIMITS).catch((failed: unknown) => failed);
  expect(error).toMatchObject({ code: 'egress_proxy_error' });
  unverified.close();
});

test('a failing proxy is distinguished from a host that it cannot reach', async () => {
  const cases = [
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'egress_proxy_error'],
    ['HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n', 'egress_proxy_error'],
    ['HTTP/1.1 502 Bad Gateway\r\n\r\n', 'connect_error'],
    ['HTTP/1.1 504 Gateway Timeout\r\n\r\n', 'connect_timeout'],
    ['garbage\r\n\r\n', 'egress_proxy_error'],
    ['HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 forged\r\n\r\n', 'egress_proxy_error'],
    ['', 'egress_proxy_error'],
    [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`, 'egress_proxy_error'],
  ] as const;
  for (const [said, code] of cases) {
    const failing = await startReceiver((socket) => (said === '' ? socket.end() : socket.write(said)));
    const wire = wireOver(`http://127.0.0.1:${failing.port}`);
    const error = await wire.post(named(secure.target()), [], body, SMALL_LIMITS).catch((failed: unknown) => failed);
    expect([said.slice(0, 20), error]).toMatchObject([said.slice(0, 20), { code }]);
    wire.close();
    failing.stop();
  }

  const gone = await startReceiver(() => {});
  gone.stop();
  const wire = wireOver(`http://127.0.0.1:${gone.port}`);
  const error = await wire.post(named(plain.target()), [], body, SMALL_LIMITS).catch((failed: unknown) => failed);
  expect(error).toMatchObject({ code: 'egress_proxy_error' });
  wire.close();
});

test('a proxy that is not ready in time is its own fault, a host behind it that is not is the host’s', async () => {
  const hanging = await startReceiver(() => {});
  const limits = { ...SMALL_LIMITS, connectMs: 200 };
  for (const [scheme, code] of [
    ['https', 'egress_proxy_error'],
    ['http', 'connect_timeout'],
  ] as const) {
    const wire = wireOver(`${scheme}://127.0.0.1:${hanging.port}`);
    const error = await wire.post(named(plain.target()), [], body, limits).catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code });
    wire.close();
  }
  hanging.stop();
});

test('proxy variables of the environment are not read', async () => {
  const before = { ...process.env };
  const canary = await startReceiver(() => {});
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'NODE_USE_ENV_PROXY']) {
    process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${canary.port}`;
  }
  const wire = createWire({ extraRoots: authority.root });
  for (const receiver of [secure, plain]) {
    expect(await wire.post(receiver.target(), [], body, SMALL_LIMITS)).toMatchObject({ status: 200 });
  }
  wire.close();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  expect(canary.seen.connections).toBe(0);
  canary.stop();
});
