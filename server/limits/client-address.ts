import { BlockList, isIP, isIPv4 } from 'node:net';

import { isCidr } from '../../shared/networks';

/** Separate lists, since in one `BlockList` `::/0` would contain every IPv4 address too. */
export interface Networks {
  v4: BlockList;
  v6: BlockList;
}

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/;

/** Throws a sentence that names the first invalid CIDR. */
export function parseCidrs(list: readonly string[]): Networks {
  const networks = { v4: new BlockList(), v6: new BlockList() };
  for (const cidr of list) {
    if (!isCidr(cidr)) {
      const hint = isIP(cidr) > 0 ? `Write a single address as ${cidr}/${isIPv4(cidr) ? 32 : 128}.` : '';
      throw new Error(`"${cidr}" is not a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32.${hint}`);
    }
    addNetwork(networks, cidr);
  }
  return networks;
}

export function inNetworks(ip: string, networks: Networks): boolean {
  const address = normalAddress(ip);
  if (address === undefined) return false;
  return isIPv4(address) ? networks.v4.check(address, 'ipv4') : networks.v6.check(address, 'ipv6');
}

export function networkCovered(cidr: string, list: readonly string[]): boolean {
  const inner = networkOf(cidr);
  return list.some((entry) => {
    const outer = networkOf(entry);
    return inner.family === outer.family && inner.bits >= outer.bits && inNetworks(inner.address, parseCidrs([entry]));
  });
}

/** The right-most untrusted hop of `X-Forwarded-For` from a trusted proxy, since clients can forge hops to its left. */
export function clientAddress(peer: string, forwardedFor: string | null | undefined, trusted: Networks): string {
  let address = normalAddress(peer) ?? peer;
  let rest = forwardedFor ?? '';
  while (rest !== '' && inNetworks(address, trusted)) {
    const comma = rest.lastIndexOf(',');
    const hop = normalAddress(withoutPort(rest.slice(comma + 1).trim()));
    if (hop === undefined) break;
    address = hop;
    rest = comma < 0 ? '' : rest.slice(0, comma);
  }
  return address;
}

export function addressKey(ip: string): string {
  const address = normalAddress(ip) ?? ip;
  if (!address.includes(':')) return address;

  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    while (groups.length + last.length < 8) groups.push('0');
    groups.push(...last);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export function isLoopback(ip: string): boolean {
  const address = normalAddress(ip);
  return address === '::1' || (address !== undefined && isIPv4(address) && address.startsWith('127.'));
}

export function isLoopbackHost(host: string | null | undefined): boolean {
  const name = /^(\[::1\]|[^:[\]]+)(?::\d{1,5})?$/.exec(host ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}

function normalAddress(ip: string): string | undefined {
  if (isIPv4(ip)) return ip;
  const [bare = ''] = ip.split('%', 1);
  if (isIP(bare) !== 6) return undefined;

  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  return unmapped(short) ?? short;
}

function unmapped(address: string): string | undefined {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return undefined;

  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${upper >> 8}.${upper & 255}.${lower >> 8}.${lower & 255}`;
}

interface Network {
  family: 'ipv4' | 'ipv6';
  address: string;
  bits: number;
}

/** A mapped network (`::ffff:10.0.0.0/104`) means the IPv4 network. */
function networkOf(cidr: string): Network {
  const slash = cidr.indexOf('/');
  const [address, bits] = [cidr.slice(0, slash), Number(cidr.slice(slash + 1))];
  if (isIPv4(address)) return { family: 'ipv4', address, bits };

  const normal = normalAddress(address) ?? address;
  if (isIPv4(normal) && bits >= 96) return { family: 'ipv4', address: normal, bits: bits - 96 };
  return { family: 'ipv6', address, bits };
}

function addNetwork({ v4, v6 }: Networks, cidr: string): void {
  const { family, address, bits } = networkOf(cidr);
  (family === 'ipv4' ? v4 : v6).addSubnet(address, bits, family);
}

/** Some proxies write `192.0.2.1:5123`, `[2001:db8::1]:5123` or quotes. */
function withoutPort(hop: string): string {
  return /^"?(?:\[([^\]]+)\]|([^:"]+))(?::\d{1,5})?"?$/.exec(hop)?.slice(1).find(Boolean) ?? hop;
}

const FORWARDING_HEADER = /^(?:forwarded|x-forwarded-.*|x-real-ip|via|cf-connecting-ip)$/;

/** Behind a proxy the peer is not the client. */
export const isForwarded = (headers: Headers): boolean =>
  [...headers.keys()].some((name) => FORWARDING_HEADER.test(name));
