import { expect } from 'bun:test';
import { createHmac } from 'node:crypto';

import { base62Token } from '../../server/secrets/tokens';
import type { restClient } from '../support/client';
import type { Keep } from './webhook-secrets';

/** Tokens and secrets of inbound endpoints, used, turned, given wrongly and put where they do not belong. */
export async function useInbound(call: ReturnType<typeof restClient>, url: string, keep: Keep): Promise<void> {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1/inbound/${path}`, { method: 'POST', body: '{"message":"Hi"}', ...init });
  const json = { 'content-type': 'application/json' };

  const once = { 'idempotency-key': 'an-endpoint' };
  const plain = { name: 'Plain', mode: 'record' };
  const made = await call('POST', '/inbound-endpoints', plain, once);
  const token = keep('token of an endpoint', made.body.token as string);
  const again = await call('POST', '/inbound-endpoints', plain, once);
  expect([again.status, again.body.id, again.body.token]).toEqual([201, made.body.id, null]);
  const path = `/inbound-endpoints/${made.body.id}`;
  const turned = await call('POST', `${path}/rotate-token`, {}, { 'idempotency-key': 'its-turn' });
  const next = keep('rotated token of an endpoint', turned.body.token as string);
  const taken = await send(`${made.body.id}/${next}`, { headers: json });
  expect(taken.status).toBeLessThan(300);
  const wrong = keep('wrong token of an endpoint', base62Token(43));
  expect((await send(`${made.body.id}/${wrong}`, { headers: json })).ok).toBe(false);
  expect((await send(`${wrong}/${token}`, { headers: json })).ok).toBe(false);
  expect((await send(`${made.body.id}/${next}`, { method: 'DELETE' })).ok).toBe(false);
  expect((await send(`${made.body.id}/${next}/${wrong}`)).ok).toBe(false);

  const own = keep('own secret of an endpoint', base62Token(40));
  const signed = await call('POST', '/inbound-endpoints', { name: 'Signed', preset: 'github', secret: own });
  expect([signed.status, signed.body.secret]).toEqual([201, own]);
  const body = '{"zen":"Keep it logically awesome."}';
  const signedBy = (secret: string) => ({
    'x-github-event': 'ping',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    ...json,
  });
  expect((await send(signed.body.id, { body, headers: signedBy(own) })).ok).toBe(true);
  const ofSigned = `/inbound-endpoints/${signed.body.id}`;
  const fresh = await call('POST', `${ofSigned}/rotate-secret`, {}, { 'idempotency-key': 'its-secret' });
  keep('rotated secret of an endpoint', fresh.body.secret as string);
  expect((await send(signed.body.id, { body, headers: signedBy(wrong) })).ok).toBe(false);

  // What is refused is not kept either.
  const refused = keep('secret of a refused endpoint', base62Token(40));
  for (const given of [{ mode: 'none' }, { preset: 'none' }, { secrets: refused }]) {
    const answer = await call('POST', '/inbound-endpoints', { name: 'Refused', secret: refused, ...given });
    expect(answer.status).toBe(400);
  }
  await call('POST', `${ofSigned}/rotate-secret`, { secret: [refused] });
}
