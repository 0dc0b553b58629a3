import { isLoopbackHost } from '../limits/client-address';

interface Own {
  origin: string;
  isLoopback: boolean;
}

const known = new Map<string, Own>();

/**
 * Whether a page of `origin` came from this service. On loopback every name of the machine is its own, provided it is
 * the one that the request went to.
 */
export function isOwnOrigin(baseUrl: string, origin: string, host: string | null): boolean {
  let own = known.get(baseUrl);
  if (!own) {
    const url = new URL(baseUrl);
    known.set(baseUrl, (own = { origin: url.origin, isLoopback: isLoopbackHost(url.host) }));
  }
  return origin === own.origin || (own.isLoopback && isLoopbackHost(host) && origin === `http://${host}`);
}
