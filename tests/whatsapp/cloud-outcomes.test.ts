import { beforeEach, describe, expect, test } from 'bun:test';

import { createCloudDriver } from '../../server/whatsapp/drivers/cloud/driver';
import { retryAt } from '../../server/whatsapp/queue/retry';
import type { SendErrorCode } from '../../shared/whatsapp/send-errors';
import { startNameServer } from '../support/name-server';
import { startReceiver } from '../support/receiver';
import { cloudOnStandIn, egressToGraph, instanceAt, jobOf } from './cloud';
import { cloudPlace } from './cloud-place';

const { driver, instance, seed, standIn } = cloudOnStandIn();
beforeEach(() => seed());

const TEXT = { type: 'text', text: 'Hello' } as const;
const HTML = '<html>from a gateway</html>';

type Action = Parameters<ReturnType<typeof standIn>['fault']>[0]['action'];
type Expected = ['not_sent' | 'unknown' | 'refused', code?: SendErrorCode, retryAfterMs?: number];

/** What answers came to: not sent is tried again, unknown is `unconfirmed`, refused is `failed`. */
const ANSWERS: [name: string, action: Action, ...Expected][] = [
  ['a bare 429', { http: 429, malformed: '' }, 'not_sent', 'provider_rate_limited'],
  ['a 429 in HTML', { http: 429, malformed: HTML }, 'not_sent', 'provider_rate_limited'],
  [
    'a bare 429 with seconds to wait',
    { http: 429, malformed: '', headers: { 'retry-after': '7' } },
    'not_sent',
    'provider_rate_limited',
    7000,
  ],
  [
    'a bare 429 with a time that makes no sense',
    { http: 429, malformed: '', headers: { 'retry-after': 'soon' } },
    'not_sent',
    'provider_rate_limited',
  ],
  ['a 429 of the Graph API', { http: 429, code: 130429 }, 'not_sent', 'provider_rate_limited'],
  ['a bare 421', { http: 421, malformed: '' }, 'not_sent', 'provider_unavailable'],
  ['a bare 425', { http: 425, malformed: '' }, 'not_sent', 'provider_unavailable'],
  ['a bare 408', { http: 408, malformed: '' }, 'unknown'],
  ['a 408 in HTML', { http: 408, malformed: HTML }, 'unknown'],
  ['a 408 of the Graph API', { http: 408, code: 100 }, 'refused', 'invalid_parameter'],
  ['a bare 500', { http: 500, malformed: '' }, 'unknown'],
  ['a 502 in HTML', { http: 502, malformed: HTML }, 'unknown'],
  ['a 503 in HTML', { http: 503, malformed: HTML }, 'unknown'],
  ['a 504 in HTML', { http: 504, malformed: HTML }, 'unknown'],
  ['a 200 that is no JSON', { http: 200, malformed: HTML }, 'unknown'],
  ['a 200 whose JSON is cut short', { http: 200, malformed: true }, 'unknown'],
  ['a 200 without a message', { http: 200, malformed: '{"messages":[]}' }, 'unknown'],
  ['a 200 that is an error', { http: 200, code: 131000 }, 'not_sent', 'provider_unavailable'],
  ['a bare 400', { http: 400, malformed: '' }, 'refused', 'provider_rejected'],
  ['a bare 403', { http: 403, malformed: HTML }, 'refused', 'provider_rejected'],
  ['a redirect', { http: 307, headers: { location: 'https://example.com' } }, 'refused', 'provider_rejected'],
  ['a connection cut before the request was read', { cut: 'before_request' }, 'unknown'],
  ['a connection cut after the request was read', { cut: 'after_accept' }, 'unknown'],
  ['a body that is cut off', { cut: 'mid_response' }, 'unknown'],
];

describe('the result of a message that is answered with', () => {
  for (const [name, action, ...expected] of ANSWERS) {
    test(name, async () => {
      await standIn().fault({ action });
      const { outcome, error } = await driver.send(instance(), jobOf(TEXT));
      const [expectedOutcome, code, retryAfterMs] = expected;
      expect([outcome, error?.code, error?.retry_after_ms ?? undefined]).toEqual([expectedOutcome, code, retryAfterMs]);
    });
  }

  test('a bare 429 until a date', async () => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    await standIn().fault({ action: { http: 429, malformed: '', headers: { 'retry-after': at } } });
    const { outcome, error } = await driver.send(instance(), jobOf(TEXT));
    expect(outcome).toBe('not_sent');
    expect(error?.retry_after_ms).toBeWithin(1000, 61_001);
  });
});

describe('the result of a message for which there is', () => {
  const at = (baseUrl: string) => driver.send(instanceAt({ baseUrl }), jobOf(TEXT));

  test('no listener: it is retried', async () => {
    const receiver = await startReceiver(() => {});
    receiver.stop();
    expect((await at(`http://127.0.0.1:${receiver.port}`)).outcome).toBe('not_sent');
  });

  test('no TLS handshake: it is retried', async () => {
    using listener = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: (socket) => void socket.end(), data: () => {} },
    });
    expect((await at(`https://127.0.0.1:${listener.port}`)).outcome).toBe('not_sent');
  });

  test('no such host: it is retried', async () => {
    const names = await startNameServer({});
    const egress = egressToGraph({ egressDns: [names.address] });
    const sent = await createCloudDriver(egress).send(instanceAt({ baseUrl: 'https://graph.invalid' }), jobOf(TEXT));
    egress.close();
    names.stop();
    expect(sent.outcome).toBe('not_sent');
    expect(names.asked).toContain('graph.invalid A');
  });

  test('a peer that speaks no HTTP: it may have been sent', async () => {
    const receiver = await startReceiver((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    const { outcome } = await at(receiver.url);
    receiver.stop();
    expect(outcome).toBe('unknown');
  });
});

test('a retry delay is respected up to an hour', () => {
  const error = { code: 'provider_rate_limited', message: '', retryable: true, provider: null } as const;
  const after = (retry_after_ms: number | null) =>
    retryAt({ retries: 0, expiresAt: null }, { ...error, retry_after_ms }, { now: 0, random: () => 0.5 });
  expect([after(null), after(90_000), after(9_999_999_999_000)]).toEqual([1000, 90_000, 3_600_000]);
});

const place = cloudPlace();
const TEMPLATE = { type: 'template', name: 'hello_world', language: 'en_US' };

test('a message that is refused by a bare 429 waits, and is sent once', async () => {
  const scene = await place.scene();
  const match = { method: 'POST', path: '/messages$', token: scene.token };
  await place.graph().fault({ match, action: { http: 429, malformed: '', headers: { 'retry-after': '60' } } });
  const { id } = await scene.send(TEMPLATE);
  await scene.settle();
  expect(await scene.message(id)).toMatchObject({ status: 'queued', waiting: { reason: 'provider_rate_limited' } });
  await place.later(61_000);
  expect(await scene.message(id)).toMatchObject({ status: 'sending', error: null });
  expect(await scene.sends()).toHaveLength(2);
});

test('a message that is answered with a bare 408 is unconfirmed, and never sent again', async () => {
  const scene = await place.scene();
  const match = { method: 'POST', path: '/messages$', token: scene.token };
  await place.graph().fault({ match, action: { http: 408, malformed: '' } });
  const { id } = await scene.send(TEMPLATE);
  await scene.settle();
  expect((await scene.message(id)).status).toBe('unconfirmed');
  await place.later(3_600_000);
  expect(await scene.sends()).toHaveLength(1);
});
