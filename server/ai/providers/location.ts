import { BlockList, isIPv4, isIPv6 } from 'node:net';

const near = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  near.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  near.addSubnet(network, bits, 'ipv6');
}

export function locationOf(baseUrl: string): 'local' | 'cloud' {
  const host = new URL(baseUrl).hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
  if (isIPv4(host)) return near.check(host, 'ipv4') ? 'local' : 'cloud';
  if (isIPv6(host)) return near.check(host, 'ipv6') ? 'local' : 'cloud';
  if (!host.includes('.')) return 'local';
  return /\.(?:localhost|local|lan|home|internal|intranet|home\.arpa)$/.test(host) ? 'local' : 'cloud';
}
