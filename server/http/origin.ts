import type { Origin, Services } from '../context';
import { ApiError } from '../errors';
import { clientAddress, parseCidrs, type Networks } from '../limits/client-address';
import { isHostHeader } from '../limits/host-header';

/** Who holds the other end of the socket; null where there is none. */
export interface Peer {
  requestIP(request: Request): { address: string } | null;
  /** Sets after how many silent seconds the connection of a request is closed. */
  timeout?(request: Request, seconds: number): void;
}

/**
 * Refuses a `Host` that names no host. Bun joins two of them by a comma, and begins the URL of the request with
 * whatever stands there: a path in it would be read in place of the request’s own.
 */
export function judgeHost({ headers }: Request): void {
  const host = headers.get('host');
  if (host === null || isHostHeader(host)) return;
  const message = 'Must stand once and be a host, with its port where it has one.';
  throw new ApiError('validation_failed', {
    detail: '1 field is invalid.',
    errors: [{ in: 'header', pointer: '/Host', code: 'invalid_host', message }],
  });
}

const trusted = new WeakMap<Services['config'], Networks>();

/** Where a request came from. A proxy’s word on it counts only when the proxy is in `TRUSTED_PROXIES`. */
export function originOf(services: Services, request: Request, peer: Peer | null): Origin {
  const { config } = services;
  let networks = trusted.get(config);
  if (!networks) trusted.set(config, (networks = parseCidrs(config.trustedProxies)));

  const socket = peer?.requestIP(request)?.address ?? '127.0.0.1';
  const ip = clientAddress(socket, request.headers.get('x-forwarded-for'), networks);
  const { headers } = request;
  return { ip, peer: socket, headers, userAgent: (headers.get('user-agent') ?? '').slice(0, 200) };
}
