import { describe, expect, test } from 'bun:test';

import {
  addressKey,
  clientAddress,
  inNetworks,
  isLoopback,
  isLoopbackHost,
  parseCidrs,
} from '../../server/limits/client-address';

const none = parseCidrs([]);
const proxies = parseCidrs(['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']);

describe('the client address', () => {
  test('is the peer, whatever an untrusted peer sends', () => {
    expect(clientAddress('203.0.113.9', '198.51.100.1', proxies)).toBe('203.0.113.9');
    expect(clientAddress('127.0.0.1', '198.51.100.1', none)).toBe('127.0.0.1');
    expect(clientAddress('203.0.113.9', null, proxies)).toBe('203.0.113.9');
  });

  test('is unmapped from its IPv6 form', () => {
    expect(clientAddress('::ffff:203.0.113.9', undefined, none)).toBe('203.0.113.9');
    expect(clientAddress('::ffff:cb00:7109', undefined, none)).toBe('203.0.113.9');
    expect(clientAddress('::ffff:10.0.0.1', '198.51.100.1', proxies)).toBe('198.51.100.1');
  });

  test('is the right-most hop that is not trusted', () => {
    expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.1.1.1,10.2.2.2', proxies)).toBe('198.51.100.7');
    expect(clientAddress('fd00::1', '6.6.6.6, 2001:DB8:0:0::7', proxies)).toBe('2001:db8::7');
  });

  test('is the first hop when all are trusted', () => {
    expect(clientAddress('10.0.0.1', '10.3.3.3, 10.1.1.1', proxies)).toBe('10.3.3.3');
    expect(clientAddress('10.0.0.1', '', proxies)).toBe('10.0.0.1');
  });

  test('stops before a hop that is no address', () => {
    for (const hop of ['unknown', '_hidden', '1.2.3', '1.2.3.4.5', '', 'javascript:1']) {
      expect(clientAddress('10.0.0.1', `1.1.1.1, ${hop}, 10.1.1.1`, proxies)).toBe('10.1.1.1');
    }
  });

  test('is read from hops with a port, brackets or quotes', () => {
    for (const hop of ['198.51.100.7:5123', '"198.51.100.7"', '"198.51.100.7:80"']) {
      expect(clientAddress('10.0.0.1', hop, proxies)).toBe('198.51.100.7');
    }
    for (const hop of ['[2001:db8::7]:443', '[2001:db8::7]', '"[2001:db8::7]:443"', '2001:db8::7']) {
      expect(clientAddress('10.0.0.1', hop, proxies)).toBe('2001:db8::7');
    }
  });
});

describe('networks', () => {
  test('contain the addresses of their prefix, in every spelling', () => {
    const networks = parseCidrs(['203.0.113.77/24', '2001:DB8::/32', '192.0.2.1/32']);
    for (const ip of [
      '203.0.113.0',
      '203.0.113.255',
      '::ffff:203.0.113.5',
      '2001:db8:ffff::1',
      '2001:0DB8:0:0::1',
      '192.0.2.1',
    ]) {
      expect(inNetworks(ip, networks)).toBe(true);
    }
    for (const ip of ['203.0.112.255', '203.0.114.0', '2001:db9::', '192.0.2.2', 'unknown', '', '203.0.113']) {
      expect(inNetworks(ip, networks)).toBe(false);
    }
  });

  test('of one family contain no address of the other', () => {
    expect(inNetworks('203.0.113.1', parseCidrs(['::/0']))).toBe(false);
    expect(inNetworks('2001:db8::1', parseCidrs(['::/0']))).toBe(true);
    expect(inNetworks('2001:db8::1', parseCidrs(['0.0.0.0/0']))).toBe(false);
    expect(inNetworks('::ffff:203.0.113.1', parseCidrs(['0.0.0.0/0']))).toBe(true);
  });

  test('of mapped addresses mean the IPv4 network', () => {
    expect(inNetworks('10.9.9.9', parseCidrs(['::ffff:a00:0/104']))).toBe(true);
    expect(inNetworks('11.0.0.1', parseCidrs(['::ffff:a00:0/104']))).toBe(false);
  });

  test('that are invalid are reported with the fix', () => {
    expect(() => parseCidrs(['10.0.0.0/8', 'proxy.local'])).toThrow('"proxy.local" is not a network');
    expect(() => parseCidrs(['10.0.0.1'])).toThrow('as 10.0.0.1/32');
    expect(() => parseCidrs(['2001:db8::1'])).toThrow('as 2001:db8::1/128');
    for (const bad of ['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::/129', '10.0.0.0/08', ''])
      expect(() => parseCidrs([bad])).toThrow('CIDR');
  });
});

describe('an address counts', () => {
  test('whole for IPv4 and by /64 for IPv6', () => {
    expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
    const subscriber = addressKey('2001:db8:1:2:3:4:5:6');
    for (const ip of ['2001:db8:1:2::', '2001:DB8:1:2::ffff', '2001:db8:1:2:0:0:0:1'])
      expect(addressKey(ip)).toBe(subscriber);
    for (const ip of ['2001:db8:1:3::1', '2001:db8:1::2', '2001:db8::1:2:0:0:0'])
      expect(addressKey(ip)).not.toBe(subscriber);
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('1::')).toBe('1:0:0:0::/64');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});

describe('loopback', () => {
  test('addresses are 127.0.0.0/8 and ::1', () => {
    for (const ip of ['127.0.0.1', '127.9.8.7', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])
      expect(isLoopback(ip)).toBe(true);
    for (const ip of ['128.0.0.1', '10.0.0.1', '::2', '::', '127.evil.example', '', '0.0.0.0'])
      expect(isLoopback(ip)).toBe(false);
  });

  test('hosts are localhost and loopback addresses, with or without a port', () => {
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:3000'])
      expect(isLoopbackHost(host)).toBe(true);
    for (const host of [
      'localhost.evil.example',
      'evil.localhost.example',
      '127.0.0.1.evil.example',
      '127.1',
      '0.0.0.0',
      '[::2]',
      '::1',
      'localhost:',
      'localhost:3000:1',
      'localhost, evil.example',
      'localhost/',
      'a@localhost',
      '',
      null,
      undefined,
    ]) {
      expect(isLoopbackHost(host)).toBe(false);
    }
  });
});
