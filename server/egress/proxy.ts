import type { Socket } from 'node:net';

import { Failure } from './failure';

const MAX_HEAD_BYTES = 8192;

export interface Proxy {
  tls: boolean;
  host: string;
  port: number;
  authorization: string | undefined;
}

/** Such as `http://user:password@proxy.internal:3128`; `https://` means TLS to the proxy itself. */
export function parseProxy(text: string): Proxy {
  const url = new URL(text);
  const tls = url.protocol === 'https:';
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    tls,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    authorization: url.username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** CONNECT, RFC 9110 section 9.3.6. */
export async function openTunnel(socket: Socket, proxy: Proxy, address: string, port: number): Promise<void> {
  const authority = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (proxy.authorization !== undefined) lines.push(`Proxy-Authorization: ${proxy.authorization}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);

  const status = /^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(await readHead(socket))?.[1];
  if (status?.startsWith('2')) return;
  if (status === '504') throw new Failure('connect_timeout', 'connect', 'The proxy waited in vain for the host.');
  if (status === '502') throw new Failure('connect_error', 'connect', 'The proxy could not reach the host.');
  throw proxyFailure(status === undefined ? 'did not answer as one' : `refused the connection with ${status}`);
}

export const proxyFailure = (what: string): Failure =>
  new Failure('egress_proxy_error', 'connect', `The proxy ${what}.`);

function readHead(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let head = '';

  const onData = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end >= 0 && end + 4 === head.length) resolve(head);
    else if (end >= 0 || head.length > MAX_HEAD_BYTES) reject(proxyFailure('sent more than an answer'));
  };
  const onEnd = (): void => reject(proxyFailure('closed the connection'));
  socket.on('data', onData).on('end', onEnd).on('error', onEnd).on('close', onEnd);
  return promise.finally(() => {
    socket.off('data', onData).off('end', onEnd).off('error', onEnd).off('close', onEnd);
  });
}
