import { afterAll, expect, test } from 'bun:test';

import type { ExchangeTarget } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { reply, SMALL_LIMITS, startReceiver } from '../support/receiver';
import { lasting } from '../support/waiting';
import { createAuthority, type Certificate } from './certificates';

const authority = createAuthority();
const good = authority.issue('DNS:a.example,DNS:b.example,IP:127.0.0.1');
const wire = createWire({ extraRoots: authority.root });
const body = new TextEncoder().encode('{"secret":"body"}');
afterAll(() => {
  wire.close();
  authority.remove();
});

type Version = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
interface Served extends Certificate {
  minVersion?: Version;
  maxVersion?: Version;
}

async function attempt(certificate: Served, change: Partial<ExchangeTarget> = {}, over = wire) {
  const receiver = await startReceiver((socket) => socket.write(reply('ok')), { certificate });
  const outcome = await over.post(receiver.target(change), [], body, SMALL_LIMITS).catch((error: unknown) => error);
  await lasting(5);
  receiver.stop();
  return { outcome, bytes: receiver.seen.bytes, requests: receiver.seen.requests.length };
}

test('a certificate of a known root for the name is accepted, with its phases timed', async () => {
  const { outcome } = await attempt(good);
  expect(outcome).toMatchObject({ status: 200, reused: false, remoteIp: '127.0.0.1' });
  const { connectMs, tlsMs } = (outcome as { timings: Record<string, number> }).timings;
  expect([connectMs, tlsMs].every((ms) => typeof ms === 'number' && ms > 0)).toBe(true);
  expect((await attempt(good, { servername: '127.0.0.1' })).outcome).toMatchObject({ status: 200 });
  expect((await attempt({ ...good, maxVersion: 'TLSv1.2' })).outcome).toMatchObject({ status: 200 });
});

test('any other certificate is tls_error with its reason, and no byte of the request is sent', async () => {
  const others = createWire();
  const cases = [
    [await attempt(good, { servername: 'c.example' }), 'another name'],
    [await attempt(good, { servername: '127.0.0.2' }), 'another name'],
    [await attempt(authority.issue('DNS:a.example', true)), 'expired'],
    [await attempt(authority.selfSigned('DNS:a.example')), 'self-signed'],
    [await attempt(good, {}, others), 'unknown authority'],
    [await attempt({ ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1' }), 'PROTOCOL_VERSION'],
    [await attempt({ ...good, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }), 'PROTOCOL_VERSION'],
  ] as const;
  for (const [{ outcome, bytes, requests }, reason] of cases) {
    expect(outcome).toMatchObject({ code: 'tls_error', phase: 'tls', detail: expect.stringContaining(reason) });
    expect([reason, bytes, requests]).toEqual([reason, 0, 0]);
  }
  others.close();
});

test('no variable of the environment turns verification off', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const { outcome, bytes } = await attempt(authority.selfSigned('DNS:a.example'));
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  expect([outcome, bytes]).toMatchObject([{ code: 'tls_error' }, 0]);
});

test('a receiver without TLS, or that ends the handshake, is tls_error', async () => {
  for (const onConnect of [
    (socket: { write(text: string): unknown }) => socket.write('SSH-2.0-x\r\n'),
    (socket: { end(): unknown }) => socket.end(),
  ]) {
    const receiver = await startReceiver(() => {}, { onConnect: (socket) => void onConnect(socket) });
    const attempted = wire.post(receiver.target({ tls: true }), [], body, SMALL_LIMITS);
    expect(await attempted.catch((error: unknown) => error)).toMatchObject({ code: 'tls_error', phase: 'tls' });
    expect(receiver.seen.requests).toEqual([]);
    receiver.stop();
  }
});

test('a kept connection serves the name that it was verified for, and no other', async () => {
  const receiver = await startReceiver((socket) => socket.write(reply('ok')), { certificate: good });
  const post = (servername: string) => wire.post(receiver.target({ servername }), [], body, SMALL_LIMITS);
  expect([(await post('a.example')).reused, (await post('a.example')).reused]).toEqual([false, true]);
  expect([(await post('b.example')).reused, (await post('b.example')).reused]).toEqual([false, true]);
  expect(await post('c.example').catch((error: unknown) => error)).toMatchObject({ code: 'tls_error' });
  expect(receiver.seen.connections).toBe(2);
  receiver.stop();
});
