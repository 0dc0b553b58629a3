import type { Socket } from 'bun';

const HEADERS = [
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language: en-US,en;q=0.9,de;q=0.8',
  'Accept-Encoding: gzip, deflate, br',
  'Referer: https://news.example.org/2026/11/an-article',
].join('\r\n');

interface Run {
  count: number;
  /** Milliseconds of each request. */
  latencies: number[];
}

export type Load = Awaited<ReturnType<typeof openLoad>>;

/** Visitors over kept connections, one request at a time on each. An HTTP client of the usual kind would be the brake. */
export async function openLoad(port: number, connections: number) {
  const answered: ((text: string) => void)[] = [];
  const sockets: Socket[] = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: { data: (_socket, bytes) => answered[index]?.(bytes.toString('latin1')) },
      }),
    ),
  );
  const ask = (index: number, path: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answered[index] = resolve;
    sockets[index]?.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${HEADERS}\r\n\r\n`);
    return promise;
  };
  const redirected = (answer: string): void => {
    if (!answer.startsWith('HTTP/1.1 302')) throw new Error(answer.slice(0, 200));
  };

  return {
    /** Asks for `next()` until the time is over, at most `perSecond` times a second. */
    async run(next: () => string, milliseconds: number, perSecond = Infinity): Promise<Run> {
      const latencies: number[] = [];
      const began = performance.now();
      const gap = (1000 / perSecond) * connections;
      const one = async (index: number) => {
        for (let turn = 0; performance.now() - began < milliseconds; turn += 1) {
          const wait = began + (turn + index / connections) * gap - performance.now();
          if (wait > 0) await Bun.sleep(wait);
          const asked = performance.now();
          redirected(await ask(index, next()));
          latencies.push(performance.now() - asked);
        }
      };
      await Promise.all(sockets.map((_, index) => one(index)));
      return { count: latencies.length, latencies };
    },
    async all(paths: readonly string[]): Promise<void> {
      let at = 0;
      const one = async (index: number) => {
        for (let path = paths[at++]; path !== undefined; path = paths[at++]) redirected(await ask(index, path));
      };
      await Promise.all(sockets.map((_, index) => one(index)));
    },
    close(): void {
      for (const socket of sockets) socket.end();
    },
  };
}
