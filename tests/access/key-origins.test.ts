import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({ trustedProxies: ['127.0.0.0/8'] });
afterAll(() => server.stop());

let addresses = 0;
/** An address that has failed in nothing yet. */
const fresh = (): string => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

/** `GET /me` with exactly these headers, from an address of its own unless one is named. */
async function me(headers: Record<string, string>) {
  const response = await fetch(`${server.url}/api/v1/me`, { headers: { 'x-forwarded-for': fresh(), ...headers } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as { code?: string } };
}

/** Code of the refusal, or status 200, of a request with these headers. */
const useFrom = async (secret: string, headers: Record<string, string>) => {
  const { status, body, headers: got } = await me({ authorization: `Bearer ${secret}`, ...headers });
  expect(got.get('access-control-allow-origin')).toBe('*');
  return body.code ?? status;
};

describe('a key in a browser', () => {
  const foreign = { origin: 'https://shop.example' };

  test('is refused from a foreign origin, unless it opted in', async () => {
    const workspaceId = await seedWorkspace();
    const { secret } = await seedKey(workspaceId);
    expect(await useFrom(secret, foreign)).toBe('secret_key_in_browser');
    expect(await useFrom(secret, { origin: 'null' })).toBe('secret_key_in_browser');
    expect(await useFrom(secret, {})).toBe(200);

    const { secret: open } = await seedKey(workspaceId, { browserUse: true });
    expect(await useFrom(open, foreign)).toBe(200);
    const { secret: listed } = await seedKey(workspaceId, {
      browserUse: true,
      allowedOrigins: ['https://shop.example'],
    });
    expect(await useFrom(listed, foreign)).toBe(200);
    expect(await useFrom(listed, { origin: 'https://evil.example' })).toBe('origin_not_allowed');
    expect(await useFrom(listed, { origin: 'null' })).toBe('origin_not_allowed');
  });

  test('works from the service’s own origin, by every loopback name', async () => {
    const { secret } = await seedKey(await seedWorkspace());
    expect(await useFrom(secret, { origin: server.services.config.baseUrl })).toBe(200);
    expect(await useFrom(secret, { origin: server.url })).toBe(200);
    expect(await useFrom(secret, { origin: server.url.replace('127.0.0.1', 'localhost') })).toBe(
      'secret_key_in_browser',
    );
  });

  test('that is publishable needs an allowed origin', async () => {
    const { secret } = await seedKey(await seedWorkspace(), {
      kind: 'pk',
      scopes: ['models:read'],
      allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
    });
    expect(await useFrom(secret, foreign)).toBe(200);
    expect(await useFrom(secret, { origin: 'https://a.b.shop.example' })).toBe(200);
    expect(await useFrom(secret, { 'sec-fetch-site': 'same-origin' })).toBe(200);
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'http://shop.example' },
      { origin: 'https://shop.example.evil' },
      { origin: 'https://evilshop.example' },
      { origin: 'https://shop.example:8443' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ]) {
      expect(await useFrom(secret, headers as Record<string, string>)).toBe('origin_not_allowed');
    }
  });
});

describe('a key with networks', () => {
  test('works from addresses within them, IPv4, IPv6 and mapped', async () => {
    const { secret } = await seedKey(await seedWorkspace(), { allowedCidrs: ['203.0.113.0/24', '2001:db8:1::/48'] });
    const from = async (address: string) => {
      const { status, body } = await me({ authorization: `Bearer ${secret}`, 'x-forwarded-for': address });
      return body.code ?? status;
    };
    for (const address of [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      '::ffff:cb00:7109',
      '2001:db8:1::1',
      '2001:DB8:1:ffff::1',
    ]) {
      expect(await from(address)).toBe(200);
    }
    for (const address of ['203.0.114.9', '::ffff:203.0.114.9', '2001:db8:2::1', '::1', '127.0.0.1']) {
      expect(await from(address)).toBe('ip_not_allowed');
    }
  });
});
