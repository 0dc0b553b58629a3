import { describe, expect, test } from 'bun:test';

import { Webhook } from 'standardwebhooks';

import { newWebhookSecret, secretHint, validSecrets } from '../../server/delivery/sealed';
import { signatureOf, signingKeyOf } from '../../server/delivery/sign';
import { RotateWebhookSecret } from '../../shared/webhook-inputs';

describe('a signature', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const sign = (secrets: string[], at: number, body: string) =>
    signatureOf(secrets.map(signingKeyOf), id, at, new TextEncoder().encode(body));
  const now = () => Math.floor(Date.now() / 1000);
  const verify = (signature: string, at: number, body: string, by = secret) =>
    new Webhook(by).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signature,
    });

  test('is that of the published vector', () => {
    expect(sign([secret], 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('verifies with the official library, whatever the text, with each of two keys', () => {
    const other = newWebhookSecret();
    const body = '{"t":"héllo 漢字 \\u0000"}';
    const signature = sign([other, secret], now(), body);
    expect(signature.split(' ')).toHaveLength(2);
    expect(verify(signature, now(), body)).toEqual(JSON.parse(body));
    expect(verify(signature, now(), body, other)).toEqual(JSON.parse(body));
    expect(verify(`v1a,x ${sign([secret], now(), body)}`, now(), body)).toEqual(JSON.parse(body));
  });

  test('is refused by the official library when it is old, early, or of another body', () => {
    for (const [skew, message] of [
      [-301, 'too old'],
      [301, 'too new'],
    ] as const) {
      const at = now() + skew;
      expect(() => verify(sign([secret], at, '{}'), at, '{}')).toThrow(message);
    }
    for (const skew of [-299, 299]) expect(verify(sign([secret], now() + skew, '{}'), now() + skew, '{}')).toEqual({});
    expect(() => verify(sign([secret], now(), '{}'), now(), '{} ')).toThrow();
    expect(() => verify('v1,', now(), '{}')).toThrow();
  });
});

test('secrets made here are of the form that is asked of others, and end when they are to', () => {
  const secret = newWebhookSecret();
  expect(RotateWebhookSecret.shape.secret.safeParse(secret).success).toBe(true);
  expect(secretHint(secret)).toBe(`whsec_…${secret.slice(-4)}`);
  const old = { secret: 'old', created_at: '', expires_at: '2026-01-01T00:00:00.000Z' };
  const current = { secret: 'new', created_at: '', expires_at: null };
  const valid = (at: string) => validSecrets([current, old], new Date(at)).map((one) => one.secret);
  expect([valid('2025-12-31T23:59:59Z'), valid('2026-01-01T00:00:00Z')]).toEqual([['new', 'old'], ['new']]);
});
