import { BlockList, isIPv4, isIPv6 } from 'node:net';

// RFC 6890 and the IANA registries of special-purpose addresses.
const FORBIDDEN_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Inside `2000::/3`: Teredo, ORCHID, documentation, 6to4. */
const FORBIDDEN_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const forbiddenV4 = new BlockList();
for (const [net, bits] of FORBIDDEN_V4) forbiddenV4.addSubnet(net, bits, 'ipv4');
const forbiddenV6 = new BlockList();
for (const [net, bits] of FORBIDDEN_V6) forbiddenV6.addSubnet(net, bits, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/** Packets to these forms reach the embedded IPv4 address. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const NAT64 = /^64:ff9b::(?:(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4}))?$/;

/** The canonical form; undefined for other text and for addresses with a zone. */
export function effectiveAddress(ip: string): string | undefined {
  if (isIPv4(ip)) return ip;
  if (ip.includes('%') || !isIPv6(ip)) return undefined;

  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const carried = MAPPED.exec(short) ?? NAT64.exec(short);
  if (carried === null) return short;
  const [high, low] = [Number.parseInt(carried[1] ?? '0', 16), Number.parseInt(carried[2] ?? '0', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

export function isPublicAddress(ip: string): boolean {
  const address = effectiveAddress(ip);
  if (address === undefined) return false;
  if (isIPv4(address)) return !forbiddenV4.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !forbiddenV6.check(address, 'ipv6');
}
