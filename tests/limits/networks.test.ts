import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';

import { array, assert, ipV4, ipV6, oneof, pre, property, stringMatching } from 'fast-check';
import { z } from 'zod';

import { inNetworks, parseCidrs } from '../../server/limits/client-address';
import { Cidr, Origin, originAllowed } from '../../shared/networks';

const patternOf = (schema: z.ZodType): string => (z.toJSONSchema(schema) as { pattern: string }).pattern;

describe('a CIDR', () => {
  test('is an IPv4 or IPv6 network with its prefix length', () => {
    for (const cidr of [
      '0.0.0.0/0',
      '203.0.113.0/24',
      '10.0.0.1/8',
      '255.255.255.255/32',
      '::/0',
      '::1/128',
      '2001:db8::/32',
      'FD00::A/8',
      '1:2:3:4:5:6:7:8/64',
      '1::/16',
      '1:2:3:4:5:6:7::/112',
    ]) {
      expect(Cidr.safeParse(cidr).success).toBe(true);
    }
    for (const cidr of [
      '10.0.0.1',
      '::1',
      '10.0.0.0/33',
      '10.0.0.0/08',
      '10.0.0.0/-1',
      '256.0.0.0/8',
      '010.0.0.0/8',
      '10.0.0/8',
      '::/129',
      ':::/8',
      '1::2::3/8',
      '1:2:3:4:5:6:7/64',
      '1:2:3:4:5:6:7:8:9/64',
      '12345::/16',
      'g::/8',
      '::ffff:10.0.0.1/128',
      ' 10.0.0.0/8',
      '10.0.0.0/8\n',
      'fe80::%eth0/64',
      '',
    ]) {
      expect(Cidr.safeParse(cidr).success).toBe(false);
    }
  });

  test('accepts the addresses that the platform accepts', () => {
    const group = stringMatching(/^[0-9a-f]{0,5}$/);
    assert(
      property(array(group, { minLength: 2, maxLength: 9 }), (groups) => {
        const address = groups.join(':');
        expect([address, Cidr.safeParse(`${address}/64`).success]).toEqual([address, isIP(address) === 6]);
      }),
      { numRuns: 3000 },
    );
    assert(
      property(
        oneof(
          ipV4(),
          ipV6().filter((ip) => !ip.includes('.')),
        ),
        (address) => {
          expect(Cidr.safeParse(`${address}/${isIP(address) === 4 ? 32 : 128}`).success).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('that matches the published pattern is never refused and compiles to a network that contains it', () => {
    assert(
      property(stringMatching(new RegExp(patternOf(Cidr))), (cidr) => {
        expect(Cidr.safeParse(cidr).success).toBe(true);
        expect(cidr.length).toBeLessThanOrEqual(43);
        expect([cidr, inNetworks(cidr.slice(0, cidr.indexOf('/')), parseCidrs([cidr]))]).toEqual([cidr, true]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an origin', () => {
  test('is scheme, host and port in lower case, or a wildcard for sub-domains', () => {
    for (const origin of [
      'https://example.com',
      'http://localhost:5173',
      'https://app.example.com:8443',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://xn--bcher-kva.example',
      'https://my_app.example',
      'https://*.example.com',
      'https://*.a.example.co.uk',
    ]) {
      expect(Origin.safeParse(origin).success).toBe(true);
    }
    for (const origin of [
      'null',
      '*',
      'https://*',
      'https://*.com',
      'http://*.example.com',
      'https://a.*.example.com',
      'https://*.example.com:8443',
      'https://example.com/',
      'https://example.com/a',
      'https://Example.com',
      'HTTPS://example.com',
      'https://u@example.com',
      'https://example.com:0',
      'https://example.com:65536',
      'https://example.com:080',
      'https://-a.example',
      'https://a-.example',
      'https://a..b',
      'https://example.com.',
      'ftp://example.com',
      'example.com',
      'https://',
      `https://${'a'.repeat(64)}.example`,
      'https://example.com\n',
      '',
    ]) {
      expect([origin, Origin.safeParse(origin).success]).toEqual([origin, false]);
    }
  });

  test('that matches the published pattern and length is never refused', () => {
    const { pattern, maxLength } = z.toJSONSchema(Origin) as { pattern: string; maxLength: number };
    assert(
      property(stringMatching(new RegExp(pattern)), (origin) => {
        pre(origin.length <= maxLength);
        expect(Origin.safeParse(origin).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an origin list', () => {
  const list = [
    'https://shop.example.com',
    'https://*.example.org',
    'http://localhost:5173',
    'https://long.example:443',
    'http://[0:0::1]:3000',
  ];

  test('admits an exact origin', () => {
    for (const origin of ['https://shop.example.com', 'http://localhost:5173'])
      expect(originAllowed(origin, list)).toBe(true);
    for (const origin of [
      'https://example.com',
      'http://shop.example.com',
      'https://shop.example.com:8443',
      'http://localhost',
      'https://a.shop.example.com',
    ]) {
      expect(originAllowed(origin, list)).toBe(false);
    }
  });

  test('admits sub-domains of any depth by a wildcard, but not the domain itself', () => {
    for (const origin of ['https://a.example.org', 'https://a.b.c.example.org'])
      expect(originAllowed(origin, list)).toBe(true);
    for (const origin of [
      'https://example.org',
      'https://.example.org',
      'https://evilexample.org',
      'http://a.example.org',
      'https://a.example.org:8443',
      'https://a.example.org.evil.example',
      'https://evil.example/.example.org',
      'https://evil.example#.example.org',
      'https://*.example.org',
    ]) {
      expect([origin, originAllowed(origin, list)]).toEqual([origin, false]);
    }
  });

  test('admits what a browser sends for an entry with a default port or a long IPv6 address', () => {
    expect(originAllowed('https://long.example', list)).toBe(true);
    expect(originAllowed('http://[::1]:3000', list)).toBe(true);
  });

  test('never admits null or an absent origin', () => {
    for (const origin of ['null', '', null, undefined])
      expect(originAllowed(origin, [...list, 'null', ''])).toBe(false);
  });
});
