import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

import { isCidr } from '../../shared/networks';
import { inNetworks, isLoopbackHost, parseCidrs, type Networks } from '../limits/client-address';
import { effectiveAddress, isPublicAddress } from './addresses';
import type { Purpose } from './types';

export interface PolicySettings {
  /** CIDRs and exact host names that webhooks may reach although they are not public. */
  allowPrivate: readonly string[];
  /** Plain http for any receiver. */
  allowHttp: boolean;
  /** Providers on this machine. */
  allowLoopback?: boolean;
  /** Where this service listens. */
  host: string;
  port: number;
  baseUrl: string;
}

/** What may be reached, and for what. */
export interface Policy {
  allowHttp: boolean;
  /** Whether the operator named this very host. */
  isNamed(host: string, purpose: Purpose): boolean;
  /** `private`: by an exception only. `own`: this service itself, whatever is allowed. */
  judge(address: string, port: number, host: string, purpose: Purpose): 'public' | 'private' | 'forbidden' | 'own';
  isOwnHost(host: string, port: number): boolean;
}

export function createPolicy(settings: PolicySettings): Policy {
  const networks = parseCidrs(settings.allowPrivate.filter(isCidr));
  const names = new Set(settings.allowPrivate.filter((entry) => !isCidr(entry)).map((name) => name.toLowerCase()));
  const own = ownPlace(settings);

  const allowLoopback = settings.allowLoopback === true;
  const isNamed = (host: string, purpose: Purpose): boolean =>
    purpose === 'webhook' ? names.has(host) : purpose === 'provider' && allowLoopback && host === 'localhost';
  return {
    allowHttp: settings.allowHttp,
    isNamed,
    isOwnHost: (host, port) => own.isHost(host, port),
    judge(address, port, host, purpose) {
      const effective = effectiveAddress(address);
      if (effective === undefined) return 'forbidden';
      if (own.isAddress(effective, port)) return purpose === 'verification' ? 'public' : 'own';
      if (isPublicAddress(effective)) return 'public';
      if (purpose === 'provider') return allowLoopback && isThisMachine(effective) ? 'private' : 'forbidden';
      return purpose === 'webhook' && (names.has(host) || isAllowed(effective, networks)) ? 'private' : 'forbidden';
    },
  };
}

/** The unspecified address reaches this machine, so a wide network such as `0.0.0.0/0` does not include it. */
const isAllowed = (address: string, networks: Networks): boolean =>
  address !== '0.0.0.0' && address !== '::' && inNetworks(address, networks);

/** A delivery to this very service could start a loop that feeds itself. */
function ownPlace({ host, port, baseUrl }: PolicySettings) {
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

/** Asked anew each time: addresses come and go, and only a connection to the own port asks. */
const isInterface = (address: string): boolean =>
  Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => effectiveAddress(entry.address.replace(/%.*$/, '')) === address),
  );

/** Without brackets and without the dot of a fully qualified name. */
export function bareHost(hostname: string): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return isIP(bare) > 0 ? (effectiveAddress(bare) ?? bare) : bare;
}
