import type { WebSession } from '../session-types';

const ORIGIN = 'https://web.whatsapp.com';

interface Transfer {
  method: 'GET' | 'POST';
  body?: Blob;
  signal: AbortSignal;
}

/** A request to WhatsApp's own media servers, through the proxy of the instance. Redirects are not followed. */
export const transfer = ({ options }: WebSession, url: URL, { method, body, signal }: Transfer): Promise<Response> =>
  fetch(url, {
    method,
    signal,
    redirect: 'manual',
    headers: { origin: ORIGIN, ...(body ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(body ? { body } : {}),
    ...(options.proxyUrl === null ? {} : { proxy: options.proxyUrl }),
  });
