import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';

import { signatureOf, signingKeyOf } from '../../../server/webhooks/dispatcher/sending/signature';
import {
  maskedSecrets,
  newWebhookSecret,
  validSecrets,
} from '../../../server/webhooks/dispatcher/sending/webhook-sealer';
import { RotateWebhookSecret } from '../../../shared/webhooks/inputs';
import { verificationResults } from '../verify';

describe('a signature', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const sign = (secrets: string[], at: number, body: string) =>
    signatureOf(secrets.map(signingKeyOf), id, at, new TextEncoder().encode(body));
  const now = () => Math.floor(Date.now() / 1000);
  // The clock stands still: the second must not change between signing and verifying.
  beforeEach(() => void setSystemTime(new Date()));
  afterEach(() => void setSystemTime());
  const verify = (signature: string, at: number, body: string, by = secret) =>
    verificationResults(by, {
      headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature },
      body,
    });

  test('is that of the published vector', () => {
    expect(sign([secret], 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('is verified by receiver libraries for any text, with each of two secrets', () => {
    const other = newWebhookSecret();
    const body = '{"t":"héllo 漢字 \\u0000"}';
    const signature = sign([other, secret], now(), body);
    expect(signature.split(' ')).toHaveLength(2);
    expect(verify(signature, now(), body)).toEqual(['verified']);
    expect(verify(signature, now(), body, other)).toEqual(['verified']);
    expect(verify(`v1a,x ${sign([secret], now(), body)}`, now(), body)).toEqual(['verified']);
  });

  test('is refused by receiver libraries when it is old, early, or of another body', () => {
    for (const [skew, message] of [
      [-301, 'too old'],
      [301, 'too new'],
    ] as const) {
      const at = now() + skew;
      expect(verify(sign([secret], at, '{}'), at, '{}')).toEqual([`Message timestamp ${message}`]);
    }
    for (const skew of [-300, 300]) {
      const at = now() + skew;
      expect(verify(sign([secret], at, '{}'), at, '{}')).toEqual(['verified']);
    }
    const unmatched = ['No matching signature found'];
    expect(verify(sign([secret], now(), '{}'), now(), '{} ')).toEqual(unmatched);
    expect(verify('v1,', now(), '{}')).toEqual(unmatched);
  });
});

test('generated secrets have the required form, and end at their time', () => {
  const secret = newWebhookSecret();
  expect(RotateWebhookSecret.shape.secret.safeParse(secret).success).toBe(true);
  const times = { created_at: '2026-01-01T00:00:00.000Z', expires_at: null };
  expect(maskedSecrets([{ secret, ...times }])).toEqual([{ masked_secret: `whsec_…${secret.slice(-4)}`, ...times }]);
  const old = { secret: 'old', created_at: '', expires_at: '2026-01-01T00:00:00.000Z' };
  const current = { secret: 'new', created_at: '', expires_at: null };
  const valid = (at: string) => validSecrets([current, old], new Date(at)).map((one) => one.secret);
  expect([valid('2025-12-31T23:59:59Z'), valid('2026-01-01T00:00:00Z')]).toEqual([['new', 'old'], ['new']]);
});
