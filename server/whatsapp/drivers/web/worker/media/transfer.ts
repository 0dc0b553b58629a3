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

// The worker replaces the global one, which the library calls.
const ownFetch = fetch;

/** A request to WhatsApp's own servers, through the proxy of the instance. Redirects are not followed. */
export const transfer = ({ options }: Proxied, url: URL, { method, headers, body, signal }: Transfer) =>
  ownFetch(url, {
    method,
    signal,
    redirect: 'manual',
    headers: headers ?? { origin: ORIGIN, ...(body ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(body ? { body } : {}),
    ...(options.proxyUrl === null ? {} : { proxy: options.proxyUrl }),
  });
