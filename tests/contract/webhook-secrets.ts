import { expect } from 'bun:test';

import { base62Token } from '../../server/secrets/tokens';
import type { restClient } from '../support/client';
import { until } from '../support/process';
import { startReceiver } from '../webhooks/dispatcher/support';

/** Notes a secret by what it is, and gives it back. */
export type Keep = <T extends string>(what: string, secret: T) => T;

/** A receiver that sets a cookie, and fails once. */
export const startSecretReceiver = (keep: Keep) =>
  startReceiver((_, __, count) => {
    const cookie = keep('cookie of a receiver', base62Token(30));
    return new Response('received', { status: count === 2 ? 500 : 200, headers: { 'set-cookie': `sid=${cookie}` } });
  });

/** Secrets and header values of webhooks, which the receiver gets and nobody else. */
export async function useWebhooks(
  call: ReturnType<typeof restClient>,
  receiver: ReturnType<typeof startReceiver>,
  keep: Keep,
): Promise<void> {
  const newSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`;
  const newHeader = (start = 'Bearer ') => keep('header of a webhook', `${start}${base62Token(30)}`);
  const own = keep('own secret of a webhook', newSecret());
  const body = {
    url: receiver.url,
    events: ['*'],
    secret: own,
    headers: { authorization: newHeader(), 'x-plain': newHeader(''), 'x-team': newHeader('team ') },
    retry: { delays_seconds: [1] },
  };
  const once = { 'idempotency-key': 'a-webhook' };
  const made = await call('POST', '/webhooks', body, once);
  expect([made.status, made.body.secret]).toEqual([201, own]);
  const again = await call('POST', '/webhooks', body, once);
  expect([again.status, again.body.secret]).toEqual([201, null]);

  const path = `/webhooks/${made.body.id}`;
  await call('PATCH', path, { headers: { authorization: newHeader(), 'x-plain': '••••', 'x-new': newHeader('') } });
  const rotated = await call('POST', `${path}/rotate-secret`, {}, { 'idempotency-key': 'its-rotation' });
  keep('rotated secret of a webhook', rotated.body.secret);
  const turn = await call('POST', `${path}/rotate-secret`, {}, { 'idempotency-key': 'its-rotation' });
  expect([turn.status, turn.body.secret]).toEqual([200, null]);
  expect((await call('POST', `${path}/test`, { event_type: 'api_key.created' })).body.attempt.code).toBe('ok');
  const created = await call('POST', '/keys', { kind: 'lk', name: 'Told of', scopes: ['links:read'] });
  keep('key in an event of a webhook', created.body.secret);
  await until(() => receiver.requests.length >= 2);
  const [{ id }] = (await call('GET', '/webhook-deliveries?event_type=api_key.created&trigger=event')).body.data;
  expect((await call('POST', `/webhook-deliveries/${id}/resend`)).status).toBe(202);
  await until(() => receiver.requests.at(-1)?.headers['switchboard-trigger'] === 'resend');

  // What is refused is not kept either.
  const wrong = keep('secret of a refused webhook', newSecret());
  await call('POST', '/webhooks', { ...body, url: 'https://10.0.0.1/', secret: wrong, headers: { a: newHeader('') } });
  await call('POST', '/webhooks', { ...body, url: '', secret: wrong, headers: { a: newHeader() } });
  await call('POST', '/webhooks', { ...body, secret: `${wrong}!`, headers: { host: newHeader('') } });
  await call('POST', '/webhooks', { ...body, signing_secret: wrong, name: wrong });
  await call('POST', `${path}/rotate-secret`, { secret: [wrong] });
  await call('GET', `/webhooks?q=${encodeURIComponent(wrong)}`);
  for (const { headers } of receiver.requests) expect(headers['authorization']).toStartWith('Bearer ');
}
