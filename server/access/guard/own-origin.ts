import { isLoopbackHost } from '../../limits/client-address';

interface Own {
  origin: string;
  isLoopback: boolean;
}

const known = new Map<string, Own>();

/** On loopback, any local name counts if the request used the same one. */
export function isOwnOrigin(baseUrl: string, origin: string, host: string | null): boolean {
  let own = known.get(baseUrl);
  if (!own) {
    const url = new URL(baseUrl);
    known.set(baseUrl, (own = { origin: url.origin, isLoopback: isLoopbackHost(url.host) }));
  }
  return origin === own.origin || (own.isLoopback && isLoopbackHost(host) && origin === `http://${host}`);
}
