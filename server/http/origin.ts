import type { RequestOrigin } from '../actor';
import type { Services } from '../call-context';
import { ApiError } from '../errors';
import { clientAddress, parseCidrs, type Networks } from '../limits/client-address';
import { isHostHeader } from '../limits/host-header';

export interface Peer {
  requestIP(request: Request): { address: string } | null;
  timeout?(request: Request, seconds: number): void;
}

/** Bun joins two `Host` headers and builds the URL from the text, so a path in it would replace the real one. */
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
export function requestOrigin({ config }: Services, request: Request, peer: Peer | null): RequestOrigin {
  const { headers } = request;
  const { socket, ip } = addressesOf(config, request, peer);
  return { ip, peer: socket, headers, userAgent: agentOf(headers) };
}

function addressesOf(config: Services['config'], request: Request, peer: Peer | null) {
  let networks = trusted.get(config);
  if (!networks) trusted.set(config, (networks = parseCidrs(config.trustedProxies)));
  const socket = peer?.requestIP(request)?.address ?? '127.0.0.1';
  return { socket, ip: clientAddress(socket, request.headers.get('x-forwarded-for'), networks) };
}

const agentOf = (headers: Headers): string => (headers.get('user-agent') ?? '').slice(0, 200);

/** Looks for addresses when asked, which few reads do. They are unknown once the request has its answer. */
export class LazyOrigin implements RequestOrigin {
  readonly headers: Headers;
  readonly #config: Services['config'];
  readonly #request: Request;
  readonly #server: Peer | null;
  #addresses: { socket: string; ip: string } | undefined;

  constructor(services: Services, request: Request, server: Peer | null) {
    const { config } = services;
    this.headers = request.headers;
    this.#config = config;
    this.#request = request;
    this.#server = server;
  }

  get ip(): string {
    return this.resolve().ip;
  }

  get peer(): string {
    return this.resolve().socket;
  }

  get userAgent(): string {
    return agentOf(this.headers);
  }

  resolve(): { socket: string; ip: string } {
    return (this.#addresses ??= addressesOf(this.#config, this.#request, this.#server));
  }
}
