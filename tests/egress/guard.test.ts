import { afterAll, expect, test } from 'bun:test';

import { joinEgress } from '../../server/egress/egress';
import { createGuard, type GuardSettings } from '../../server/egress/guard';
import { createResolver } from '../../server/egress/resolver';
import { WireError, type Purpose } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { startNameServer } from '../support/name-server';
import { reply, SMALL_LIMITS, startReceiverPair } from '../support/receiver';
import { HANGING_MS } from '../support/until';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Whatever connects to the canary went past the guard. */
const [receiver, canary] = await startReceiverPair(
  { answer: (socket) => socket.write(reply('received')), address: '127.0.0.2' },
  { answer: (socket) => socket.write(reply('caught')), address: '127.0.0.1' },
);
const names = await startNameServer({});
const times = { tryMs: HANGING_MS, tries: 2, minTtlMs: 0, failureMs: 0 };
const body = new TextEncoder().encode('{}');

/** The network of the receiver stands for the public internet: the canary’s address is not in it. */
const settings: GuardSettings = {
  allowPrivate: ['127.0.0.2/32'],
  allowHttp: true,
  host: '127.0.0.1',
  port: 1,
  baseUrl: 'https://switchboard.example.com',
  dns: [],
  proxied: false,
};
const guard = createGuard(settings, createResolver([names.address], times));
const egress = joinEgress(guard, createWire());
afterAll(() => {
  egress.close();
  names.stop();
  receiver.stop();
  canary.stop();
});

const urlOf = (name: string) => `http://${name}:${receiver.port}/hook`;
const post = (url: string, purpose: Purpose = 'webhook') => egress.post(url, purpose, [], body, SMALL_LIMITS);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof WireError ? error.code : String(error)),
  );

test('a name is connected to by the address that was checked, and its Host header is the name', async () => {
  names.zones['good.example.com'] = { addresses: ['127.0.0.2'] };
  const answer = await post(urlOf('good.example.com'));
  expect(answer).toMatchObject({ status: 200, remoteIp: '127.0.0.2', isPrivate: true });
  expect(answer.timings.dnsMs).toBeGreaterThan(0);
  expect(answer.timings.totalMs).toBeGreaterThanOrEqual(answer.timings.dnsMs ?? Number.NaN);
  expect(receiver.seen.requests.at(-1)).toContain(`\r\nhost: good.example.com:${receiver.port}\r\n`);
});

test('every forbidden answer of a name server refuses the name, and nothing connects', async () => {
  const answers = words(`
  127.0.0.1 0.0.0.0 10.0.0.1 169.254.169.254 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1 ::1 ::
  ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1::1 fe80::1
  fc00::1 fec0::1 2001:db8::1 3fff::1 ff02::1
`);
  for (const address of answers) {
    names.zones['evil.example.com'] = { addresses: [address], ttl: 0 };
    expect([address, await codeOf(post(urlOf('evil.example.com')))]).toEqual([address, 'ssrf_blocked']);
  }
  expect(canary.seen.connections).toBe(0);
});

test('one forbidden answer among good ones refuses the name, in either family', async () => {
  for (const addresses of [
    ['127.0.0.2', '127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['127.0.0.2', '::1'],
    ['8.8.8.8', 'fd00::1'],
  ]) {
    names.zones['mixed.example.com'] = { addresses, ttl: 0 };
    expect(await codeOf(post(urlOf('mixed.example.com')))).toBe('ssrf_blocked');
  }
  expect(canary.seen.connections).toBe(0);
});

test('a name that changes its address is checked at every use, also from the cache', async () => {
  names.zones['rebind.example.com'] = { addresses: ['127.0.0.2'], ttl: 0 };
  const { targets } = await guard.vet(urlOf('rebind.example.com'), 'webhook');
  names.zones['rebind.example.com'] = { addresses: ['127.0.0.1'], ttl: 0 };

  // What was checked before the change goes to the address that was checked.
  const wire = createWire();
  expect((await wire.post(targets[0], [], body, SMALL_LIMITS)).remoteIp).toBe('127.0.0.2');
  wire.close();
  expect(await codeOf(post(urlOf('rebind.example.com')))).toBe('ssrf_blocked');
  expect(canary.seen.connections).toBe(0);

  const remembering = createResolver([names.address], { ...times, minTtlMs: 5000 });
  await remembering.resolve('rebind.example.com');
  const later = createGuard(settings, remembering);
  expect(await codeOf(later.vet(urlOf('rebind.example.com'), 'webhook'))).toBe('ssrf_blocked');
});

test('a connection that leads elsewhere than to its address is closed before anything is sent', async () => {
  // The system takes the unspecified address for this machine.
  const wire = createWire();
  const before = canary.seen.connections;
  const { targets } = await guard.vet(urlOf('127.0.0.2'), 'webhook');
  expect(await codeOf(wire.post({ ...targets[0], address: '0.0.0.0' }, [], body, SMALL_LIMITS))).toBe('ssrf_blocked');
  expect([canary.seen.requests, canary.seen.bytes]).toEqual([[], 0]);
  canary.seen.connections = before;
  wire.close();
});

test('a literal address is checked at the connection too, since it is not resolved', async () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    'localhost',
    'localhost.',
  ]) {
    expect([host, await codeOf(post(urlOf(host)))]).toEqual([host, 'ssrf_blocked']);
  }
  expect(canary.seen.connections).toBe(0);
});

test('a failed attempt reports its phase', async () => {
  const error = await post(urlOf('unknown.example.com')).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(WireError);
  expect(error).toMatchObject({ code: 'dns_error', phase: 'dns', timings: { connectMs: null } });
  expect(await codeOf(post('http://127.0.0.1/'))).toBe('ssrf_blocked');
});

test('an exception of the operator applies to webhooks and not to downloads', async () => {
  names.zones['good.example.com'] = { addresses: ['127.0.0.2'] };
  const before = receiver.seen.connections;
  expect(await codeOf(egress.get(urlOf('good.example.com'), [], SMALL_LIMITS))).toBe('ssrf_blocked');
  expect(await codeOf(egress.get(urlOf('127.0.0.2'), [], SMALL_LIMITS))).toBe('ssrf_blocked');
  expect(receiver.seen.connections).toBe(before);
});

test('an exact host name may lead to any private address, but for this service', async () => {
  const named = { ...settings, allowPrivate: ['n8n'] };
  names.zones['n8n'] = { addresses: ['127.0.0.2'], ttl: 0 };
  const allowing = createGuard(named, createResolver([names.address], times));
  const { targets } = await allowing.vet(urlOf('n8n'), 'webhook');
  expect(targets).toEqual([
    {
      address: '127.0.0.2',
      family: 4,
      port: receiver.port,
      tls: false,
      servername: 'n8n',
      host: `n8n:${receiver.port}`,
      path: '/hook',
      isPrivate: true,
    },
  ]);
  expect(await codeOf(allowing.vet(urlOf('good.example.com'), 'webhook'))).toBe('ssrf_blocked');

  const own = createGuard({ ...named, host: '0.0.0.0', port: receiver.port }, createResolver([names.address], times));
  expect(await codeOf(own.vet(urlOf('n8n'), 'webhook'))).toBe('ssrf_blocked');
});

test('the next address is tried when the first one cannot be connected to, and only then', async () => {
  // Nobody listens at the first.
  const wide = createGuard({ ...settings, allowPrivate: ['127.0.0.2/31'] }, createResolver([names.address], times));
  const both = joinEgress(wide, createWire());
  names.zones['two.example.com'] = { addresses: ['127.0.0.3', '127.0.0.2'], ttl: 0 };
  const answer = await both.post(urlOf('two.example.com'), 'webhook', [], body, SMALL_LIMITS);
  expect(answer).toMatchObject({ status: 200, remoteIp: '127.0.0.2' });

  names.zones['two.example.com'] = { addresses: ['127.0.0.3'], ttl: 0 };
  expect(await codeOf(both.post(urlOf('two.example.com'), 'webhook', [], body, SMALL_LIMITS))).toBe('connect_refused');
  both.close();
});

test('with a proxy names are left to it, literals and this service are still refused', async () => {
  const proxied = createGuard({ ...settings, proxied: true }, createResolver([names.address], times));
  const { targets, dnsMs } = await proxied.vet('https://unknown.example.com/x', 'webhook');
  expect([targets[0].address, dnsMs]).toEqual(['unknown.example.com', null]);
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://switchboard.example.com/',
  ]) {
    expect(await codeOf(proxied.vet(url, 'webhook'))).toBe('ssrf_blocked');
  }
});
