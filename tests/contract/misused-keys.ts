import { expect } from 'bun:test';

import { newKeySecret } from '../../server/secrets/tokens';
import { restClient } from '../support/client';
import { freshAddress } from '../support/process';
import type { Keep } from './webhook-secrets';

/** Calls with a key, and with keys that do not work, where a secret belongs and where it does not. */
export async function misuseKeys(url: string, key: string, keep: Keep): Promise<void> {
  const call = restClient(url, key);
  const anonymous = restClient(url, null);
  const from = () => freshAddress();
  const made = await call(
    'POST',
    '/keys',
    { kind: 'lk', name: 'Second', scopes: ['links:read'] },
    { 'idempotency-key': 'twice' },
  );
  keep('key made by a key', made.body.secret);
  await call('POST', '/keys', { kind: 'lk', name: 'Second', scopes: ['links:read'] }, { 'idempotency-key': 'twice' });
  const rotated = await call(
    'POST',
    `/keys/${made.body.id}/rotate`,
    { overlap_seconds: 0 },
    { 'idempotency-key': 'thrice' },
  );
  const current = keep('rotated key', rotated.body.secret);
  expect((await restClient(url, made.body.secret)('GET', '/me', undefined, from())).body.code).toBe('api_key_revoked');
  await call('POST', `/keys/${made.body.id}/revoke`);
  await restClient(url, current)('GET', '/me', undefined, from());

  const unknown = keep('key that never was', newKeySecret('ak'));
  await restClient(url, unknown)('GET', '/me', undefined, from());
  for (const broken of [`${key.slice(0, -1)}!`, `${key.slice(0, 20)}A${key.slice(21)}`, key.toUpperCase()]) {
    await restClient(url, keep('broken key', broken))('GET', '/me', undefined, from());
  }
  await anonymous('GET', '/me', undefined, { authorization: `Basic ${keep('Basic', btoa(`${key}:`))}`, ...from() });
  await anonymous('GET', '/me', undefined, { cookie: `api_key=${key}`, ...from() });
  for (const name of ['api_key', 'token', 'q']) await anonymous('GET', `/keys?${name}=${key}`, undefined, from());
  await call('GET', `/keys?q=${key}&colour=${key}`);
  await call('GET', `/keys/${key}`);
  await call('GET', `/nowhere/${key}`);
  await call('GET', `/models/${key}`);
  await call('POST', '/keys', { api_key: key, kind: 'lk', name: 'Third', scopes: [key] });
  await call('POST', '/keys', `{"api_key":"${key}",`);
  await call('GET', '/me', undefined, {
    'x-request-id': key,
    'user-agent': `curl ${key}`,
    referer: `https://x/?key=${key}`,
  });
  await anonymous('GET', '/me', undefined, { 'x-request-id': key, 'user-agent': `curl ${key}`, ...from() });
  await anonymous('POST', '/leaked-keys', {
    keys: [current, unknown],
    source_url: `https://example.com/?key=${current}`,
  });
  await fetch(`${url}/trpc/keys.list?input=${encodeURIComponent(JSON.stringify({ q: key }))}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await fetch(`${url}/trpc/me.get?api_key=${key}`, { headers: { authorization: `Bearer ${key}` } });
}
