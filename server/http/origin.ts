import type { Origin, Services } from '../context';
import { clientAddress, parseCidrs, type Networks } from '../limits/client-address';

/** Who holds the other end of the socket; null where there is none. */
export interface Peer {
  requestIP(request: Request): { address: string } | null;
  /** Sets after how many silent seconds the connection of a request is closed. */
  timeout?(request: Request, seconds: number): void;
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
