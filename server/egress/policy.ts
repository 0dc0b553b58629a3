import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

import { isCidr } from '../../shared/networks';
import { inNetworks, isLoopbackHost, parseCidrs, type Networks } from '../limits/client-address';
import { effectiveAddress, isPublicAddress } from './addresses';
import type { Purpose } from './types';

export interface PolicySettings {
  allowPrivate: readonly string[];
  allowHttp: boolean;
  allowLoopback?: boolean;
  host: string;
  port: number;
  baseUrl: string;
}

export interface AddressPolicy {
  allowHttp: boolean;
  isNamed(host: string, purpose: Purpose): boolean;
  /** `private`: allowed by an exception. `own`: this service itself, which is never allowed. */
  classify(address: string, port: number, host: string, purpose: Purpose): 'public' | 'private' | 'forbidden' | 'own';
  isOwnHost(host: string, port: number): boolean;
}

export function createAddressPolicy(settings: PolicySettings): AddressPolicy {
  const networks = parseCidrs(settings.allowPrivate.filter(isCidr));
  const names = new Set(settings.allowPrivate.filter((entry) => !isCidr(entry)).map((name) => name.toLowerCase()));
  const own = ownAddress(settings);

  const allowLoopback = settings.allowLoopback === true;
  const isNamed = (host: string, purpose: Purpose): boolean =>
    purpose === 'webhook' ? names.has(host) : purpose === 'provider' && allowLoopback && host === 'localhost';
  return {
    allowHttp: settings.allowHttp,
    isNamed,
    isOwnHost: (host, port) => own.isHost(host, port),
    classify(address, port, host, purpose) {
      const effective = effectiveAddress(address);
      if (effective === undefined) return 'forbidden';
      if (own.isAddress(effective, port)) return purpose === 'verification' ? 'public' : 'own';
      if (isPublicAddress(effective)) return 'public';
      if (purpose === 'provider') return allowLoopback && isThisMachine(effective) ? 'private' : 'forbidden';
      return purpose === 'webhook' && (names.has(host) || isAllowed(effective, networks)) ? 'private' : 'forbidden';
    },
  };
}

/** The unspecified address reaches this machine, so a network such as `0.0.0.0/0` does not include it. */
const isAllowed = (address: string, networks: Networks): boolean =>
  address !== '0.0.0.0' && address !== '::' && inNetworks(address, networks);

/** A delivery to this service itself could start an endless loop. */
function ownAddress({ host, port, baseUrl }: PolicySettings) {
  const base = new URL(baseUrl);
  const baseHost = bareHost(base.hostname);
  const basePort = Number(base.port) || (base.protocol === 'https:' ? 443 : 80);
  const listensAll = host === '0.0.0.0' || host === '::';

  return {
    isHost(name: string, to: number): boolean {
      if (name !== baseHost) return false;
      // Other services share the names of this machine.
      return !isLoopbackHost(base.host) || to === basePort || to === port;
    },
    isAddress(address: string, to: number): boolean {
      if (address === baseHost) return !isLoopbackHost(base.host) || to === basePort || to === port;
      if (to !== port) return false;
      if (isLoopback(address)) return listensAll || host === 'localhost' || isLoopback(host);
      return listensAll ? isInterface(address) : address === effectiveAddress(host);
    },
  };
}

const isThisMachine = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));

const isLoopback = (address: string): boolean => address === '::' || address === '0.0.0.0' || isThisMachine(address);

/** Read each time, since interfaces change; only connections to the own port need it. */
const isInterface = (address: string): boolean =>
  Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => effectiveAddress(entry.address.replace(/%.*$/, '')) === address),
  );

export function bareHost(hostname: string): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return isIP(bare) > 0 ? (effectiveAddress(bare) ?? bare) : bare;
}
