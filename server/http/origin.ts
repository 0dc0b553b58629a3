import type { Origin } from '../context';
import { ApiError } from '../errors';
import { clientAddress, parseCidrs, type Networks } from '../limits/client-address';
import { isHostHeader } from '../limits/host-header';
import type { Services } from '../services';

export interface Peer {
  requestIP(request: Request): { address: string } | null;
  /** Sets the idle timeout of the connection of a request. */
  timeout?(request: Request, seconds: number): void;
}

/**
 * Refuses an invalid `Host`. Bun joins two of them and builds the request’s URL from the text, so a path in it would
 * replace the real one.
 */
export function judgeHost({ headers }: Request): void {
  const host = headers.get('host');
  if (host === null || isHostHeader(host)) return;
  const message = 'Must occur once, and must be a host with its port if it has one.';
  throw new ApiError('validation_failed', {
    detail: '1 field is invalid.',
    errors: [{ in: 'header', pointer: '/Host', code: 'invalid_host', message }],
  });
}

const trusted = new WeakMap<Services['config'], Networks>();

/** The client’s address and scheme; proxy headers count only from `TRUSTED_PROXIES`. */
export function originOf(services: Services, request: Request, peer: Peer | null): Origin {
  const { config } = services;
  let networks = trusted.get(config);
  if (!networks) trusted.set(config, (networks = parseCidrs(config.trustedProxies)));

  const socket = peer?.requestIP(request)?.address ?? '127.0.0.1';
  const ip = clientAddress(socket, request.headers.get('x-forwarded-for'), networks);
  const { headers } = request;
  return { ip, peer: socket, headers, userAgent: (headers.get('user-agent') ?? '').slice(0, 200) };
}
