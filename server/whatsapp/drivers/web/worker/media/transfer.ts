import type { SessionOptions } from '../../protocol';

const ORIGIN = 'https://web.whatsapp.com';

interface Transfer {
  method: 'GET' | 'POST';
  headers?: HeadersInit | undefined;
  body?: Blob;
  signal: AbortSignal;
}

interface Proxied {
  options: Pick<SessionOptions, 'proxyUrl'>;
}

// Read first, since the worker replaces the global one for the library.
const ownFetch = fetch;

/** Redirects are not followed: only WhatsApp’s own servers are contacted, through the proxy of the instance. */
export const transfer = ({ options }: Proxied, url: URL, { method, headers, body, signal }: Transfer) =>
  ownFetch(url, {
    method,
    signal,
    redirect: 'manual',
    headers: headers ?? { origin: ORIGIN, ...(body ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(body ? { body } : {}),
    ...(options.proxyUrl === null ? {} : { proxy: options.proxyUrl }),
  });
