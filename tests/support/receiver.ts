import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import type { ExchangeLimits, ExchangeTarget } from '../../server/egress/types';
import type { Certificate } from '../egress/certificates';

export type Behaviour = (socket: Socket, request: string, count: number) => void;

/** A receiver that speaks bytes: `answer` runs once for each request, when its head and body are in. */
export async function startReceiver(
  answer: Behaviour,
  options: { certificate?: Certificate; onConnect?: (socket: Socket) => void; address?: string; port?: number } = {},
) {
  const sockets = new Set<Socket>();
  const seen = { connections: 0, requests: [] as string[], bytes: 0, closedAt: [] as number[] };

  const accept = (socket: Socket): void => {
    seen.connections += 1;
    sockets.add(socket);
    let pending = '';
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      seen.closedAt.push(performance.now());
    });
    options.onConnect?.(socket);
    socket.on('data', (chunk) => {
      seen.bytes += chunk.length;
      pending += chunk.toString('latin1');
      for (let length = requestLength(pending); length > 0; length = requestLength(pending)) {
        const request = pending.slice(0, length);
        pending = pending.slice(length);
        seen.requests.push(request);
        answer(socket, request, seen.requests.length);
      }
    });
  };
  const server = options.certificate ? createTlsServer(options.certificate, accept) : createServer(accept);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port ?? 0, options.address ?? '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;

  return {
    port,
    seen,
    url: `${options.certificate ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    open: () => sockets.size,
    target: (change: Partial<ExchangeTarget> = {}): ExchangeTarget => ({
      address: '127.0.0.1',
      family: 4,
      port,
      tls: options.certificate !== undefined,
      servername: 'a.example',
      host: `a.example:${port}`,
      path: '/hook?x=1',
      isPrivate: false,
      ...change,
    }),
    stop(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Two receivers on one port, at two addresses. The port of the first may be taken at the second address: then another. */
export async function startReceiverPair(
  first: { answer: Behaviour; address: string },
  second: { answer: Behaviour; address: string },
) {
  for (;;) {
    const one = await startReceiver(first.answer, { address: first.address });
    try {
      return [one, await startReceiver(second.answer, { address: second.address, port: one.port })] as const;
    } catch (error) {
      one.stop();
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** 0 while the request is not whole. */
function requestLength(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const length = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= length ? length : 0;
}

/** Small in bytes; of its times none is to run out, however slow the machine. */
export const SMALL_LIMITS: ExchangeLimits = {
  connectMs: 20_000,
  totalMs: 30_000,
  headBytes: 16_384,
  readBytes: 65_536,
  collectBytes: 16_384,
  bodyMs: 20_000,
};

/** A whole answer. */
export const reply = (body: string, status = '200 OK', headers = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
