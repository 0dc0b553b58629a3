import { expect, test } from 'bun:test';

import { effectiveAddress, isPublicAddress } from '../../server/egress/addresses';

const words = (text: string): string[] => text.trim().split(/\s+/);

const FORBIDDEN = words(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
  169.254.0.0 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.1 192.88.99.1
  192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255
  240.0.0.0 255.255.255.255 :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:0:8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1
  ::ffff:0:0 0:0:0:0:0:ffff:a00:1 64:ff9b:: 64:ff9b::1 64:ff9b::7f00:1 64:ff9b::10.0.0.1
  64:ff9b::a9fe:a9fe 64:ff9b:1::1 64:ff9b:1::808:808 100::1 5f00::1 fc00::1 fdff:ffff::1 fe80::1 febf::1
  fec0::1 feff::1 ff02::1 2001::1 2001:0:808:808::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1
  2002::1 2002:7f00:1:: 2002:808:808::1 3fff::1 3fff:fff:ffff::1 1fff:ffff::1 4000::1 8000::1
`);
const PUBLIC = words(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0 223.255.255.255 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::1111
  3ffe::1 3fff:1000::1 ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:FF9B::808:808
`);

test('every reserved range is forbidden to its edges, in every form', () => {
  expect(FORBIDDEN.filter(isPublicAddress)).toEqual([]);
});

test('what lies beside them is public', () => {
  expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('a zone id and what is no address are never public', () => {
  const texts = ['fe80::1%eth0', '2606:4700::1111%eth0', '::1%lo', '8.8.8.8%0', '', 'a.example', '8.8.8', '0x08.8.8.8'];
  expect(texts.filter(isPublicAddress)).toEqual([]);
});

test('a mapped or translated address is checked as the IPv4 address that it leads to', () => {
  expect(effectiveAddress('::ffff:7f00:1')).toBe('127.0.0.1');
  expect(effectiveAddress('64:ff9b::a00:1')).toBe('10.0.0.1');
  expect(effectiveAddress('64:ff9b::')).toBe('0.0.0.0');
  expect(effectiveAddress('0:0:0:0:0:FFFF:8.8.4.4')).toBe('8.8.4.4');
  expect(effectiveAddress('2606:4700:0:0::1111')).toBe('2606:4700::1111');
});
