import { createServer, type Socket } from 'node:net';

type Answer = (request: Request) => Response | Promise<Response>;

/** A provider of AI models to test against: real HTTP on loopback. `await using` stops it. */
export class Upstream {
  /** Every request so far, as `GET /v1/models`. */
  readonly requests: string[] = [];
  readonly headers: Headers[] = [];
  readonly #routes = new Map<string, Answer>();
  readonly #server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      this.requests.push(`${request.method} ${pathname}`);
      this.headers.push(request.headers);
      return this.#routes.get(pathname)?.(request) ?? new Response('no route', { status: 404 });
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  answer(path: string, answer: Answer): this {
    this.#routes.set(path, answer);
    return this;
  }

  json(path: string, value: unknown, init: ResponseInit = {}): this {
    return this.answer(path, () => Response.json(value, init));
  }

  forget(path: string): this {
    this.#routes.delete(path);
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }
}

/** A peer that speaks bytes, for what no HTTP server would send. `speak` runs once a request has arrived. */
export async function rawUpstream(speak: (socket: Socket) => void): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Writes one piece over and over, a little apart, until the other side goes. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.once('close', () => clearInterval(timer));
}
