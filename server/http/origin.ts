import type { RequestOrigin } from '../actor';
import type { Services } from '../call-context';
import { ApiError } from '../errors';
import { clientAddress, parseCidrs, type Networks } from '../limits/client-address';
import { isHostHeader } from '../limits/host-header';

export interface Peer {
  requestIP(request: Request): { address: string } | null;
  timeout?(request: Request, seconds: number): void;
}

/**
 * Bun joins two `Host` headers and builds the request’s URL from the text, so a path in it would replace the real one.
 */
export function checkHost({ headers }: Request): void {
  const host = headers.get('host');
  if (host === null || isHostHeader(host)) return;
  const message = 'Must occur once, and must be a host with its port if it has one.';
  throw new ApiError('validation_failed', {
    detail: '1 field is invalid.',
    errors: [{ in: 'header', pointer: '/Host', code: 'invalid_host', message }],
  });
}

const trusted = new WeakMap<Services['config'], Networks>();

/** Uses proxy headers of `TRUSTED_PROXIES` only. */
export function requestOrigin(services: Services, request: Request, peer: Peer | null): RequestOrigin {
  const { config } = services;
  let networks = trusted.get(config);
  if (!networks) trusted.set(config, (networks = parseCidrs(config.trustedProxies)));

  const socket = peer?.requestIP(request)?.address ?? '127.0.0.1';
  const ip = clientAddress(socket, request.headers.get('x-forwarded-for'), networks);
  const { headers } = request;
  return { ip, peer: socket, headers, userAgent: (headers.get('user-agent') ?? '').slice(0, 200) };
}
